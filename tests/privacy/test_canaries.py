"""P29: secrets never reach the disk. Canaries of twenty shapes stand wherever an MCP file can hold a secret; after an
index, edits, a deletion, a crash and a rebuild, every byte beside the database and all that was printed is searched.

The test fails when redaction is removed: the last tests here plant exactly that.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from t2tdb.store.connection import open_reader
from t2tdb.store.migrate import open_writer
from tests.ingest.library import ingest

SHAPES = {
    "github": "ghp_Zq{n}" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1",
    "github-fine": "github_pat_Zq{n}" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3",
    "gitlab": "glpat-Zq{n}" + "aB3dE5fG7hJ9kL1mN3",
    "openai": "sk-proj-Zq{n}" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3",
    "anthropic": "sk-ant-api03-Zq{n}" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3",
    "stripe": "sk_live_Zq{n}" + "aB3dE5fG7hJ9kL1mN3",
    "slack": "xoxb-12345678{n}-" + "aB3dE5fG7hJ9kL1mN3pQ5rS7",
    "aws": "AKIAZQ{n}" + "AB3DE5FG7HJ9KL1M",
    "google": "AIzaZq{n}" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3",
    "huggingface": "hf_Zq{n}" + "aB3dE5fG7hJ9kL1mN3pQ5rS7",
    "npm": "npm_Zq{n}" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3",
    "pypi": "pypi-AgEIcHlwaS5vcmcZq{n}" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3",
    "sendgrid": "SG.Zq{n}aB3dE5fG7hJ9kL1mN3.pQ5rS7tU9vW1xY3aB3dE5fG7hJ9",
    "jwt": "eyJhbGciOiJIUzI1Zq{n}." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0.aB3dE5fG7hJ9kL1mN3",
    "replicate": "r8_Zq{n}" + "aB3dE5fG7hJ9kL1mN3pQ5rS7",
    "private-key": "-----BEGIN PRIVATE KEY-----\nMIIZq{n}aB3dE5fG7hJ9\n-----END PRIVATE KEY-----",
    "password": "Zq{n}-correct horse battery staple",
    "hex": "zq{n}" + "deadbeefcafebabe0123456789abcdef",
    "base64": "Zq{n}" + "YUIzZEU1Zkc3aEo5a0wxbU4zcFE1clM3==",
    "short": "Zq{n}hunter2",
}
TOKENS = [name for name in SHAPES if name not in ("password", "hex", "base64", "short")]
"""Shapes of recognised formats: only those can be told from words in a text."""


class Canaries:
    """Makes secrets, each one once, and knows what betrays each."""

    def __init__(self) -> None:
        self.needles: dict[str, bytes] = {}

    def new(self, shape: str, place: str) -> str:
        number = f"{len(self.needles):04d}"
        secret = SHAPES[shape].replace("{n}", number)
        self.needles[f"{shape} in {place}"] = f"q{number}".encode()  # what follows the prefix, whatever the case
        return secret


def write_library(root: Path, canaries: Canaries) -> None:
    """An MCP file of each shape with a secret in every place, invalid and huge ones, and pages with tokens."""
    for shape in SHAPES:

        def new(place: str, shape: str = shape) -> str:
            return canaries.new(shape, place)

        escaped = new("escaped env").replace("\n", "\\n").replace("Z", "\\u005a").replace("z", "\\u007a")
        server = {
            "command": "npx",
            "args": ["--token", new("args"), f"--key={new('args after =')}", {"nested": [new("nested args")]}],
            "env": {"API_TOKEN": new("env"), "PLAIN": new("plain env"), "DEEP": {"a": [new("nested env")]}},
            "headers": {"Authorization": f"Bearer {new('header')}", "X-Other": new("other header")},
            "url": f"https://user:{_quoted(new('user-info'))}@example.com/mcp?key={_quoted(new('query'))}#{_quoted(new('fragment'))}",
            "auth": {"client_secret": new("auth"), "list": [[new("deep list")]]},
        }
        split = new("split").replace("\n", "")
        halves = {"args": [split[: len(split) // 2], split[len(split) // 2 :]], "command": "run"}
        text = json.dumps({"mcpServers": {f"server-{shape}": server, "halves": halves}, "inputs": [new("inputs")]})
        text = text[:-1] + f', "escaped": "{escaped}"}}'
        directory = root / shape
        directory.mkdir(parents=True)
        (directory / "mcp.json").write_text(text)
        broken = json.dumps({"mcpServers": {"broken": {"env": {"KEY": new("invalid file")}}}})
        (directory / "catalog.json").write_text(broken[:-2] + ",,")
        (directory / "mcp-config.json").write_text(
            '{"mcpServers": {"a": "' + new("server as text").replace("\n", " ") + '"}}'
        )
    huge = {"mcpServers": {"huge": {"command": "x", "args": ["y" * 1_200_000, canaries.new("github", "huge file")]}}}
    (root / "mcp.json").write_text(json.dumps(huge))
    write_pages(root, canaries)


def write_pages(root: Path, canaries: Canaries) -> None:
    for shape in TOKENS:

        def new(place: str, shape: str = shape) -> str:
            return canaries.new(shape, f"page {place}")

        one_line = new("name").replace("\n", " ")
        (root / shape / "SKILL.md").write_text(
            f"---\nname: {one_line}\ndescription: Use {new('description').replace(chr(10), ' ')} now\n"
            f"tags: [one, {new('tag').replace(chr(10), ' ')}]\n---\n"
            f"# Heading {new('heading').replace(chr(10), ' ')}\n\n"
            f"Words around `{new('body')}` stay findable.\n\n```sh\nexport KEY={new('code')}\n```\n"
        )
        (root / shape / "x.prompt.md").write_text(f"---\nname: [broken\n---\nfirst {new('fallback')} words")
        (root / shape / "y.agent.md").write_text("word " * 70 + new("where the summary is cut"))


def _quoted(text: str) -> str:
    return text.replace("\n", "%0A").replace(" ", "%20")


def run(database: str, *arguments: str) -> bytes:
    done = subprocess.run(
        [sys.executable, "-m", "t2tdb", "--db", database, *arguments], capture_output=True, check=False
    )
    assert done.returncode in (0, 1, 3), done.stderr
    return done.stdout + done.stderr


def betrayed(directory: Path, printed: bytes, canaries: Canaries) -> list[str]:
    """The canaries that stand in any file of a directory or in what was printed."""
    haystacks = [printed.lower(), *(path.read_bytes().lower() for path in directory.rglob("*") if path.is_file())]
    everything = b"\n".join(haystacks)
    return [name for name, needle in canaries.needles.items() if needle in everything]


@pytest.fixture
def canaries() -> Canaries:
    return Canaries()


@pytest.fixture
def root(tmp_path: Path, canaries: Canaries) -> Path:
    path = tmp_path / "library"
    path.mkdir()
    write_library(path, canaries)
    return path


CRASH = """
import os, sys
from pathlib import Path
from t2tdb.store.migrate import open_writer
from tests.ingest.library import ingest
writer = open_writer(sys.argv[1])
ingest(writer, Path(sys.argv[2]))
os._exit(9)
"""


@pytest.mark.timeout(300)
def test_no_secret_is_ever_written_or_printed(database: str, root: Path, canaries: Canaries) -> None:
    directory = Path(database).parent
    printed = run(database, "index", str(root), "--verbose")
    assert betrayed(directory, printed, canaries) == []
    with open_reader(database) as reader:
        assert reader.number("SELECT count(*) FROM resources WHERE kind = 'mcp-server'") >= 2 * len(SHAPES)
        assert reader.rows("SELECT name FROM resources WHERE path = 'aws/x.prompt.md'") != []
        assert reader.number("SELECT count(*) FROM problems WHERE code = 'SECRET_IN_TEXT'") >= 6 * len(TOKENS)
    found = run(database, "find", "findable", "--format", "json", "--explain")
    assert b"stay" not in found
    assert json.loads(found)["summary"]["matches"] >= 10, "only the tokens are kept out"
    for command in (
        ["lint", "--format", "json"],
        ["lint", "--format", "html"],
        ["index", "--format", "markdown"],
        ["find", "server halves npx", "--limit", "100", "--format", "json"],
        ["compose", "server words around"],
        ["log", "--format", "json"],
        ["show", "server-github"],
    ):
        printed += run(database, *command)
    (root / "github" / "mcp.json").write_text((root / "gitlab" / "mcp.json").read_text())
    (root / "slack" / "SKILL.md").unlink()
    subprocess.run([sys.executable, "-c", CRASH, database, str(root)], check=False)
    assert os.path.exists(database + "-wal")
    assert betrayed(directory, printed, canaries) == [], "in the log after a crash"
    printed += run(database, "index")
    printed += run(database, "check", "--deep")
    printed += run(database, "rebuild")
    printed += run(database, "backup", str(directory / "copy.db"))
    assert betrayed(directory, printed, canaries) == []


def without_masks(patch: pytest.MonkeyPatch) -> None:
    import t2tdb.redact

    patch.setattr(t2tdb.redact, "_TOKEN", __import__("re").compile("(?!)"))


def with_arguments(patch: pytest.MonkeyPatch) -> None:
    """A parser that keeps what it was given: the arguments come along in the details."""
    import dataclasses

    prepare = importlib.import_module("t2tdb.ingest.prepare")
    real = prepare.parse

    def parse(claim: str, place: object, data: bytes) -> object:
        parsed = real(claim, place, data)
        if claim != "json":
            return parsed
        kept = [
            dataclasses.replace(draft, details=(*draft.details, ("raw", data.decode(errors="replace"))))
            for draft in parsed.resources
        ]
        return dataclasses.replace(parsed, resources=tuple(kept))

    patch.setattr(prepare, "parse", parse)


@pytest.mark.parametrize("plant", [without_masks, with_arguments])
def test_the_search_finds_secrets_where_redaction_is_removed(
    database: str, root: Path, canaries: Canaries, monkeypatch: pytest.MonkeyPatch, plant: object
) -> None:
    assert callable(plant)
    plant(monkeypatch)
    with open_writer(database) as writer:
        ingest(writer, root)
    assert len(betrayed(Path(database).parent, b"", canaries)) > 10


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    path = tmp_path / "pages"
    (path / "a").mkdir(parents=True)
    return path


def test_only_the_token_is_kept_out_and_its_line_is_told(database: str, pages: Path) -> None:
    token = "ghp_" + "a1B2" * 9
    (pages / "a" / "SKILL.md").write_text(
        f"---\nname: One\ndescription: Two.\n---\nbefore {token}.after\n\n{token} {token}\n"
    )
    with open_writer(database) as writer:
        ingest(writer, pages)
        assert writer.rows("SELECT line, message FROM problems WHERE code = 'SECRET_IN_TEXT' ORDER BY line") == [
            (5, "A token of a known format stands here; it is kept out of the index. Revoke it if it is real."),
            (7, "A token of a known format stands here; it is kept out of the index. Revoke it if it is real."),
        ]
        terms = {str(term) for (term,) in writer.rows("SELECT term FROM terms")}
    assert {"before", "after"} <= terms
    assert not [term for term in terms if "a1b2" in term]


@pytest.mark.parametrize(
    "word",
    [
        "sk-learn-compatible-estimators",
        "task-management-for-agents",
        "ghp_short",
        "AKIA",
        "secret_sauce",
        "fc-barcelona",
    ],
)
def test_words_that_look_a_little_like_tokens_stay(database: str, pages: Path, word: str) -> None:
    (pages / "a" / "SKILL.md").write_text(f"---\nname: One\ndescription: Two.\n---\nThe word {word} stays.\n")
    with open_writer(database) as writer:
        ingest(writer, pages)
        assert writer.rows("SELECT code FROM problems") == []


ERASED = "Zebrafinch"


def test_a_removed_text_leaves_no_trace(database: str, pages: Path) -> None:
    """secure_delete clears rows; FTS5 keeps old entries until it merges, so the writer merges after removals (M5)."""
    (pages / "a" / "SKILL.md").write_text(
        f"---\nname: {ERASED}\ndescription: {ERASED}.\ntags: [{ERASED}]\n---\n{ERASED}\n"
    )
    assert run(database, "index", str(pages), "--quiet", "--format", "json")
    assert ERASED.lower().encode() in Path(database).read_bytes().lower()
    (pages / "a" / "SKILL.md").write_text("---\nname: Other\ndescription: Words.\n---\n")
    run(database, "index", "--quiet")
    with open_writer(database) as writer, writer.transaction():
        writer.run("DELETE FROM changes")  # the history tells, within its bounds, what things were called
    with open_writer(database) as writer:
        writer.truncate_log()
    for path in Path(database).parent.iterdir():
        assert ERASED.lower().encode() not in path.read_bytes().lower(), path.name
