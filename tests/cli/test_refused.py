"""What is refused leaves nothing behind: no database, no root, no lock beside somebody else's file, no deletion."""

from __future__ import annotations

import json
import os
import pty
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import t2tdb
from t2tdb.cli.group import COMMANDS
from t2tdb.settings import TABLES
from tests.support.home import Home

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


@pytest.mark.parametrize(
    "words",
    [
        ("index", "none"),
        ("index", ""),
        ("roots", "add", "none"),
        ("find", "pull request", "--root", "none"),
        ("find", "pull request", "--root", ""),
        ("compose", "pull request", "--root", "none"),
        ("lint", "none"),
        ("lint", ""),
        ("watch", "none"),
        ("watch", ""),
        ("watch",),
        ("rebuild", "none"),
    ],
    ids=" ".join,
)
def test_a_directory_that_is_none_makes_no_database(home: Home, words: tuple[str, ...]) -> None:
    home.database.parent.mkdir(parents=True)
    home.fails(*words)
    assert os.listdir(home.database.parent) == []


def test_an_empty_name_is_not_the_current_directory(indexed: Home, shelf: Path) -> None:
    done = indexed.run("roots", "remove", "", code=2, cwd=shelf)
    assert "is no registered root" in done.stderr
    assert "empty name" in indexed.run("find", "pull request", "--root", "", code=2, cwd=shelf).stderr
    with t2tdb.open(indexed.database, readonly=True) as library:
        assert library.registered() == (str(shelf),)


@POSIX
def test_a_directory_that_was_never_read_is_no_root(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()

    def denied(path: bytes) -> None:
        raise PermissionError(13, "Permission denied", path)

    with t2tdb.open(tmp_path / "a.db") as library:
        monkeypatch.setattr(os, "scandir", denied)
        with pytest.raises(t2tdb.RootError, match="cannot be read"):
            library.index(str(closed))
        monkeypatch.undo()
        assert library.registered() == ()


def make_foreign(place: Path, kind: str) -> bytes:
    if kind == "other":
        connection = sqlite3.connect(place)
        connection.execute("CREATE TABLE precious (a)")
        connection.commit()
        connection.close()
    else:
        place.write_bytes({"note": b"my thesis", "text": b"my thesis " * 1000}[kind])
    return place.read_bytes()


@pytest.mark.parametrize("kind", ["note", "text", "other"])
def test_purge_deletes_no_file_of_another_program(home: Home, kind: str) -> None:
    place = home.path / "mine.db"
    content = make_foreign(place, kind)
    home.fails("purge", "--yes", "--db", place)
    assert place.read_bytes() == content


@pytest.mark.parametrize("words", [("watch",), ("rebuild",)], ids=" ".join)
def test_no_lock_is_left_beside_a_file_of_another_program(home: Home, shelf: Path, words: tuple[str, ...]) -> None:
    place = home.path / "mine" / "mine.db"
    place.parent.mkdir()
    make_foreign(place, "other")
    home.fails(*words, shelf, "--db", place)
    assert os.listdir(place.parent) == ["mine.db"]


@POSIX
def test_purge_follows_and_deletes_no_link(indexed: Home) -> None:
    link = indexed.path / "link.db"
    link.symlink_to(indexed.database)
    assert "symbolic link" in indexed.fails("purge", "--yes", "--db", link)
    assert link.is_symlink()
    assert indexed.database.exists()


def test_purge_deletes_a_database_that_was_damaged_or_never_finished(indexed: Home) -> None:
    content = indexed.database.read_bytes()
    damaged = indexed.path / "damaged.db"
    damaged.write_bytes(content[:100] + b"\xff" * 8000)
    indexed.run("purge", "--yes", "--db", damaged)
    assert not damaged.exists()
    empty = indexed.path / "empty.db"
    empty.touch()
    indexed.run("purge", "--yes", "--db", empty)
    assert not empty.exists()


def test_a_group_without_its_command_says_which_there_are(home: Home) -> None:
    assert home.fails("roots") == "t2tdb: say which: t2tdb roots add|list|remove"
    assert home.fails("service") == "t2tdb: say which: t2tdb service install|status|uninstall"


def test_a_closed_library_says_so(indexed: Home) -> None:
    library = t2tdb.open(indexed.database, readonly=True)
    library.close()
    with pytest.raises(t2tdb.DatabaseError, match="was closed"):
        library.find("pull request")


@POSIX
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["index agents", "find pull request", "nonsense"])
def test_closed_standard_streams_change_no_exit_code(home: Home, shelf: Path, closed: str, words: str) -> None:
    if words.startswith("find"):
        home.run("index", shelf)
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m t2tdb {words} {closed}', sys.executable],
        cwd=home.path,
        env=home.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == (2 if words == "nonsense" else 0), done.stderr
    assert "Traceback" not in done.stderr
    assert "defect" not in done.stderr


@POSIX
def test_an_export_that_cannot_be_written_ends_with_one_line(indexed: Home) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "t2tdb", "export"],
            env=indexed.environment,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "t2tdb: No space left on device\n"


def test_an_export_holds_no_character_that_acts_on_a_terminal(home: Home, shelf: Path) -> None:
    (shelf / "evil.prompt.md").write_text('---\nname: "a \\x9b31m \\u202e b"\ndescription: c\n---\n', encoding="utf-8")
    home.run("index", shelf)
    for form in ("catalog", "ai-catalog", "jsonl"):
        text = home.run("export", "--as", form).stdout
        assert not {"\x9b", "\u202e"} & set(text)
        if form == "catalog":
            assert "a \x9b31m \u202e b" in [entry["name"] for entry in json.loads(text)["resources"]]


@POSIX
@pytest.mark.parametrize("options", [["--paths"], ["--paths", "-0"]], ids=" ".join)
def test_paths_are_inert_on_a_terminal(home: Home, tmp_path: Path, options: list[str]) -> None:
    place = tmp_path / "library" / "a\x1b]52;c;aGk=\x07\u202e"
    place.mkdir(parents=True)
    (place / "SKILL.md").write_text("---\nname: pull\n---\n")
    home.run("index", tmp_path / "library")
    assert str(place) in home.run("find", "pull", *options).stdout
    leader, follower = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "t2tdb", "find", "pull", *options],
        env=home.environment,
        stdin=subprocess.DEVNULL,
        stdout=follower,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    os.close(follower)
    shown = os.read(leader, 65_536).decode()
    os.close(leader)
    assert shown.rstrip("\0\r\n").isprintable()
    assert "SKILL.md" in shown


def test_an_unknown_ranking_profile_makes_no_database(home: Home, shelf: Path) -> None:
    assert "no ranking profile" in home.fails("index", shelf, "--ranking", "none")
    assert "no ranking profile" in home.fails("index", shelf, T2TDB_RANKING="none")
    assert not home.database.exists()
    home.run("index", shelf, "--ranking", "tuned")


def test_a_table_of_no_command_is_refused(indexed: Home) -> None:
    assert frozenset({*COMMANDS, "registries"}) == TABLES
    indexed.configure("[fnd]\nlimit = 1\n")
    for command in ("find", "status"):
        words = ("pull request",) if command == "find" else ()
        assert "[fnd] is no command" in indexed.fails(command, *words)


def test_one_text_stands_for_a_list_of_one(indexed: Home) -> None:
    indexed.configure('[find]\nkind = "mcp-server"\n')
    hits = json.loads(indexed.run("find", "pull request", "--format", "json").stdout)["hits"]
    assert {hit["resource"]["kind"] for hit in hits} == {"mcp-server"}


@POSIX
def test_paths_go_to_the_output_file_as_the_disk_has_them(home: Home, tmp_path: Path) -> None:
    place = os.fsencode(tmp_path) + b"/library/a\xff"
    os.makedirs(place)
    with open(place + b"/SKILL.md", "w") as file:
        file.write("---\nname: pull\n---\n")
    home.run("index", tmp_path / "library")
    done = home.run("find", "pull", "--paths", "-0", "--output", "paths.txt")
    assert done.stdout == ""
    assert (home.path / "paths.txt").read_bytes() == place + b"/SKILL.md\0"


REPORTS = [
    ("find", "pull"), ("compose", "pull"), ("find", "pull", "--paths"), ("status",), ("export",), ("index",), ("lint",),
    ("demo",), ("formats",), ("roots", "list"), ("log",), ("show", "github"), ("check",), ("check", "--deep"),
]  # fmt: skip


@pytest.mark.parametrize("words", REPORTS, ids=" ".join)
def test_a_report_is_not_written_over_the_database(indexed: Home, words: tuple[str, ...]) -> None:
    before = indexed.database.read_bytes()
    assert "is a file of the database" in indexed.fails(*words, "--output", indexed.database)
    assert indexed.database.read_bytes() == before


@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal", ".state", ".lock", ".corrupt-20260101T000000Z"])
def test_nor_over_what_lies_beside_it(indexed: Home, suffix: str) -> None:
    place = Path(f"{indexed.database}{suffix}")
    before = place.read_bytes() if place.exists() else None
    for words in (("status",), ("find", "pull")):
        assert "is a file of the database" in indexed.fails(*words, "-o", place)
    if before is None:  # else it is refused because it exists
        assert "is the name of a file" in indexed.fails("backup", place)
    assert (place.read_bytes() if place.exists() else None) == before


def test_nor_over_a_database_that_is_to_be_made(home: Home, shelf: Path) -> None:
    assert "is a file of the database" in home.fails("index", shelf, "-o", home.database)
    assert "is a file of the database" in home.fails("index", shelf, "--db", "new.db", "-o", "./new.db-wal")
    assert not home.database.parent.exists()
    assert not (home.path / "new.db").exists()


def test_nor_over_any_other_database(indexed: Home) -> None:
    for name in ("a.db", "b.db"):
        indexed.run("backup", name)
    before = (indexed.path / "a.db").read_bytes()
    (indexed.path / "link").symlink_to("a.db")
    for output in ("a.db", "./b.db", "link", "a.db-wal", "b.db.ingest-lock"):
        for words in (("diff", "a.db", "b.db"), ("status",), ("find", "pull")):
            assert "is a file of the database" in indexed.fails(*words, "--output", output)
    assert (indexed.path / "a.db").read_bytes() == before
    assert not list(indexed.path.glob("?.db?*"))
    indexed.run("diff", "a.db", "b.db", "--output", "difference.json")


@POSIX
def test_a_hard_link_to_the_database_is_the_database(indexed: Home) -> None:
    os.link(indexed.database, indexed.path / "same.md")
    assert "is a file of the database" in indexed.fails("status", "-o", "same.md")


def test_the_parts_of_an_export_go_over_no_database(indexed: Home) -> None:
    indexed.run("backup", "team-2.db")
    assert "team-2.db is a file of the database" in indexed.fails("export", "--split", "-o", "team.db")
    assert not (indexed.path / "team.db").exists()
