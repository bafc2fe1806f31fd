"""The database in Datasette on the SQLite of the standard library: every table, view, query and description."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("datasette", reason="needs the extra: pip install 't2tdb[datasette]'")

from t2tdb.audit.metadata import table_metadata
from t2tdb.audit.queries import QUERIES
from tests.audit.conftest import Page
from tests.support.home import Home

Ask = Callable[..., list[Page]]

NAMES = """
import json, sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
names = [name for (name,) in connection.execute("select name from sqlite_master where type in ('table', 'view')")]
print(json.dumps({name: [row[1] for row in connection.execute(f"pragma table_xinfo([{name}])")] for name in names}))
"""


@pytest.fixture(scope="session")
def columns(audited: Home) -> dict[str, list[str]]:
    """The columns of every table and view, hidden ones too, as stock SQLite sees them in a process of its own."""
    done = subprocess.run([sys.executable, "-c", NAMES, audited.database], capture_output=True, text=True, check=True)
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def test_every_table_view_and_query_gives_rows(audited: Home, ask_pages: Ask, columns: dict[str, list[str]]) -> None:
    tables = [f"/t2tdb/{name}.json?_shape=array" for name in columns]
    queries = [f"/t2tdb/{name}.json?_shape=array&task=review" for name in QUERIES]
    pages = ask_pages(audited.database, *tables, *queries)
    for path, page in zip((*tables, *queries), pages, strict=True):
        assert page.status == 200, (path, page.body[:300])
        assert isinstance(page.json(), list), path
    answered = {
        path.split("/")[2].split(".")[0]
        for path, page in zip(queries, pages[len(tables) :], strict=True)
        if page.json()
    }
    assert answered == set(QUERIES)


def test_every_table_and_column_is_described(audited: Home, ask_pages: Ask, columns: dict[str, list[str]]) -> None:
    for table, names in columns.items():
        described = table_metadata(table)
        assert described.get("title"), table
        assert described.get("description"), table
        missing = [name for name in names if not described.get("columns", {}).get(name)]
        assert not missing, f"{table}: {missing}"
    resources, front = ask_pages(audited.database, "/t2tdb/resources", "/t2tdb")
    assert "One paragraph on what it is for." in resources.body
    assert "What your agents can see" in front.body
    assert "Same name, different content" in front.body


def test_metadata_names_only_what_exists(columns: dict[str, list[str]]) -> None:
    for table in columns:
        metadata = table_metadata(table)
        named = [facet if isinstance(facet, str) else facet["array"] for facet in metadata.get("facets", [])]
        named += list(metadata.get("units", {}))
        named += [metadata[key] for key in ("sort", "sort_desc", "label_column") if key in metadata]  # type: ignore[literal-required]
        assert set(named) <= set(columns[table]), table


def test_facets_search_labels_and_units(audited: Home, ask_pages: Ask) -> None:
    faceted, searched, labelled, files = ask_pages(
        audited.database,
        "/t2tdb/resources.json",
        "/t2tdb/resources.json?_search=archive+logs&_shape=objects",
        "/t2tdb/resources.json?_labels=on&_shape=objects&_size=1",
        "/t2tdb/files",
    )
    facets = faceted.json()["facet_results"]
    assert {result["value"]: result["count"] for result in facets["kind"]["results"]} == {
        "skill": 4,
        "mcp-server": 3,
        "prompt": 1,
        "agent": 1,
    }
    assert [row["name"] for row in searched.json()["rows"]] == ["archivist"]
    assert "agents" in labelled.json()["rows"][0]["root_id"]["label"]
    assert "kB" in files.body  # the unit of `size`
    assert "+00:00" in files.body  # nanoseconds shown as a time


def test_canned_queries_find_what_was_planted(audited: Home, ask_pages: Ask) -> None:
    asked = [f"/t2tdb/{name}.json?_shape=objects&task=review%20%22or%20*%20logs" for name in QUERIES]
    rows = {name: page.json()["rows"] for name, page in zip(QUERIES, ask_pages(audited.database, *asked), strict=True)}
    assert {row["path"] for row in rows["duplicates"]} == {"one/SKILL.md", "two/SKILL.md"}
    assert {row["path"] for row in rows["same_name_different_content"]} == {
        f"{place}/SKILL.md" for place in ("one", "two", "three")
    }
    assert "mute" in [row["name"] for row in rows["without_description"]]
    assert rows["biggest_files"][0]["path"] == "big/SKILL.md"
    assert rows["mcp_servers_by_command"][0]["command"] == "npx"
    assert rows["mcp_servers_by_command"][0]["servers"] == 2
    assert len(rows["newest_changes"]) == 9
    assert {row["name"] for row in rows["search_by_task"]} >= {"reviewer", "archivist"}
    assert sum(row["problems"] for row in rows["problems_by_root"]) > 0


def test_any_task_is_a_valid_search(audited: Home, ask_pages: Ask) -> None:
    tasks = (
        "",
        "%20",
        "%22",
        "%22%22",
        "*",
        "NEAR(a%20b)",
        "a%00b",
        "(",
        "name:x",
        "x" * 9_000,
        "调查",
        "%F0%9F%A6%80",
    )
    pages = ask_pages(audited.database, *(f"/t2tdb/search_by_task.json?task={task}" for task in tasks))
    assert [page.status for page in pages] == [200] * len(tasks), [page.body[:200] for page in pages]


def test_databases_of_others_are_left_alone(tmp_path: Path, ask_pages: Ask) -> None:
    other = tmp_path / "other.db"
    connection = sqlite3.connect(other)
    connection.execute("create table resources (name text)")
    connection.close()
    front, asked = ask_pages(other, "/other.json", "/other/-/ask?task=x")
    assert front.json()["queries"] == []
    assert asked.status == 404


def test_rows_stay_readable_while_a_writer_commits(tmp_path: Path, ask_pages: Ask) -> None:
    home = Home(tmp_path)
    shelf = tmp_path / "agents"
    for number in range(20):
        (shelf / str(number)).mkdir(parents=True)
        (shelf / str(number) / "SKILL.md").write_text(f"---\nname: n{number}\ndescription: first\n---\n")
    home.run("index", shelf)
    stop = threading.Event()
    rounds = 0

    def keep_writing() -> None:
        nonlocal rounds
        while not stop.is_set():
            rounds += 1
            for number in range(20):
                (shelf / str(number) / "SKILL.md").write_text(
                    f"---\nname: n{number}\ndescription: round {rounds}\n---\n"
                )
            home.run("index", shelf)

    writer = threading.Thread(target=keep_writing)
    writer.start()
    try:
        paths = [
            f"/t2tdb/{name}.json?_shape=array&task=round"
            for name in ("newest_changes", "search_by_task", "biggest_files")
        ]
        paths += ["/t2tdb/resources.json?_shape=array&_search=round", "/t2tdb/recall.json?_shape=array"]
        pages = ask_pages(home.database, *(paths * 20))
    finally:
        stop.set()
        writer.join()
    assert {page.status for page in pages} == {200}
    assert rounds > 1
    assert {len(page.json()) for page in pages[2::5]} == {20}  # never half a batch


def test_datasette_alone_shows_the_queries(audited: Home) -> None:
    """Without ``t2tdb audit``: the entry point is enough."""
    done = subprocess.run(
        [sys.executable, "-m", "datasette", str(audited.database), "--get", "/t2tdb/biggest_files.json?_shape=array"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode and "404" in done.stderr + done.stdout:
        pytest.skip("t2tdb is not installed here, so Datasette does not know the plugin")
    assert "big/SKILL.md" in done.stdout


def test_audit_prints_a_page(audited: Home) -> None:
    assert '"big/SKILL.md"' in audited.run("audit", "--get", "/t2tdb/biggest_files.json?_shape=array").stdout


def test_a_page_that_is_missing_is_one_line_and_no_finding(audited: Home) -> None:
    done = audited.run("audit", "--get", "/t2tdb/nothing.json", code=2)
    assert json.loads(done.stdout)["ok"] is False
    assert done.stderr.startswith("t2tdb: /t2tdb/nothing.json is no page")
    assert done.stderr.count("\n") == 1


def test_audit_of_nothing_says_what_to_do(tmp_path: Path) -> None:
    assert "t2tdb index" in Home(tmp_path).fails("audit")


def test_other_host_names_are_refused(audited: Home, ask_pages: Ask) -> None:
    paths = ("/@127.0.0.1:8001", "/@localhost", "/@[::1]:8001", "/@evil.example", "/@127.0.0.1.evil.example:80")
    pages = ask_pages(audited.database, *paths, options=("--loopback",))
    assert [page.status for page in pages] == [200, 200, 200, 403, 403]


READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" || exit 99; shift; exec "$@"'


@pytest.mark.root
@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs root, to mount a directory read-only")
@pytest.mark.parametrize("beside", ["nothing", "log and index", "log alone", "empty log and index"])
def test_a_directory_that_is_not_writable(audited: Home, tmp_path: Path, beside: str) -> None:
    directory = tmp_path / "locked"
    directory.mkdir()
    database = directory / "library.db"
    shutil.copy(audited.database, database)
    if beside.startswith("log"):  # a writer that ends without a checkpoint leaves both files behind
        code = (
            "import os, sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);"
            "c.execute(\"update settings set value = 'later' where key = 'created_at'\"); os._exit(0)"
        )
        subprocess.run([sys.executable, "-c", code, database], check=True)
        assert Path(f"{database}-wal").stat().st_size > 0
    if beside == "log alone":
        Path(f"{database}-shm").unlink()
    if beside.startswith("empty"):  # what Datasette itself leaves behind
        page = "/library/settings.json"
        subprocess.run([sys.executable, "-m", "datasette", database, "--get", page], check=True, capture_output=True)
    audit = [
        sys.executable,
        "-m",
        "t2tdb",
        "--db",
        str(database),
        "audit",
        "--get",
        "/library/settings.json?_shape=array",
    ]
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", READ_ONLY, "sh", directory, *audit],
        env=audited.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == 99:
        pytest.skip("no directory can be mounted read-only here")
    if beside == "log alone":
        assert done.returncode == 2
        assert "cannot be read in a directory that is not writable" in done.stderr
        return
    assert done.returncode == 0, done.stderr
    assert ("later" in done.stdout) == (beside == "log and index")


def test_no_query_hides_a_table(columns: dict[str, list[str]]) -> None:
    """Datasette shows a canned query in the place of a table of the same name."""
    assert not set(QUERIES) & set(columns)
