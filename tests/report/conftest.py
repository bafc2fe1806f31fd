"""A small library of values, an evil one among them, and the reports made of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from t2tdb.evaluation import Case, Outcome
from t2tdb.model import (
    Changes,
    Composition,
    Contribution,
    FormatInfo,
    Freshness,
    Hit,
    Pick,
    Problem,
    QueryBoundary,
    Resource,
    RootInfo,
    Status,
    Watcher,
)
from t2tdb.report import payload, records
from t2tdb.report.shapes import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.report.shapes import Report

ROOT = "/home/me/agents"
REVIEWER = Resource(
    "skill:skills/pr-review/skill.md",
    "Pull Request Risk Reviewer",
    "skill",
    "Review changes for correctness, security, and regression risks before they are merged.",
    ("code-review", "security", "skill"),
    "skills/pr-review/SKILL.md",
    ROOT,
    details=(("sections", "Steps, Output"),),
    format="skill",
)
SERVER = Resource(
    "mcp-server:mcp.json#github",
    "github",
    "mcp-server",
    "MCP server configuration for github.",
    ("mcp", "server"),
    "mcp.json",
    ROOT,
    entry="github",
    details=(("command", "npx"), ("transport", "stdio")),
)
CHINESE = Resource(
    "prompt:prompts/调查.prompt.md",
    "调查安全漏洞并写一份报告 👩‍💻",
    "prompt",
    "为一个仓库调查安全漏洞，并写一份可以交给团队的报告，其中包括影响范围、复现步骤和修复建议，以及后续需要跟进的事项。",
    ("security", "安全"),
    "prompts/调查.prompt.md",
    ROOT,
)
EVIL = Resource(
    "agent:evil.agent.md",
    "<script>alert(1)</script> \x1b]52;c;aGk=\x07\u202egnp.exe | `x` [a](javascript:alert(1)) *b* __c__ \ud800",
    "agent",
    "",
    ("a|b", "<b>"),
    "agents/odd\nname\x1b[2J.agent.md",
    ROOT,
    origin="backup",
)
EVERY = (REVIEWER, SERVER, CHINESE, EVIL)
CUT = QueryBoundary(256, 258, True, ("zebra", "<zoo>"))
WHOLE = QueryBoundary(256, 3, False, ())


def _find() -> Report:
    ledger = (
        Contribution("review", "name", 1, 9.773412),
        Contribution("security", "description", 2, 1.5),
        Contribution("", "phrase in name", 0, 3.0),
    )
    hits = (
        Hit(REVIEWER, 14.273412, ("review", "pull", "request", "security"), ledger=ledger),
        Hit(SERVER, 5.4, ("request",), stale=True),
        Hit(CHINESE, 3.0, ("安全",)),
        Hit(EVIL, 1.0, ("<zoo>",)),
    )
    return payload.find(
        [ROOT],
        "review a pull request for 安全 <bugs>\x1b[31m",
        hits,
        scanned_resources=1762,
        files_visited=2100,
        boundary=CUT,
        freshness=Freshness(7_300.0, False),
    )


def _compose() -> Report:
    picks = (
        Pick(REVIEWER, 14.273412, ("review", "security"), ("review", "security"), 50.0),
        Pick(EVIL, 1.0, ("notes",), ("notes",), 75.0, stale=True),
    )
    plan = Composition(
        ("review", "security", "notes", "zoo"), ("review", "security", "notes"), ("zoo",), 75.0, CUT, picks
    )
    return payload.compose([ROOT, "/srv/more"], "review, notes, zoo", plan, scanned_resources=4, files_visited=9)


def _lint() -> Report:
    problems = (
        (
            ROOT,
            Problem("error", "DUPLICATE_ID", f"Two resources share the id {EVIL.id}.", EVIL.path, resource_id=EVIL.id),
        ),
        (ROOT, Problem("warning", "DESCRIPTION_MISSING", "Say in one line when to use it.", EVIL.path, line=3)),
        (ROOT, Problem("warning", "INLINE_SECRET", "GITHUB_TOKEN holds a value.", "mcp.json")),
    )
    return payload.lint([ROOT], iter(problems), resources=4, errors=1, warnings=2, files_visited=9)


def _status() -> Report:
    registered = (
        RootInfo(ROOT, 4, 9, 3, "2026-01-02T03:04:05Z", "2026-01-03T03:04:05Z"),
        RootInfo("/mnt/gone", 0, 0, 0, "2026-01-02T03:04:05Z", None, reachable=False),
    )
    return payload.status(
        Status(
            "/home/me/.local/share/t2tdb/t2tdb.db",
            12_400_000,
            1,
            1,
            "seed",
            registered,
            (("skill", 1), ("agent", 3)),
            files=9,
            errors=1,
            warnings=2,
            freshness=Freshness(120.0, True),
            watcher=Watcher(4242, "2026-01-02T03:04:05Z", "watching"),
            degraded=("inotify is not available here; the tree is polled every 30 s",),
        )
    )


REPORTS: dict[str, Callable[[], Report]] = {
    "index": lambda: payload.index(
        [ROOT],
        iter(EVERY),
        kinds={"skill": 1, "mcp-server": 1, "prompt": 1, "agent": 1},
        files_visited=9,
        changes=Changes(4, 0, 0, 9, 0),
    ),
    "find": _find,
    "compose": _compose,
    "lint": _lint,
    "status": _status,
    "eval": lambda: payload.evaluation(
        [ROOT],
        (
            Outcome(
                Case("review a pull request", ("Pull Request Risk Reviewer",), 3),
                1,
                "Pull Request Risk Reviewer",
                passed=True,
            ),
            Outcome(Case("bake a <b>cake</b>", ()), None, "oven|timer", passed=False),
            Outcome(Case("plan", ("a", "b"), avoids=True), None, "", passed=True),
        ),
        floor=0.9,
    ),
    "tuned": lambda: payload.find(
        [ROOT],
        "revew",
        [
            Hit(
                REVIEWER,
                2.0,
                ("revew",),
                confidence=0.42,
                missing_terms=("zoo", "a|b"),
                copies=3,
                copy_paths=("b/x.md", "c/[x].md"),
            ),
        ],
        scanned_resources=4,
        files_visited=9,
        corrected=(("revew", ("review", "<renew>")),),
        fits=False,
    ),
    "roots": lambda: payload.roots([RootInfo(ROOT, 4, 9, 3, "2026-01-02T03:04:05Z", None)]),
    "demo": lambda: payload.demo(
        ["/x/examples"], "review", [Hit(REVIEWER, 2.0, ("review",))], scanned_resources=8, files_visited=9
    ),
    "formats": lambda: records.formats(
        [ROOT],
        [FormatInfo("skill", "Agent Skill", ("skill",), ("SKILL.md",), "https://agentskills.io/specification", "", 3)],
    ),
    "nothing-found": lambda: payload.find([ROOT], "zoo", [], scanned_resources=4, files_visited=9),
    "nothing-composed": lambda: payload.compose(
        [ROOT], "zoo", Composition(("zoo",), (), ("zoo",), 0.0, WHOLE, ()), scanned_resources=4, files_visited=9
    ),
    "nothing-wrong": lambda: payload.lint([ROOT], [], resources=4, errors=0, warnings=0, files_visited=9),
    "nothing-indexed": lambda: payload.index([ROOT], [], kinds={}, files_visited=0),
    "no-roots": lambda: payload.roots([]),
}


@pytest.fixture(params=list(REPORTS))
def report(request: pytest.FixtureRequest) -> Callable[[], Report]:
    """A fresh report of every sort: lists in it can be read once."""
    return REPORTS[request.param]


@pytest.fixture
def reports() -> dict[str, Callable[[], Report]]:
    """All of them by name."""
    return REPORTS
