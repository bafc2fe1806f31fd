"""YAML and JSON made to hurt: each is a value or a named problem, in little time and memory."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from t2tdb.model import Place
from t2tdb.parse import claim, parse

FRONTMATTER = {
    "alias bomb": "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\nd: [*c,*c]",
    "deep flow": "[" * 30_000,
    "deep flow value": "name: " + "[" * 30_000,
    "deep block": "\n".join(" " * depth + "k:" for depth in range(400)),
    "deep dashes": "- " * 5_000,
    "cycle": "name: &x [*x]",
    "cycle in mapping": "&x name: *x",
    "object": "name: !!python/object/apply:os.system [id]",
    "date": "name: 2001-99-99",
    "digits": "name: " + "9" * 60_000,
    "many keys": "\n".join(f"k{number}: v" for number in range(50_000)),
    "many flow keys": "{" + ",".join(f"k{number}: v" for number in range(6_000)) + "}",
    "long scalar": "name: " + "x" * 500_000,
    "long line of quotes": 'name: "' + "\\" * 200_000,
    "colons": ": " * 100_000,
    "bad escapes": 'name: "' + "\\u12" * 10_000 + '"',
    "unhashable key": "{{a: b}}: c",
    "complex key": "? - a\n  - b\n: c",
    "tabs": "\t" * 100_000,
    "open quote on every line": "\n".join(f'k{number}: "open' for number in range(2_000)),
    "directive": "%YAML 9.9",
    "folded": "name: >\n" + "  x\n\n" * 20_000,
    "comment lines": "#\n" * 100_000,
}
JSON = {
    "deep lists": "[" * 500_000,
    "deep objects": '{"mcpServers":' * 50_000,
    "closed deep lists": '{"mcpServers": ' + "[" * 900 + "]" * 900 + "}",
    "digits": '{"mcpServers": {"a": {"command": "x", "n": ' + "9" * 900_000 + "}}}",
    "not a number": '{"mcpServers": NaN}',
    "infinity": '{"mcpServers": {"a": {"n": Infinity}}}',
    "twins": '{"mcpServers": {' + ",".join('"a": {"command": "x"}' for _ in range(20_000)) + "}}",
    "many servers": json.dumps({"mcpServers": {f"s{number}": {} for number in range(50_000)}}),
    "many entries": json.dumps({"name": "x", "resources": [{}] * 100_000}),
    "many tags": json.dumps({"mcpServers": {"a": {"command": "x", "tags": ["t"] * 100_000}}}),
    "comma string": json.dumps({"mcpServers": {"a": {"command": "x", "tags": "t," * 400_000}}}),
    "backslashes": '{"mcpServers": "' + "\\" * 500_000,
    "long command": json.dumps({"mcpServers": {"a": {"command": "https://a:b@c?token=d " * 40_000}}}),
    "lone surrogates": '{"mcpServers": {"' + "\\ud800" * 100_000 + '": {}}}',
}
BODIES = {
    "fences": "```\n" * 200_000,
    "headings": "# " * 400_000,
    "hashes": "#" * 1_000_000,
    "comments": "<!--" * 250_000,
    "breaks": "---\n" * 250_000,
    "one line": "a " * 500_000,
    "joiners": "# \u200d\u200d" + "\u200d" * 300_000,
    "nul": "\x00" * 1_000_000,
}


def cases() -> dict[str, tuple[str, bytes]]:
    """Name -> path and bytes of one file."""
    made = {f"frontmatter {name}": ("a/SKILL.md", f"---\n{block}\n---\nbody\n") for name, block in FRONTMATTER.items()}
    made |= {f"unclosed {name}": ("a/SKILL.md", f"---\n{block}") for name, block in FRONTMATTER.items()}
    made |= {f"json {name}": ("mcp.json", text) for name, text in JSON.items()}
    made |= {f"body {name}": ("a/SKILL.md", text) for name, text in BODIES.items()}
    encoded = {name: (path, text.encode("utf-8", "surrogatepass")) for name, (path, text) in made.items()}
    encoded["utf-16"] = ("a/SKILL.md", "---\nname: x\ndescription: y\n---\n".encode("utf-16"))
    encoded["latin"] = ("a/SKILL.md", b"---\nname: caf\xe9\ndescription: y\n---\n")
    encoded["half a mark"] = ("a/SKILL.md", b"\xff\xfe\x00")
    return encoded


CHILD = """
import sys, time
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (256 << 20, 256 << 20))
except ImportError:
    pass
from tests.hostile.test_documents import cases
from t2tdb.model import Place
from t2tdb.parse import claim, parse
for name, (path, data) in cases().items():
    place = Place(path, (frozenset(),))
    start = time.process_time()
    parsed = parse(claim(place), place, data[: 1 << 20])
    codes = {problem.code for problem in parsed.problems}
    spent = time.process_time() - start
    if spent > 2 or "PARSER_FAILED" in codes:
        sys.exit(f"{name}: {spent:.2f} s of processor time, {sorted(codes)}")
print("all", len(cases()))
"""


def test_no_document_takes_two_seconds_or_256_mebibytes() -> None:
    done = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, text=True, timeout=100, check=False)
    assert (done.returncode, done.stderr[-600:]) == (0, "")
    assert done.stdout == f"all {len(cases())}\n"


@pytest.mark.parametrize("name", [f"frontmatter {name}" for name in FRONTMATTER if name != "date"])
def test_refused_frontmatter_is_named(name: str) -> None:
    path, data = cases()[name]
    place = Place(path, (frozenset(),))
    parsed = parse(claim(place), place, data)
    assert len(parsed.resources) == 1
    harmless = {"frontmatter digits", "frontmatter comment lines", "frontmatter folded"}
    codes = {problem.code for problem in parsed.problems}
    assert codes & {"FRONTMATTER_RECOVERED", "FRONTMATTER_EMPTY"} or name in harmless


def test_other_encodings_are_read_or_reported() -> None:
    for name, wanted, code in (("utf-16", "x", None), ("latin", "caf\ufffd", "INVALID_UTF8")):
        path, data = cases()[name]
        place = Place(path, (frozenset(),))
        parsed = parse(claim(place), place, data)
        assert parsed.resources[0].name == wanted
        assert [problem.code for problem in parsed.problems] == ([code] if code else [])
