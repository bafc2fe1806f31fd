"""P29 in places that only careless or hurried hands make: secrets in the names of servers, variables and headers, in
whole command lines, in lists where a mapping belongs, and in collections of servers. No byte of them is kept."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from t2tdb.store.migrate import open_writer
from tests.ingest.library import ingest

NUMBERS = count()


def secret() -> str:
    return f"zq{next(NUMBERS):04d}hunter"


def address() -> str:
    return f"https://me:{secret()}@example.org/mcp?api_key={secret()}&x={secret()}#{secret()}"


def servers() -> dict[str, object]:
    return {
        address(): {"command": "x"},
        address() + "/": "no object",
        "type": {"type": address()},
        "transport": {"transport": address()},
        "tags": {"command": "x", "tags": [address()]},
        "description": {"command": "x", "description": f"See https://me:{secret()}@example.org/?token={secret()}."},
        "variables": {"command": "x", "env": {f"API_KEY={secret()}": "x"}},
        "headers": {"url": "https://example.org", "headers": {f"Authorization: Bearer {secret()}": "x"}},
        "lists": {"command": "x", "env": [f"KEY={secret()}"], "headers": [f"Authorization: {secret()}"]},
        "docker": {"command": f"docker run -e KEY={secret()} -e DB_PASS={secret()} image"},
        "shell": {"command": f"sh -c 'export A={secret()}; run --pass {secret()}'"},
        "array": {"command": [f"KEY={secret()} npx", secret()]},
        "connection": {"command": f"srv 'Server=x;Pwd={secret()};AccountKey={secret()}'"},
    }


REGISTRY = {
    "$schema": "https://static.modelcontextprotocol.io/schemas/server.schema.json",
    "name": "io.example/server",
    "packages": [
        {"registryType": "mcpb", "identifier": address(), "environmentVariables": [{"name": f"A={secret()}"}]},
    ],
}
TOOLSDK = {"type": "mcp-server", "packageName": address(), "name": "one", "env": [f"K={secret()}", f"PASS={secret()}"]}
CATALOG = {
    "name": "c",
    "catalogVersion": "1",
    "resources": [
        {"name": address(), "kind": "mcp-server", "url": address()},
        {"name": "b", "kind": "mcp-server", "id": address(), "path": f"docker run -e A={secret()} image"},
        {"name": "c", "kind": "mcp-server", "url": f"https://example.org/ mcp?key={secret()}"},
    ],
}
DOCKER = f"""name: one
type: server
meta: {{category: c}}
about: {{title: t, description: d}}
config: {{secrets: [{{name: a, env: "KEY={secret()}"}}]}}
"""
PAIR = f"K={secret()}"
TWICE = f'[mcp_servers."{address()}"]\ncommand = "x"\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    files = {
        "a/mcp.json": json.dumps({"mcpServers": servers()}),
        "b/.vscode/mcp.json": json.dumps({"servers": servers()}),
        "c/opencode.json": json.dumps({"mcp": servers()}),
        "d/.codex/config.toml": TWICE,
        "e/.codex/config.toml": TWICE + TWICE,
        "f/server.json": json.dumps(REGISTRY),
        "g/packages/one.json": json.dumps(TOOLSDK),
        "h/catalog.json": json.dumps(CATALOG),
        "i/servers/one/server.yaml": DOCKER,
        "j/mcp.json": f'{{"mcpServers": {{"a": {{"command": "x", "env": {{"{PAIR}": 1, "{PAIR}": 2}}}}}}}}',
    }
    for name, text in files.items():
        path = tmp_path / "library" / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
    return tmp_path / "library"


def test_no_odd_place_keeps_a_secret(database: str, root: Path) -> None:
    with open_writer(database) as writer:
        ingest(writer, root)
        assert writer.number("SELECT count(*) FROM resources WHERE kind = 'mcp-server'") > 30
        told = {str(code) for (code,) in writer.rows("SELECT DISTINCT code FROM problems")}
        assert {"INVALID_MCP_SERVER", "INLINE_SECRET", "INLINE_SECRET_HEADER", "INVALID_TOML"} <= told
        assert {"INLINE_SECRET_COMMAND", "JSON_DUPLICATE_KEY"} <= told
    kept = b"".join(path.read_bytes() for path in Path(database).parent.iterdir() if path.is_file()).lower()
    assert [n for n in range(next(NUMBERS)) if b"zq%04dhunter" % n in kept] == []
