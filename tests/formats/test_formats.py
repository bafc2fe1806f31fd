"""Each format finds its own files, with the right kind, name and description, and leaves the others alone."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import t2tdb
from t2tdb.model import Draft, Parsed, Place
from t2tdb.parse import all_formats, claim, is_named, parse
from tests.formats.samples import NOT_RESOURCES, SAMPLES, SERVER, Sample, page


def place_of(path: str, beside: Iterable[str] = (), root: str = "") -> Place:
    """The place of a file in a library that holds these paths."""
    paths = [path, *beside]
    parts = path.split("/")
    ancestors = []
    for depth in range(len(parts)):
        prefix = "".join(f"{part}/" for part in parts[:depth])
        below = (other[len(prefix) :] for other in paths if other.startswith(prefix))
        ancestors.append(frozenset(rest.split("/")[0] for rest in below))
    return Place(path, tuple(ancestors), root)


def read(path: str, content: str, beside: Iterable[str] = (), root: str = "") -> Parsed:
    place = place_of(path, beside, root)
    return parse(claim(place), place, content.encode())


def only(path: str, content: str, beside: Iterable[str] = (), root: str = "") -> Draft:
    (draft,) = read(path, content, beside, root).resources
    return draft


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.path)
def test_a_file_of_the_format(sample: Sample) -> None:
    parsed = read(sample.path, sample.content, sample.beside)
    assert [(draft.kind, draft.name, draft.description) for draft in parsed.resources] == sample.gives
    formats = {draft.format for draft in parsed.resources}
    assert sample.format in formats or not sample.gives
    assert (parsed.sidecar is not None) == (not sample.gives)
    allowed = {"FRONTMATTER_RECOVERED"} if sample.path.endswith(".mdc") else set()
    assert {problem.code for problem in parsed.problems} <= allowed
    kinds = {made.name: made.kinds for made in all_formats()}
    assert all(draft.kind in kinds[draft.format] for draft in parsed.resources)


def test_every_format_has_a_sample_and_a_documentation() -> None:
    assert {sample.format for sample in SAMPLES} == {made.name for made in all_formats()}
    assert all(made.documentation.startswith("https://") and made.patterns for made in all_formats())


@pytest.mark.parametrize(("path", "content", "beside"), NOT_RESOURCES, ids=lambda part: str(part)[:40])
def test_a_file_that_is_no_resource(path: str, content: str, beside: tuple[str, ...]) -> None:
    assert read(path, content, beside).resources == ()


@settings(max_examples=300)
@given(st.sampled_from(SAMPLES), st.data())
def test_damaged_files_never_fail(sample: Sample, data: st.DataObject) -> None:
    text = sample.content
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    damaged = text[:start] + data.draw(st.text(max_size=5)) + text[end:]
    parsed = read(sample.path, damaged.encode("utf-8", "replace").decode(), sample.beside)
    assert "PARSER_FAILED" not in {problem.code for problem in parsed.problems}


VALUES = st.recursive(
    st.none() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=300)
@given(st.sampled_from(SAMPLES), VALUES, st.data())
def test_values_of_any_type_never_fail(sample: Sample, value: object, data: st.DataObject) -> None:
    if not sample.content.startswith("{") or "//" in sample.content:
        return
    document = json.loads(sample.content)
    document[data.draw(st.sampled_from(sorted(document)))] = value
    parsed = read(sample.path, json.dumps(document), sample.beside)
    assert "PARSER_FAILED" not in {problem.code for problem in parsed.problems}


@pytest.mark.parametrize(
    ("path", "root", "host", "scope", "origin"),
    [
        ("a/SKILL.md", "", "", "", ""),
        (".claude/skills/a/SKILL.md", "", "claude-code", "project", ""),
        ("app/.codex/skills/a/SKILL.md", "", "codex", "project", ""),
        ("skills/a/SKILL.md", ".claude", "claude-code", "user", ""),
        (".claude/skills/a/SKILL.md", "~", "claude-code", "user", ""),
        ("code/app/.claude/skills/a/SKILL.md", "~", "claude-code", "project", ""),
        ("backups/x/SKILL.md", "", "", "", "backup"),
        ("x/_archive/a/SKILL.md", "", "", "", "archive"),
        ("x/tests/fixtures/a/SKILL.md", "", "", "", "fixture"),
        (".cache/a/SKILL.md", "", "", "", "cache"),
        ("skills/templates/SKILL.md", "", "", "", ""),
        ("CLAUDE.md", "", "claude-code", "", ""),
        ("x/.windsurfrules", "", "windsurf", "", ""),
        (".cursor/rules/x.mdc", "", "cursor", "project", ""),
    ],
)
def test_provenance(path: str, root: str, host: str, scope: str, origin: str) -> None:
    draft = only(path, page(name="n", description="d"), root=root)
    assert (draft.host, draft.scope, draft.origin) == (host, scope, origin)


def test_version_and_sources_are_told() -> None:
    draft = only("a/SKILL.md", page(name="n", version="1.10"))
    assert (draft.version, draft.name_source, draft.description_source) == ("1.10", "frontmatter", "paragraph")
    plugin = only("p/.claude-plugin/plugin.json", '{"name": "p", "version": "2.0"}')
    assert (plugin.version, plugin.name_source, plugin.description_source) == ("2.0", "name", "")


def test_a_plugin_gives_its_files_the_scope() -> None:
    draft = only("p/skills/a/SKILL.md", page(name="n", description="d"), ["p/.claude-plugin/plugin.json"])
    assert draft.scope == "plugin"
    assert claim(place_of("p/skills/a/SKILL.md", ["p/.claude-plugin/plugin.json"])) == "skill+plugin"


def test_a_manifest_without_a_name_shows_under_its_directory() -> None:
    parsed = read("shop/.claude-plugin/plugin.json", '{"name": "", "description": "D."}')
    assert [draft.name for draft in parsed.resources] == ["shop"]
    assert [problem.code for problem in parsed.problems] == ["NAME_MISSING"]


def test_secrets_of_every_launch_configuration_stay_out() -> None:
    secret = {"command": ["run", "--token", "s3cr3t-argument"], "environment": {"API_KEY": "s3cr3t-env"}}
    address = "https://u:s3cr3t@h/x?key=s3cr3t"
    older = {"path": "x", "args": ["s3cr3t"], "env": {"K": "s3cr3t"}}
    remote = {"type": "http", "url": address, "headers": [{"value": "s3cr3t"}]}
    shapes = {
        "opencode.json": {"mcp": {"a": {**secret, "type": "local"}}},
        ".vscode/mcp.json": {"servers": {"a": {"url": address, "headers": {"Cookie": "s3cr3t"}}}},
        "settings.json": {"context_servers": {"a": {"command": older}}},
        "server.json": {"name": "io.x/a", "description": "d", "remotes": [remote]},
        "marketplace.json": {"plugins": [{"name": "a", "source": address}]},
        "catalog.json": {"name": "c", "resources": [{"name": "a", "description": "d", "url": address}]},
    }
    for path, document in shapes.items():
        parsed = read(path, json.dumps(document))
        assert parsed.resources, path
        assert "s3cr3t" not in repr(parsed), path


def test_a_bearer_token_in_the_open_is_told_and_stays_out() -> None:
    parsed = read(".codex/config.toml", '[mcp_servers.a]\nurl = "https://h.example/mcp"\nbearer_token = "s3cr3t"\n')
    assert [problem.code for problem in parsed.problems] == ["INLINE_SECRET_HEADER"]
    assert "s3cr3t" not in repr(parsed)


def test_json_with_comments_and_trailing_commas_is_read() -> None:
    text = '// first\n{"mcpServers": {/* x */ "a": {"command": "npx", "args": ["// no", ",]"],},},}\n'
    assert only("mcp.json", text).name == "a"
    broken = read("mcp.json", '{"mcpServers": {"a": }}')
    assert [(problem.code, problem.line) for problem in broken.problems] == [("INVALID_JSON", 1)]


PROMISED = (
    "p/.claude-plugin/plugin.json",
    ".github/plugin/plugin.json",
    ".claude-plugin/marketplace.json",
    ".agents/plugins/marketplace.json",
    "gemini-extension.json",
    "opencode.jsonc",
    "claude_desktop_config.json",
    ".well-known/agent-card.json",
    ".well-known/agent-skills/index.json",
    ".well-known/ai-catalog.json",
    ".kiro/agents/a.json",
    ".roomodes",
    ".continue/config.yaml",
    "x.prompt.yml",
)


@pytest.mark.parametrize("content", ['{"name": "a", "plugins": [', '{"name": oops}'])
@pytest.mark.parametrize("path", PROMISED)
def test_a_broken_file_that_a_host_reads_is_told(path: str, content: str) -> None:
    parsed = read(path, content)
    found = [(problem.severity, problem.code, problem.line) for problem in parsed.problems]
    flow = content.endswith("}") and path.endswith(("yaml", "yml", ".roomodes"))  # YAML in its flow style
    assert found == ([] if flow else [("error", "INVALID_DOCUMENT", 1)])
    assert is_named(claim(place_of(path)), place_of(path))


@pytest.mark.parametrize("path", ["plugin.json", "marketplace.json", "server.json", "a/index.json", "a/agent.json"])
def test_a_broken_file_that_may_be_anything_is_left_alone(path: str) -> None:
    assert read(path, '{"plugins": "source", ').problems == ()
    assert not is_named(claim(place_of(path)), place_of(path))


@pytest.mark.parametrize(("content", "codes"), [("", ["INVALID_DOCUMENT"]), ("[]", ["INVALID_DOCUMENT"]), ("{}", [])])
def test_an_empty_marketplace(content: str, codes: list[str]) -> None:
    assert [problem.code for problem in read(".claude-plugin/marketplace.json", content).problems] == codes


def test_a_list_of_servers_that_names_mcp_is_read_from_a_file_of_any_name() -> None:
    address = {"servers": {"a": {"url": "https://a.example/mcp"}}}
    assert only("tools/mcp-servers.json", json.dumps(address)).name == "a"
    assert only(".vscode/settings.json", json.dumps({"mcp": address})).name == "a"
    assert only(".vscode/mcp.json", '{"servers": {"a": {"type": "http"}}}').name == "a"
    assert only("p/.mcp.json", '{"a": {"type": "sse"}}').name == "a"
    assert only("registry.json", '{"servers": {"a": {"url": "https://a.example", "type": "http"}}}').name == "a"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16", "utf-8-sig"])
def test_a_page_in_utf_16_is_read_with_its_mark_or_without(encoding: str) -> None:
    place = place_of("a/SKILL.md")
    (draft,) = parse(claim(place), place, page(name="café", description="Tea.").encode(encoding)).resources
    assert (draft.name, draft.description) == ("café", "Tea.")


def test_an_extension_of_gemini_gives_its_parts_host_and_scope() -> None:
    manifest = {"name": "x", "version": "1", "description": "d", "mcpServers": {"s": {"command": "npx"}}}
    parsed = read("ext/gemini-extension.json", json.dumps(manifest), ["ext/gemini-extension.json"])
    assert {(draft.kind, draft.host, draft.scope) for draft in parsed.resources} == {
        ("plugin", "gemini-cli", "plugin"),
        ("mcp-server", "gemini-cli", "plugin"),
    }
    command = only("ext/commands/go.toml", 'prompt = "Go."', ["ext/gemini-extension.json"])
    assert (command.host, command.scope) == ("gemini-cli", "plugin")


def test_a_name_alone_promises_a_resource_or_not() -> None:
    named = {
        path: is_named(claim(place_of(path)), place_of(path)) for path in ("a/SKILL.md", "mcp.json", "x.json", "x.md")
    }
    assert named == {"a/SKILL.md": True, "mcp.json": True, "x.json": False, "x.md": False}


def test_formats_are_listed_with_counts(tmp_path: Path, database: str) -> None:
    from t2tdb.library import formats

    (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": {"a": SERVER, "b": SERVER}}))
    with t2tdb.open(database) as library:
        library.index(str(tmp_path))
        counts = {made.name: made.resources for made in formats(library.reader)}
    assert counts["mcp"] == 2
    assert sum(counts.values()) == 2
    assert {made.resources for made in formats(None)} == {0}
