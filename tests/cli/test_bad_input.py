"""Bad input: each case ends with one clear line, the right exit code, and nothing lost."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.home import EXAMPLES, Home

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


def ask(home: Home, *words: str, code: int = 0) -> dict[str, list[dict[str, dict[str, str]]]]:
    found: dict[str, list[dict[str, dict[str, str]]]] = json.loads(
        home.run("find", "--format", "json", "--", *words, code=code).stdout
    )
    return found


def test_directories_that_are_none(home: Home, shelf: Path) -> None:
    assert "No such file" in home.fails("index", shelf / "none")
    assert "not a directory" in home.fails("index", shelf / "mcp.json")
    assert "not a directory" in home.fails("find", "x y", "--root", shelf / "mcp.json")
    assert "No such file" in home.fails("lint", shelf / "none")
    assert "No such file" in home.fails("roots", "add", shelf / "none")


def test_one_bad_directory_stops_before_anything_is_written(home: Home, shelf: Path) -> None:
    home.fails("index", shelf, shelf / "none")
    assert not home.database.exists()


def test_the_database_path_is_a_directory(home: Home, shelf: Path) -> None:
    for command in (["index", str(shelf)], ["find", "pull request"], ["status"]):
        assert "is a directory" in home.fails(*command, "--db", str(shelf))


@pytest.mark.parametrize("content", [b"just a text file\n" * 100, b"x", b"SQLite format 3\0" + b"\xff" * 4096])
def test_the_database_is_no_database(home: Home, shelf: Path, content: bytes) -> None:
    file = home.path / "notes.txt"
    file.write_bytes(content)
    for command in (["index", str(shelf)], ["find", "pull request"], ["lint"], ["status"]):
        assert str(file) in home.fails(*command, "--db", str(file), code=12)
    assert file.read_bytes() == content


def test_the_database_is_of_another_program(home: Home, shelf: Path) -> None:
    file = home.path / "other.db"
    connection = sqlite3.connect(file)
    connection.execute("CREATE TABLE theirs (x)")
    connection.commit()
    connection.close()
    before = file.read_bytes()
    for command in (["index", str(shelf)], ["find", "pull request"], ["status"]):
        assert "not one of t2tdb" in home.fails(*command, "--db", str(file))
    assert file.read_bytes() == before


@POSIX
def test_the_database_is_a_symbolic_link(indexed: Home, shelf: Path) -> None:
    link = indexed.path / "link.db"
    link.symlink_to(indexed.database)
    for command in (["index", str(shelf)], ["find", "pull request"], ["status"]):
        assert "symbolic link" in indexed.fails(*command, "--db", str(link))
    link.unlink()
    link.symlink_to(indexed.path / "nowhere.db")
    assert "symbolic link" in indexed.fails("index", shelf, "--db", link)
    assert not (indexed.path / "nowhere.db").exists()


@pytest.mark.parametrize(
    "statement", ["PRAGMA user_version = 999", "UPDATE settings SET value = '999' WHERE key = 'schema_version'"]
)
def test_the_database_was_made_by_a_newer_version(indexed: Home, shelf: Path, statement: str) -> None:
    connection = sqlite3.connect(indexed.database)
    with connection:
        connection.execute(statement)
    connection.close()
    for command in (["index", str(shelf)], ["find", "pull request"], ["compose", "x y"], ["lint"], ["status"]):
        assert "newer" in indexed.fails(*command, code=13)


# -- what only an ordinary user meets: root may read and write everything ---------------------------------------------

AS_NOBODY = """
import contextlib, os, pkgutil, sys
import encodings.idna, filelock, heapq, urllib.parse
import t2tdb
# nobody may not reach the interpreter's own directory everywhere, so whatever may be needed is imported before
for module in pkgutil.walk_packages(t2tdb.__path__, "t2tdb."):
    if module.name.split(".")[1] not in ("watch", "audit", "serve", "mcp"):
        with contextlib.suppress(ImportError):
            __import__(module.name)
from t2tdb.cli.entry import run
if os.geteuid() == 0:
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
sys.exit(run(sys.argv[1:]))
"""


@pytest.fixture
def public(indexed: Home) -> Iterator[Path]:
    """An indexed library in a directory that every user may enter (pytest's own are private)."""
    place = Path(tempfile.mkdtemp())
    shutil.copytree(EXAMPLES, place / "agents")
    indexed.run("index", place / "agents", "--db", place / "t2tdb.db")
    for directory, _, files in os.walk(place):
        os.chmod(directory, 0o777)
        for file in files:
            os.chmod(os.path.join(directory, file), 0o666)
    yield place
    for directory, _, _ in os.walk(place):
        os.chmod(directory, 0o777)
    shutil.rmtree(place)


def as_nobody(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", AS_NOBODY, *arguments, "--db", str(place / "t2tdb.db")],
        env={"PATH": os.environ["PATH"], "HOME": str(place), "XDG_CONFIG_HOME": str(place / "config")},
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )


@POSIX
def test_unreadable_sources_are_named_kept_and_exit_3(public: Path) -> None:
    skill = public / "agents/skills/review-pull-request"
    (public / "agents/mcp.json").chmod(0)
    skill.chmod(0)
    done = as_nobody(public, "index", "--format", "json")
    assert done.returncode == 3, done.stderr
    assert json.loads(done.stdout)["summary"]["unreadable"] >= 2
    done = as_nobody(public, "lint", "--format", "json")
    codes = {(issue["code"], issue["path"]) for issue in json.loads(done.stdout)["issues"]}
    assert ("FILE_UNREADABLE", "mcp.json") in codes
    assert "DIRECTORY_UNREADABLE" in {code for code, _ in codes}
    done = as_nobody(public, "find", "pull request", "--format", "json")
    assert done.returncode == 0, done.stderr
    hits = json.loads(done.stdout)["hits"]
    assert {hit["resource"]["name"] for hit in hits} >= {"github", "Pull request reviewer"}
    skill.chmod(0o777)
    (public / "agents/mcp.json").chmod(0o666)
    assert as_nobody(public, "index", "--format", "json").returncode == 0
    left = json.loads(as_nobody(public, "lint", "--format", "json").stdout)["issues"]
    assert [issue["code"] for issue in left] == ["DATABASE_EXPOSED"]  # the tests let nobody in


@POSIX
def test_a_read_only_database_is_read_and_not_written(public: Path) -> None:
    database = public / "t2tdb.db"
    database.chmod(0o444)
    public.chmod(0o555)
    before = database.read_bytes()
    found = as_nobody(public, "find", "pull request", "--format", "json")
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout)["hits"]
    (public / "agents/new.skill.md").write_text("# New\n\nNew.\n")
    done = as_nobody(public, "index")
    assert done.returncode == 2
    assert done.stderr.startswith("t2tdb: ")
    assert len(done.stderr.splitlines()) == 1
    assert database.read_bytes() == before


# -- disk full, Ctrl-C, closed pipe -----------------------------------------------------------------------------------

SMALL_FILES = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000)); "
RUN = "import sys; from t2tdb.cli.entry import run; sys.exit(run(sys.argv[1:]))"


def many(place: Path, number: int, words: int = 200) -> Path:
    """A directory with ``number`` skills of so many words."""
    for i in range(number):
        file = place / f"d{i // 100}" / f"skill-{i}.skill.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        body = " ".join(f"word{(i * 31 + j * j) % 5000}" for j in range(words))
        file.write_text(f"---\nname: Skill {i}\ndescription: Does thing {i}.\n---\n\n{body}\n")
    return place


@POSIX
def test_a_full_disk_says_so_keeps_what_was_there_and_can_be_completed(indexed: Home) -> None:
    library = many(indexed.path / "many", 600)
    before = ask(indexed, "pull request")
    done = subprocess.run(
        [sys.executable, "-c", SMALL_FILES + RUN, "index", str(library)],
        env=indexed.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("t2tdb: ")
    after = ask(indexed, "pull request", "reviewer")
    assert before["hits"][0]["resource"]["id"] in {hit["resource"]["id"] for hit in after["hits"]}
    summary = json.loads(indexed.run("index", library, "--format", "json").stdout)["summary"]
    assert summary["resources"] == 600


INTERRUPTED = """
import os, signal, subprocess, sys
from t2tdb.__main__ import main
from t2tdb.ingest.batch import Batches
apply, calls, times = Batches.apply, [], int(sys.argv.pop(1))
AGAIN = '''
import os, signal, sys, time
print(flush=True)
for _ in range(int(sys.argv[1])):
    if os.getppid() == int(sys.argv[2]):
        os.kill(int(sys.argv[2]), signal.SIGINT)
        time.sleep(0.0005)
'''
def interrupted(self, items):
    calls.append(items)
    given = apply(self, items)
    if len(calls) == 2:  # Ctrl-C inside the transaction of the second batch
        if times > 1:
            command = [sys.executable, "-c", AGAIN, str(times), str(os.getpid())]
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.readline()
        os.kill(os.getpid(), signal.SIGINT)
    return given
Batches.apply = interrupted
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background of a shell
sys.exit(main())
"""


@POSIX
@pytest.mark.parametrize("times", [1, 10_000], ids=["once", "again and again"])
def test_ctrl_c_during_an_ingest_ends_with_130_and_can_be_completed(indexed: Home, times: int) -> None:
    library = many(indexed.path / "many", 1300, words=10)  # two batches
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(times), "index", str(library)],
        env=indexed.environment | {"PYTHONDEVMODE": ""},  # who presses outlives the process, on purpose
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 130, done.stderr
    assert done.stderr.splitlines() == ["t2tdb: interrupted"]
    assert done.stdout == ""
    assert ask(indexed, "pull request")["hits"]
    summary = json.loads(indexed.run("index", library, "--format", "json").stdout)["summary"]
    assert summary["resources"] == 1300
    assert 0 < summary["added"] < 1300  # the first batch was kept whole, the second taken back


@POSIX
def test_a_closed_pipe_is_quiet(home: Home) -> None:
    library = many(home.path / "many", 400)
    home.run("index", library, "--quiet", "--output", "x.json")
    for form in ("markdown", "json", "html"):
        process = subprocess.Popen(
            [sys.executable, "-m", "t2tdb", "index", str(library), "--format", form],
            env=home.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        assert process.wait(60) == 0


@POSIX
def test_standard_output_that_cannot_be_written_is_one_line(indexed: Home) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "t2tdb", "find", "pull request"],
            env=indexed.environment,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["t2tdb: No space left on device"]


# -- tasks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "task",
    [
        "AND", "OR NOT NEAR", '"quotes"', "* ^ : -", "pull* request^2", "name:pull", "a-b c++ it's", '"',
        "'; DROP TABLE resources;--", "( ) { } [ ]", "NEAR(pull request, 2)", "🔍 emoji ✨ pull",
        "調査安全漏洞", "テスト",
        "x\u202ey request", "\ud800 lone", "%s %d {0}", "pull\nrequest\ttab", "ﬁne ﬀ ligature", "\u0000",
    ],
)  # fmt: skip
def test_any_text_is_a_valid_task(indexed: Home, task: str) -> None:
    if "\0" in task:
        from t2tdb import open as open_library

        with open_library(indexed.database, readonly=True) as library:
            assert library.find("pull\0request reviewer").hits
        return
    for command in ("find", "compose"):
        done = indexed.run(
            command, "--format", "json", "--", os.fsencode(task.encode("utf-8", "surrogatepass")), code=None
        )
        if done.returncode == 0:
            assert json.loads(done.stdout)["command"] == command
        else:
            assert done.returncode == 2
            assert "no word to search for" in done.stderr


def test_operators_are_words_like_any_other(indexed: Home) -> None:
    plain = ask(indexed, "pull", "request")["hits"]
    for task in ('"pull" AND request*', "(pull) -request", "pull: ^request", "pull or request"):
        hits = ask(indexed, task)["hits"]
        assert [hit["resource"]["id"] for hit in hits] == [hit["resource"]["id"] for hit in plain]


@pytest.mark.parametrize("task", ["the and of with", "a", "!!! ...", " "])
def test_a_task_without_a_word_says_what_to_do(indexed: Home, task: str) -> None:
    for command in ("find", "compose"):
        assert "word" in indexed.fails(command, task)
    assert "say what you want to do" in indexed.fails("find")


def test_an_overlong_task_is_refused_before_and_after_normalising(indexed: Home) -> None:
    assert "8,192" in indexed.fails("find", "x" * 8193)
    assert "8,192" in indexed.fails("compose", "㍿" * 3000)  # four characters each, once normalised
    assert indexed.run("find", "word " * 1638).returncode == 0


def test_words_beyond_256_are_cut_said_and_count_as_uncovered(indexed: Home) -> None:
    task = " ".join(["pull", "request", *(f"zz{i:03}" for i in range(298))])
    found = json.loads(indexed.run("find", task, "--format", "json").stdout)
    assert found["queryBoundary"]["evaluatedTermLimit"] == 256
    assert found["queryBoundary"]["totalTerms"] == 300
    assert len(found["queryBoundary"]["ignoredTerms"]) == 44
    assert found["hits"][0]["matchedTerms"] == ["pull", "request"]
    composition = json.loads(indexed.run("compose", task, "--format", "json").stdout)["composition"]
    assert composition["queryBoundary"] == found["queryBoundary"]
    assert composition["lexicalCoveragePercent"] == round(100 * 2 / 300, 1)
    assert "first 256 of 300" in indexed.run("find", task).stdout


# -- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["find", "x", "--limit", "0"], "1<=x<=100"),
        (["find", "x", "--limit", "101"], "1<=x<=100"),
        (["compose", "x", "--limit", "ten"], "not a valid integer"),
        (["find", "x", "--format", "xml"], "'json'"),
        (["find", "x", "--what"], "--what"),
        (["serch", "x"], "serch"),
        (["index", "--max-files", "0"], "x>=1"),
        (["index", "--ranking", "best"], "seed"),
        (["find", "x", "--root"], "requires an argument"),
    ],
)
def test_wrong_options_are_one_line_that_helps(home: Home, arguments: list[str], said: str) -> None:
    assert said in home.fails(*arguments)


def test_a_broken_configuration_names_the_file(home: Home) -> None:
    home.configure("limit = [")
    for command in (["find", "pull request"], ["status"]):
        assert "config.toml" in home.fails(*command)


def test_control_characters_in_errors_are_neutralised(home: Home) -> None:
    line = home.fails("index", home.path / "\x1b[31mred\x07\u202e")
    assert not set(line) & set("\x1b\x07\u202e")


def test_output_that_cannot_be_written(indexed: Home, shelf: Path) -> None:
    assert "cannot write the report" in indexed.fails("find", "pull request", "--output", shelf / "none" / "x.md")
    assert "it is a directory" in indexed.fails("find", "pull request", "--output", shelf)


def test_an_unknown_kind_is_answered_with_the_known_ones(indexed: Home) -> None:
    assert "mcp-server" in indexed.fails("find", "pull request", "--kind", "tool")
