"""The formats of the seed's table: kinds, names, fallbacks, tags, details, problems."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from t2tdb.model import Draft, Parsed, Place
from t2tdb.parse import claim, oversize, parse


def read(path: str, text: str | bytes) -> Parsed:
    place = Place(path, (frozenset(),) * (path.count("/") + 1))
    return parse(claim(place), place, text.encode() if isinstance(text, str) else text)


def only(parsed: Parsed) -> Draft:
    (draft,) = parsed.resources
    return draft


def codes(parsed: Parsed) -> list[str]:
    return [problem.code for problem in parsed.problems]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("a/SKILL.md", "skill"),
        ("a/Skill.MD", "skill"),
        ("a/review.skill.md", "skill"),
        ("a/review.agent.md", "agent"),
        ("a/review.prompt.md", "prompt"),
        (".github/copilot-instructions.md", "prompt"),
        ("a/python.instructions.md", "prompt"),
    ],
)
def test_kind_and_id_follow_the_name(path: str, kind: str) -> None:
    draft = only(read(path, "---\nname: N\ndescription: D\n---\n"))
    assert (draft.kind, draft.id) == (kind, f"{kind}:{path.lower()}")


@pytest.mark.parametrize("path", ["README.md", "a/readme_zh.md", "a/x.txt", "SKILL.md.bak", "agent.md.txt"])
def test_other_files_are_not_claimed(path: str) -> None:
    assert claim(Place(path, (frozenset(),))) == ""


def test_name_falls_back_to_heading_then_directory_then_stem() -> None:
    assert only(read("pdf/SKILL.md", "# Read PDFs\n\nProse.\n")).name == "Read PDFs"
    assert only(read("pdf/SKILL.md", "Prose only.\n")).name == "pdf"
    assert only(read("pdf/skill.md", "")).name_source == "directory"
    assert only(read("a/fix-it.prompt.md", "Prose only.\n")).name == "fix-it"
    assert only(read(".github/copilot-instructions.md", "Prose.\n")).name == "copilot-instructions"
    assert only(read("SKILL.md", "Prose.\n")).name == "SKILL"


def test_description_falls_back_to_summary_then_prose() -> None:
    assert only(read("a/SKILL.md", "---\nsummary: S\n---\nProse.\n")).description == "S"
    assert only(read("a/SKILL.md", "---\ndescription: D\nsummary: S\n---\n")).description == "D"
    assert (
        only(read("a/SKILL.md", "# T\n\n- item\n\nProse one\ngoes on.\n\nNext.\n")).description == "Prose one goes on."
    )
    missing = read("a/SKILL.md", "# T\n")
    assert only(missing).description == ""
    assert codes(missing) == ["DESCRIPTION_MISSING"]


def test_line_breaks_become_blanks_and_other_white_space_stays() -> None:
    draft = only(read("a/SKILL.md", '---\ndescription: |\n  one  two\n  three\n\n  four\nname: "a\\tb"\n---\n'))
    assert draft.description == "one  two three four"
    assert draft.name == "a\tb"


def test_tags_are_gathered_from_everywhere_and_sorted() -> None:
    text = "---\ntags:\n- b\n- A\nkeywords: 'c, d'\nmetadata:\n  tags: [e]\n  openclaw:\n    tags: [f, b]\n---\nP.\n"
    draft = only(read("a/SKILL.md", text))
    assert draft.tags == ("A", "b", "c", "d", "e", "f", "skill")
    assert draft.text.content_tags == ("A", "b", "c", "d", "e", "f")


def test_sections_leave_out_what_is_in_fences() -> None:
    text = "# T\n\nP.\n\n```sh\n# no\n```\n## One\n~~~\n## no\n~~~\n### Two\n#### too deep\n"
    draft = only(read("a/SKILL.md", text))
    assert draft.details == (("sections", "One, Two"),)
    assert draft.headings == ("T", "One", "Two")


def test_invalid_frontmatter_is_reported_and_read() -> None:
    parsed = read("a/SKILL.md", "---\nname: x\ndescription: Use when: broken\n---\n")
    assert only(parsed).description == "Use when: broken"
    (problem,) = parsed.problems
    assert (problem.code, problem.line) == ("FRONTMATTER_RECOVERED", 3)


def test_hidden_characters_and_long_descriptions_are_reported() -> None:
    parsed = read("a/SKILL.md", f"---\nname: pay\u202epal\ndescription: {'x' * 1_025}\n---\n")
    assert codes(parsed) == ["DESCRIPTION_LONG", "HIDDEN_CHARACTERS"]
    assert "U+202E" in parsed.problems[1].message
    assert codes(read("a/SKILL.md", f"---\nname: n\ndescription: {'x' * 1_024}\n---\n")) == []


def test_name_that_is_a_list_is_not_used_and_is_reported() -> None:
    parsed = read("pdf/SKILL.md", "---\nname: [a, b]\ndescription: d\n---\n")
    assert only(parsed).name == "pdf"
    assert codes(parsed) == ["FRONTMATTER_VALUE"]


SERVERS = {
    "mcpServers": {
        "git hub": {
            "command": "npx",
            "args": ["-y", "--token", "ghp_abcdefghijklmnopqrstuvwxyz0123456789"],
            "env": {
                "GITHUB_TOKEN": "s3cr3t-value",
                "OK_KEY": "${KEY}",
                "ALSO_KEY": "$KEY",
                "EMPTY_KEY": "",
                "HOME": "/x",
            },
            "headers": {"Authorization": "Bearer s3cr3t-header"},
        },
        "remote": {
            "type": "http",
            "url": "https://user:s3cr3t-url@example.org/mcp?api_key=s3cr3t-query",
            "tags": ["x"],
        },
        "nothing": {"description": "  Does \n nothing. "},
        "wrong": "npx",
    }
}


def test_servers_become_resources_and_keep_no_secret() -> None:
    parsed = read("x/.mcp.json", json.dumps(SERVERS))
    assert [(draft.id, draft.name, draft.description) for draft in parsed.resources] == [
        ("mcp-server:x/.mcp.json#git-hub", "git hub", "MCP server configuration for git hub."),
        ("mcp-server:x/.mcp.json#nothing", "nothing", "Does nothing."),
        ("mcp-server:x/.mcp.json#remote", "remote", "MCP server configuration for remote."),
    ]
    assert parsed.resources[0].details == (("command", "npx"),)
    assert parsed.resources[2].tags == ("http", "mcp", "server", "x")
    assert sorted(codes(parsed)) == [
        "INLINE_SECRET",
        "INLINE_SECRET_ARGUMENT",
        "INLINE_SECRET_HEADER",
        "INLINE_SECRET_URL",
        "INVALID_MCP_SERVER",
        "MCP_LAUNCH_MISSING",
    ]
    assert "s3cr3t" not in repr(parsed)
    assert "ghp_" not in repr(parsed)


def test_catalog_entries_become_resources() -> None:
    entries = [
        {"id": "Brief Writer", "name": "Brief", "kind": "prompt", "description": "Writes.", "capabilities": ["sum up"]},
        {"name": "No text", "path": "./x.md"},
        {"kind": "unknown", "description": "Nameless."},
        "text",
    ]
    parsed = read("team.catalog.json", json.dumps({"catalogVersion": 1, "resources": entries}))
    assert [(draft.id, draft.kind, draft.name) for draft in parsed.resources] == [
        ("catalog:brief-writer", "prompt", "Brief"),
        ("catalog:team.catalog.json#no-text", "catalog", "No text"),
        ("catalog:team.catalog.json#2", "catalog", "Entry 3"),
    ]
    assert parsed.resources[0].tags == ("prompt", "sum up")
    assert parsed.resources[1].details == (("locator", "./x.md"),)
    assert set(codes(parsed)) == {"CATALOG_SCHEMA", "DESCRIPTION_MISSING", "INVALID_CATALOG_ENTRY", "NAME_MISSING"}


def test_entries_beyond_the_bound_are_left_out_with_a_word() -> None:
    servers = {f"s{number:05}": {"command": "x"} for number in range(5_001)}
    parsed = read("mcp.json", json.dumps({"mcpServers": servers}))
    assert len(parsed.resources) == 5_000
    assert codes(parsed) == ["ENTRY_LIMIT_REACHED"]
    catalog = read("catalog.json", json.dumps({"name": "c", "resources": [{"name": "n", "description": "d"}] * 5_001}))
    assert len(catalog.resources) == 5_000
    assert codes(catalog) == ["ENTRY_LIMIT_REACHED"]


@pytest.mark.parametrize(
    "text", ["{", "[" * 100_000, '{"a": NaN}', '{"a": ' * 900 + "1" + "}" * 900, "", '{"a": 1} x', "{'a': 1}"]
)
def test_broken_json_is_reported_only_where_the_name_promises_a_resource(text: str) -> None:
    assert codes(read("mcp.json", text)) == ["INVALID_JSON"]
    assert read("data.json", text) == Parsed()


def test_json_peculiarities() -> None:
    assert len(read("any.json", b"\xef\xbb\xbf" + json.dumps(SERVERS).encode()).resources) == 3
    assert len(read("any.json", '{"mcp\\u0053ervers": {"a": {"command": "x"}}}').resources) == 1
    assert codes(read("a.json", '{"mcpServers": {"a": {"command": "x"}, "a": {"command": "y"}}}')) == [
        "JSON_DUPLICATE_KEY"
    ]
    lone = read("a.json", '{"mcpServers": {"a\\ud800\\u0000": {"command": "x"}}}')
    assert only(lone).name == "a\ufffd\ufffd"
    assert codes(read("a.json", '{"mcpServers": {"a": {"command": "x", "n": ' + "9" * 5_000 + "}}}")) == []


def test_too_large_is_a_problem_only_where_the_name_promises_a_resource() -> None:
    def problem(path: str) -> str | None:
        place = Place(path, (frozenset(),))
        found = oversize(claim(place), place)
        return found.code if found else None

    assert problem("SKILL.md") == "FILE_TOO_LARGE"
    assert problem("x.catalog.json") == "FILE_TOO_LARGE"
    assert problem("data.json") is None
    assert problem("README.md") is None


@settings(max_examples=150)
@given(
    st.sampled_from(["a/SKILL.md", "x.agent.md", "mcp.json", "catalog.json", "a.json"]),
    st.binary(max_size=400)
    | st.text(alphabet=st.sampled_from('-:\n #[]{}"\\ud8mcpServersna,&*!|>`~'), max_size=200).map(str.encode),
)
def test_any_bytes_are_read(path: str, data: bytes) -> None:
    parsed = read(path, data)
    assert "PARSER_FAILED" not in codes(parsed)
    repr(parsed).encode()
    for draft in parsed.resources:
        (draft.name + draft.description + draft.text.body).encode()
