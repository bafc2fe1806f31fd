"""What each command does, as a user sees it."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.home import Home


def report(home: Home, *arguments: str | Path, code: int = 0) -> Any:
    return json.loads(home.run(*arguments, "--format", "json", code=code).stdout)


def names(found: Any) -> list[str]:
    return [hit["resource"]["name"] for hit in found["hits"]]


def test_demo_needs_nothing_and_leaves_nothing(home: Home) -> None:
    found = report(home, "demo")
    assert names(found)[0] == "Pull request reviewer"
    assert len(found["hits"]) == 3
    assert os.listdir(home.path) == []
    assert names(report(home, "demo", "slow", "postgres", "query", "--limit", "1")) == ["Slow SQL query tuner"]


def test_index_makes_a_private_database_and_prints_the_inventory(home: Home, shelf: Path) -> None:
    inventory = report(home, "index", shelf)
    assert inventory["root"] == str(shelf)
    assert inventory["summary"]["resources"] == len(inventory["resources"])
    assert {resource["kind"] for resource in inventory["resources"]} == {
        "skill",
        "agent",
        "prompt",
        "mcp-server",
        "catalog",
    }
    assert stat.S_IMODE(home.database.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.database.parent.stat().st_mode) == 0o700


def test_a_second_index_reports_and_writes_nothing(indexed: Home, shelf: Path) -> None:
    before = (indexed.database.stat().st_mtime_ns, indexed.database.read_bytes())
    summary = report(indexed, "index")["summary"]
    assert (summary["added"], summary["changed"], summary["removed"]) == (0, 0, 0)
    assert (indexed.database.stat().st_mtime_ns, indexed.database.read_bytes()) == before


def test_index_without_a_directory_takes_the_roots_or_else_the_current_directory(home: Home, shelf: Path) -> None:
    first = json.loads(home.run("index", "-f", "json", cwd=shelf).stdout)
    assert first["root"] == str(shelf)
    assert report(home, "index")["roots"] == [str(shelf)]


def test_index_of_a_directory_inside_a_root_shows_that_part(indexed: Home, shelf: Path) -> None:
    part = report(indexed, "index", shelf / "agents")
    assert part["root"] == str(shelf)
    assert {resource["path"].split("/")[0] for resource in part["resources"]} == {"agents"}
    assert report(indexed, "roots", "list")["roots"] == [str(shelf)]


def test_indexing_a_parent_absorbs_the_roots_inside_it(home: Home, shelf: Path) -> None:
    home.run("index", shelf / "skills", shelf / "agents")
    assert len(report(home, "roots", "list")["registered"]) == 2
    assert report(home, "index", shelf)["roots"] == [str(shelf)]
    registered = report(home, "roots", "list")["registered"]
    assert [root["path"] for root in registered] == [str(shelf)]


def test_two_spellings_of_a_root_are_one(indexed: Home, shelf: Path) -> None:
    link = indexed.path / "link"
    link.symlink_to(shelf)
    for spelling in (link, shelf / ".." / "agents", Path("agents")):
        assert report(indexed, "index", spelling)["summary"]["added"] == 0
    assert report(indexed, "roots", "list")["roots"] == [str(shelf)]


def test_find_ranks_and_filters(indexed: Home, shelf: Path) -> None:
    found = report(indexed, "find", "review", "a", "pull", "request")
    assert names(found)[0] == "Pull request reviewer"
    assert found["query"] == "review a pull request"
    scores = [hit["score"] for hit in found["hits"]]
    assert scores == sorted(scores, reverse=True)
    only = report(indexed, "find", "review a pull request", "--kind", "mcp-server", "--kind", "agent")
    assert {hit["resource"]["kind"] for hit in only["hits"]} <= {"mcp-server", "agent"}
    assert {hit["resource"]["id"]: hit["score"] for hit in only["hits"]}.items() <= {
        hit["resource"]["id"]: hit["score"]
        for hit in report(indexed, "find", "review a pull request", "--limit", "100")["hits"]
    }.items()
    assert names(report(indexed, "find", "review", "--tag", "security", "--limit", "1")) == ["Pull request reviewer"]
    below = report(indexed, "find", "pull request", "--root", shelf / "skills")
    assert {hit["resource"]["path"].split("/")[0] for hit in below["hits"]} == {"skills"}
    assert below["summary"]["scannedResources"] == found["summary"]["scannedResources"]


def test_find_explains_each_score(indexed: Home) -> None:
    for hit in report(indexed, "find", "review a pull request", "--explain")["hits"]:
        assert hit["explain"]
        assert round(sum(line["score"] for line in hit["explain"]), 6) == hit["score"]


def test_find_with_no_match_is_done(indexed: Home) -> None:
    assert report(indexed, "find", "zyzzyva")["hits"] == []


def test_find_reads_the_database_only(indexed: Home, shelf: Path) -> None:
    (shelf / "skills" / "new.skill.md").write_text("# Zyzzyva handler\n\nHandles a zyzzyva.\n")
    assert names(report(indexed, "find", "zyzzyva")) == []
    assert names(report(indexed, "find", "zyzzyva", "--refresh")) == ["Zyzzyva handler"]


def test_without_a_database_the_command_to_run_is_named(home: Home) -> None:
    for command in (["find", "pull request"], ["find", "pull request", "--refresh"], ["compose", "x y"], ["lint"]):
        assert "t2tdb index" in home.fails(*command)
    assert "t2tdb index" in home.fails("status")
    assert not home.database.exists()


def test_a_root_that_is_not_indexed_is_indexed_first(home: Home, shelf: Path) -> None:
    done = home.run("find", "pull request", "--root", shelf, "--format", "json")
    assert names(json.loads(done.stdout))[0] == "Pull request reviewer"
    assert done.stderr == f"t2tdb: indexing {shelf} first\n"
    assert home.run("find", "pull request", "--root", shelf).stderr == ""


def test_a_hit_whose_file_is_gone_makes_room_and_one_that_changed_is_stale(indexed: Home, shelf: Path) -> None:
    first, second, third = names(report(indexed, "find", "pull request"))[:3]
    assert first == "Pull request reviewer"
    shutil.rmtree(shelf / "skills" / "review-pull-request")
    with (shelf / "mcp.json").open("a") as file:
        file.write("\n")
    found = report(indexed, "find", "pull request", "--limit", "2")
    assert names(found) == [second, third]
    assert [hit.get("stale", False) for hit in found["hits"]] == [True, False]
    picks = report(indexed, "compose", "pull request")["composition"]["picks"]
    assert [pick["resource"]["name"] for pick in picks] == [second]
    assert picks[0]["stale"] is True


def test_a_root_that_is_away_keeps_its_answers_and_its_rows(indexed: Home, shelf: Path) -> None:
    before = report(indexed, "find", "pull request")["hits"]
    shelf.rename(shelf.with_name("away"))
    for made in (False, True):
        if made:
            shelf.mkdir()  # the mount point of a disk that is not mounted
        hits = report(indexed, "find", "pull request")["hits"]
        assert hits == [hit | {"stale": True, "unreachable": True} for hit in before]
        picks = report(indexed, "compose", "pull request")["composition"]["picks"]
        assert all(pick["unreachable"] for pick in picks)
        assert "_(cannot be reached now)_" in indexed.run("find", "pull request", "--format", "md").stdout
        assert "cannot be reached now" in indexed.run("find", "pull request", "--format", "html").stdout
    shelf.rmdir()
    done = indexed.run("index", "--format", "json", code=3)
    assert "is not there" in done.stderr
    assert json.loads(done.stdout)["summary"]["resources"] > 20
    status = report(indexed, "status")
    assert status["registered"][0]["reachable"] is False


def test_paths_come_alone_and_raw(indexed: Home, shelf: Path) -> None:
    odd = os.path.join(os.fsencode(shelf), b"caf\xe9 \n.skill.md")
    with open(odd, "wb") as file:
        file.write(b"# Zyzzyva\n\nA zyzzyva.\n")
    indexed.run("index")
    import subprocess
    import sys

    out = subprocess.run(
        [sys.executable, "-m", "t2tdb", "find", "zyzzyva", "--paths", "-0"],
        env=indexed.environment,
        capture_output=True,
        check=True,
    ).stdout
    assert out == odd + b"\0"
    lines = indexed.run("find", "pull", "request", "--paths", "--limit", "2").stdout.splitlines()
    assert lines == [str(shelf / "skills/review-pull-request/SKILL.md"), str(shelf / "mcp.json")]
    assert "--paths" in indexed.fails("find", "x", "-0")


def test_compose_covers_the_task(indexed: Home) -> None:
    composition = report(indexed, "compose", "review a pull request, write release notes, zyzzyva")["composition"]
    assert composition["uncoveredTerms"] == ["zyzzyva"]
    assert composition["picks"][0]["newTerms"]
    assert report(indexed, "compose", "write", "--limit", "1")["summary"]["selectedResources"] == 1


def test_lint_exits_1_for_errors_and_names_them(home: Home, write: Callable[[str, str], Path]) -> None:
    write("bad/mcp.json", '{"mcpServers": {"a": 1')
    found = report(home, "lint", home.path / "agents", code=1)
    assert [(issue["code"], issue["path"]) for issue in found["issues"]] == [("INVALID_JSON", "bad/mcp.json")]
    assert found["summary"]["errors"] == 1


def test_lint_details_a_thousand_problems_for_people_and_all_for_programs(
    home: Home, write: Callable[[str, str], Path]
) -> None:
    write("mcp.json", json.dumps({"mcpServers": {f"s{i}": {} for i in range(1100)}}))
    page = home.run("lint", home.path / "agents").stdout
    assert page.count("MCP\\_LAUNCH\\_MISSING") + page.count("MCP_LAUNCH_MISSING") == 1000
    assert "first 1,000 problems" in page
    found = report(home, "lint")
    assert len(found["issues"]) == found["summary"]["warnings"] == 1100


def test_lint_of_a_part_shows_that_part(home: Home, write: Callable[[str, str], Path]) -> None:
    write("a/x.skill.md", "---\nname: A\n")
    write("b/y.skill.md", "---\nname: B\n")
    home.run("index", home.path / "agents")
    assert {issue["path"] for issue in report(home, "lint")["issues"]} == {"a/x.skill.md", "b/y.skill.md"}
    assert {issue["path"] for issue in report(home, "lint", home.path / "agents" / "b")["issues"]} == {"b/y.skill.md"}


def test_status_tells_what_there_is(indexed: Home, shelf: Path) -> None:
    status = report(indexed, "status")
    assert status["status"]["database"] == str(indexed.database)
    assert status["status"]["watcher"] is None
    assert status["freshness"]["watching"] is False
    assert 0 <= status["freshness"]["ageSeconds"] < 3600
    assert status["registered"][0]["path"] == str(shelf)


def test_roots_are_added_and_removed(home: Home, shelf: Path) -> None:
    assert home.run("roots", "add", shelf).stderr == f"t2tdb: {shelf} is a root; t2tdb index reads it\n"
    assert report(home, "roots", "list")["summary"] == {"roots": 1, "resources": 0}
    assert report(home, "index")["summary"]["added"] > 20
    home.run("roots", "remove", shelf)
    assert report(home, "roots", "list")["registered"] == []
    assert report(home, "find", "pull request")["hits"] == []
    assert (shelf / "mcp.json").exists()
    assert "no registered root" in home.fails("roots", "remove", shelf)


@pytest.mark.parametrize("before", [True, False])
def test_db_stands_before_or_after_the_command(home: Home, shelf: Path, before: bool) -> None:
    other = home.path / "other.db"
    database = ["--db", str(other)]
    for command in (["index", str(shelf)], ["find", "pull", "request"], ["status"], ["roots", "list"]):
        home.run(*(database if before else []), *command, *([] if before else database))
    assert other.exists()
    assert not home.database.exists()


@pytest.mark.parametrize(
    ("name", "start"),
    [("r.json", "{"), ("r.md", "# "), ("r.html", "<!doctype html>"), ("r.txt", "# "), ("r.HTM", "<!doctype html>")],
)
def test_the_suffix_of_output_chooses_the_form(indexed: Home, name: str, start: str) -> None:
    done = indexed.run("find", "pull request", "--output", name)
    assert done.stdout == ""
    file = indexed.path / name
    assert file.read_text(encoding="utf-8").lower().startswith(start)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_quiet_says_nothing_but_errors(home: Home, shelf: Path) -> None:
    assert home.run("find", "pull request", "--root", shelf, "--quiet").stderr == ""
    assert home.run("roots", "add", shelf, "-q").stderr == ""
    assert home.fails("find", "--quiet", "x", "--root", shelf / "none")


def test_verbose_says_what_was_done(home: Home, shelf: Path) -> None:
    said = home.run("index", shelf, "--verbose").stderr
    assert re.fullmatch(r"t2tdb: 20 files visited, 20 read, 0 unreadable; \d+ resources added, 0 .*\n", said)
    assert f"answered from {home.database}: scanned" in home.run("find", "pull request", "-v").stderr
    assert "not watched" in home.run("-v", "compose", "pull request").stderr
    assert home.run("find", "pull request", "-v", "-q").stderr == ""


def test_configuration_environment_and_flags(indexed: Home, shelf: Path) -> None:
    indexed.configure('format = "json"\n[find]\nlimit = 2\n[roots.list]\nformat = "html"\n')
    assert len(json.loads(indexed.run("find", "pull request").stdout)["hits"]) == 2
    assert len(json.loads(indexed.run("find", "pull request", T2TDB_FIND_LIMIT="3").stdout)["hits"]) == 3
    assert len(json.loads(indexed.run("find", "pull request", "--limit=4", T2TDB_FIND_LIMIT="3").stdout)["hits"]) == 4
    assert indexed.run("find", "pull request", T2TDB_FORMAT="md").stdout.startswith("# ")
    assert json.loads(indexed.run("status").stdout)["command"] == "status"
    assert indexed.run("roots", "list").stdout.lower().startswith("<!doctype html>")


def test_configuration_in_a_scanned_tree_has_no_power(home: Home, shelf: Path) -> None:
    planted = 'db = "planted.db"\n[find]\nlimit = 1\n'
    (shelf / "config.toml").write_text(planted)
    (shelf / ".t2tdb").mkdir()
    (shelf / ".t2tdb" / "config.toml").write_text(planted)
    home.run("index", shelf, cwd=shelf)
    assert len(json.loads(home.run("find", "pull request", "-f", "json", cwd=shelf).stdout)["hits"]) > 1
    assert not (shelf / "planted.db").exists()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(home: Home, shell: str) -> None:
    script = home.run("completion", shell).stdout
    assert f"_T2TDB_COMPLETE={shell}_complete" in script
    assert "not one of" in home.fails("completion", "tcsh")


def completed(home: Home, line: str) -> set[str]:
    words = line.split(" ")
    done = home.run(_T2TDB_COMPLETE="bash_complete", COMP_WORDS=line, COMP_CWORD=str(len(words) - 1), code=None)
    return {entry.split(",")[1] for entry in done.stdout.splitlines()}


def test_completion_knows_commands_options_and_values(home: Home) -> None:
    assert completed(home, "t2tdb fi") == {"find"}
    assert "--explain" in completed(home, "t2tdb find --e")
    assert completed(home, "t2tdb find --kind mc") == {"mcp-server"}
    assert completed(home, "t2tdb find --format h") == {"html"}
    assert completed(home, "t2tdb roots re") == {"remove"}


def test_help_and_version(home: Home) -> None:
    assert home.run().stdout == home.run("--help").stdout == home.run("-h").stdout
    assert home.run("--version").stdout.startswith("t2tdb 0.")
    assert "Usage: t2tdb find" in home.run("find", "--help").stdout
