"""``serve``, ``export`` and ``find --registry`` at the command line: what is refused, and what they cost the others."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from home import Home


def test_a_public_address_needs_a_token(indexed: Home, tmp_path: Path) -> None:
    said = indexed.fails("serve", "--host", "0.0.0.0", "--port", "0")
    assert "token" in said
    short = tmp_path / "short"
    short.write_text("abc")
    assert "guessed" in indexed.fails("serve", "--port", "0", "--token-file", short)
    assert "cannot read" in indexed.fails("serve", "--token-file", tmp_path / "missing")


def test_what_cannot_be_served_is_said(indexed: Home) -> None:
    assert "domain" in indexed.fails("serve", "--publisher", "localhost")
    assert "address" in indexed.fails("serve", "--public-url", "acme")
    assert "cannot listen" in indexed.fails("serve", "--host", "192.0.2.1", "--token-file", _token(indexed))


def _token(home: Home) -> Path:
    file = home.path / "token"
    file.write_text("0123456789abcdef0123\n")
    return file


def test_a_token_that_no_header_can_carry_is_refused(indexed: Home) -> None:
    for token in ("0123456789 abcdef", "0123456789abcdefü"):
        said = indexed.fails("serve", "--port", "0", T2TDB_SERVE_TOKEN=token)
        assert "T2TDB_SERVE_TOKEN is no token" in said
        assert token not in said


def test_a_token_of_the_environment_may_end_a_line_and_a_host_may_stand_in_brackets(indexed: Home) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("no IPv6 here")
    token = "0123456789abcdef"
    with subprocess.Popen(
        [sys.executable, "-m", "t2tdb", "serve", "--host", "[::1]", "--port", "0"],
        env=indexed.environment | {"T2TDB_SERVE_TOKEN": f"{token}\n"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            assert process.stdout
            address = process.stdout.readline().removeprefix("t2tdb serves ").strip()
            assert address.startswith("http://[::1]:")
            with httpx.Client(trust_env=False) as client:
                refused, answered = (
                    client.get(f"{address}agents", headers={"authorization": f"Bearer {each}"}) for each in ("x", token)
                )
            assert (refused.status_code, answered.status_code) == (401, 200)
        finally:
            process.terminate()


def test_without_a_database_nothing_is_served(home: Home) -> None:
    assert "t2tdb index" in home.fails("serve", "--port", "0")


def test_registries_of_the_configuration_are_checked(indexed: Home) -> None:
    for text, said in (
        ('[registries.a]\nurl = "ftp://x"', "address"),
        ('[registries.a]\nurl = "https://x.example"\nother = "y"', "other"),
        ('[registries."a b"]\nurl = "https://x.example"', "name"),
        ('[registries.a]\nurl = "https://x.example"\nfederation = "all"', "federation"),
        ('[registries.a]\nurl = "https://x.example"\ntoken-file = "/nowhere"', "token"),
        ('[registries.a]\nurl = "https://x.example"\ntoken = "schlüssel"', "token"),
        ('[registries.a]\nurl = "https://x.example"\ntoken = "two\\nlines"', "token"),
        ("registries = 3", "registries"),
    ):
        indexed.configure(text)
        assert said in indexed.fails("serve", "--port", "0"), text


def test_a_registry_that_cannot_be_reached(indexed: Home) -> None:
    done = indexed.run("find", "--registry", "http://127.0.0.1:9", "deploy", code=3)
    assert "cannot be reached" in done.stderr
    assert "nowhere is no http" in indexed.fails("find", "--registry", "nowhere", "deploy")
    for secret in ("https://ann:hunter2@x.example/", "https://x.example/?key=hunter2", "https://ann:hunter2@[x"):
        said = indexed.fails("find", "--registry", secret, "deploy")
        assert "no http" in said
        assert "hunter2" not in said
    assert "no word" in indexed.fails("find", "--registry", "http://127.0.0.1:9", "...")
    assert "8,192" in indexed.fails("find", "--registry", "http://127.0.0.1:9", "deploy " * 2_000)
    assert "--root" in indexed.fails("find", "--registry", "http://127.0.0.1:9", "--root", ".", "deploy")


def test_export_writes_what_was_asked_for(indexed: Home) -> None:
    indexed.run("export", "--output", "a.catalog.json", "--kind", "skill")
    written = json.loads((indexed.path / "a.catalog.json").read_text())
    assert {entry["kind"] for entry in written["resources"]} == {"skill"}
    assert (indexed.path / "a.catalog.json").stat().st_mode & 0o077 == 0
    piped = indexed.run("export", "--as", "ai-catalog", "--publisher", "acme.com", "--plain").stdout
    assert "t2tdb.ranking" not in piped
    assert json.loads(piped)["entries"][0]["identifier"].startswith("urn:air:acme.com:")
    indexed.run("export", "--split", "--output", "b.catalog.json")
    assert (indexed.path / "b.catalog.json").exists()
    assert "--output" in indexed.fails("export", "--split")
    assert "domain" in indexed.fails("export", "--publisher", "x")


def test_find_imports_nothing_of_it(indexed: Home) -> None:
    """The extra costs those nothing who do not use it."""
    program = (
        "import sys; from t2tdb.cli.entry import run; code = run(sys.argv[1:]);"
        " print(code, sorted({name.split('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "find", "deploy"],
        env=indexed.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr.startswith("0 ")
    for name in ("httpx", "starlette", "uvicorn", "jsonschema", "asyncio"):
        assert f"'{name}'" not in done.stderr


def test_without_the_extra_it_says_what_to_install(indexed: Home, tmp_path: Path) -> None:
    """The libraries are looked for, not imported: a finder that hides them stands for a plain install."""
    hiding = (
        "import sys, importlib.machinery as m\n"
        "class Hide:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] in ('httpx', 'starlette', 'uvicorn'): raise ModuleNotFoundError(name)\n"
        "import importlib.util as u\n"
        "u.find_spec = lambda name, package=None: None if name in ('httpx', 'starlette', 'uvicorn') else 1\n"
        "sys.meta_path.insert(0, Hide())\n"
        "from t2tdb.cli.entry import run; sys.exit(run(sys.argv[1:]))"
    )
    for arguments in (["serve"], ["find", "--registry", "http://127.0.0.1:9", "deploy"]):
        done = subprocess.run(
            [sys.executable, "-c", hiding, *arguments],
            env=indexed.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert done.stderr == "t2tdb: this needs the extra [serve]: pip install 't2tdb[serve]'\n"
