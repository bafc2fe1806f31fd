"""History: what scans recorded, how it is bounded, and the commands that read it."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from t2tdb.clock import days_ago, moment, now
from t2tdb.errors import UsageError
from t2tdb.store.comparison import differences
from t2tdb.store.connection import open_reader
from t2tdb.store.history import days_kept, prune, rows_kept
from t2tdb.store.migrate import open_writer
from tests.ingest.library import ingest, write_skill
from tests.report.test_schema import REPORT_SCHEMAS, closed
from tests.verification.test_damage import t2tdb


def report(database: str, *arguments: str) -> dict[str, list[dict[str, object]]]:
    """A report as JSON, which its published schema describes to the last key."""
    done = t2tdb(database, *arguments, "--format", "json")
    assert done.returncode == 0, done.stderr
    found: dict[str, list[dict[str, object]]] = json.loads(done.stdout)
    schema = closed(REPORT_SCHEMAS[arguments[0]])
    assert [error.message for error in Draft202012Validator(schema).iter_errors(found)] == []
    return found


@pytest.fixture
def root(tmp_path: Path) -> Path:
    path = tmp_path / "library"
    for name in ("alpha", "beta"):
        write_skill(path, name)
    return path


@pytest.fixture
def edited(database: str, root: Path, tmp_path: Path) -> str:
    """A database with two scans; ``before.db`` beside it is as it was after the first."""
    with open_writer(database) as writer:
        ingest(writer, root)
    shutil.copy(database, tmp_path / "before.db")
    write_skill(root, "alpha", "another purpose")
    (root / "beta" / "SKILL.md").unlink()
    (root / "mcp.json").write_text('{"mcpServers": {"one": {"command": "run"}}}')
    with open_writer(database) as writer:
        ingest(writer, root)
    return database


def test_log_tells_newest_first_what_changed_and_how(edited: str, root: Path) -> None:
    changes = report(edited, "log")["changes"]
    assert [(change["action"], change["name"], change["fields"]) for change in changes] == [
        ("added", "one", []),
        ("removed", "beta", []),
        ("changed", "alpha", ["description", "content"]),
        ("added", "beta", []),
        ("added", "alpha", []),
    ]
    assert changes[2]["hashBefore"] == changes[4]["hashAfter"] != changes[2]["hashAfter"]
    assert "hashAfter" not in changes[1]
    assert len(report(edited, "log", "--limit", "2")["changes"]) == 2
    for path in (str(root / "alpha"), "alpha", "alpha/SKILL.md"):
        assert {change["name"] for change in report(edited, "log", "--path", path)["changes"]} == {"alpha"}
    assert len(report(edited, "log", "--since", "1h")["changes"]) == 5
    assert report(edited, "log", "--since", "2999-01-01")["changes"] == []
    assert t2tdb(edited, "log", "--since", "yesterday").returncode == 2


def test_show_gives_file_hash_history_and_problems(edited: str, root: Path) -> None:
    write_skill(root, "alpha", "")
    (root / "alpha" / "SKILL.md").write_text("---\nname: alpha\n---\n")
    assert t2tdb(edited, "index", "--quiet").returncode == 0
    for identifier in ("skill:alpha/skill.md", "alpha", "alpha/SKILL.md"):
        found = report(edited, "show", identifier)
        assert [source["status"] for source in found["sources"]] == ["current"]
        assert [change["action"] for change in found["changes"]] == ["changed", "changed", "added"]
        assert [issue["code"] for issue in found["issues"]] == ["DESCRIPTION_MISSING"]
    gone = report(edited, "show", "skill:beta/skill.md")
    assert (gone["resources"], [change["action"] for change in gone["changes"]]) == ([], ["removed", "added"])
    missing = t2tdb(edited, "show", "nothing of that name")
    assert missing.returncode == 2
    assert "nothing of that name" in missing.stderr


def test_diff_compares_two_moments_and_two_libraries(edited: str, tmp_path: Path, empty_database: Path) -> None:
    before = str(tmp_path / "before.db")
    found = report(edited, "diff", before, edited)["differences"]
    assert [(each["action"], each["name"], each["fields"]) for each in found] == [
        ("changed", "alpha", ["description", "content"]),
        ("removed", "beta", []),
        ("added", "one", []),
    ]
    assert report(edited, "diff", edited, edited)["differences"] == []
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(tmp_path / "library", elsewhere)
    other = str(tmp_path / "other.db")
    shutil.copy(empty_database, other)
    with open_writer(other) as writer:
        ingest(writer, elsewhere)
    with open_reader(edited) as one, open_reader(other) as two:
        assert list(differences(one, two)) == [], "one root each: compared below the roots"


def test_reports_are_drawn_in_every_format(edited: str, tmp_path: Path) -> None:
    for command in (["log"], ["show", "alpha"], ["diff", str(tmp_path / "before.db"), edited], ["check"]):
        for form, word in (("markdown", "| --- |"), ("html", "<th>")):
            done = t2tdb(edited, *command, "--format", form)
            assert done.returncode == 0, done.stderr
            assert word in done.stdout or command == ["check"]


def test_history_does_not_outgrow_the_library(database: str, root: Path) -> None:
    with open_writer(database) as writer:
        ingest(writer, root)
        assert rows_kept(writer) == 1_002
        assert days_kept(writer) == 365


def test_history_is_bounded_by_number_and_age(database: str, root: Path) -> None:
    with open_writer(database) as writer:
        with writer.transaction():
            writer.run("INSERT INTO settings VALUES ('history_rows', '3')")
        for number in range(5):
            write_skill(root, "alpha", f"purpose {number}")
            ingest(writer, root)
        assert writer.number("SELECT count(*) FROM changes") == 3
        assert writer.number("SELECT count(*) FROM scans") == 3
        time.sleep(0.01)
        with writer.transaction():
            prune(writer, now())
        assert writer.number("SELECT count(*) FROM changes") == 0
        assert writer.number("SELECT count(*) FROM scans") == 1, "the newest scan stays"


def test_one_scan_records_no_more_changes_than_are_kept(database: str, root: Path) -> None:
    with open_writer(database) as writer:
        with writer.transaction():
            writer.run("INSERT INTO settings VALUES ('history_rows', '2')")
        for number in range(10):
            write_skill(root, f"more{number}")
        ingest(writer, root)
        assert writer.number("SELECT count(*) FROM changes") == 2
        assert writer.value("SELECT resources_added FROM scans") == 12


@pytest.mark.parametrize("text", ["", "h", "-3h", "3 h", "tomorrow", "9" * 30 + "w", "2026-13-01"])
def test_nonsense_is_no_time(text: str) -> None:
    with pytest.raises(UsageError):
        moment(text)


def test_times_are_understood() -> None:
    assert days_ago(3)[:16] == moment("3d")[:16] == moment("72h")[:16]
    assert moment("2026-11-30T12:00:00+02:00") == "2026-11-30T10:00:00.000Z"
    assert moment("2026-11-30") < moment("2026-12-01")
