"""The HTML report in a real browser: three sizes, the filter, the keyboard, and the content security policy."""

from __future__ import annotations

from pathlib import Path

import pytest
from devtools import Page

from t2tdb.model import Composition, Contribution, Freshness, Hit, Pick, Problem, QueryBoundary, Resource
from t2tdb.report import payload, render
from t2tdb.report.shapes import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.report.shapes import Report

pytestmark = pytest.mark.browser

KINDS = ("skill", "agent", "prompt", "mcp-server")
ATTACK = (
    "<img src=x onerror='pwned=1'><script>pwned=1</script></style></script>\"'><svg onload=pwned=1>"
    "{{ 7*7 }} \x1b]8;;javascript:pwned=1\x07 \u202eevil"
)
SIZES = [(360, 740), (768, 1024), (1440, 900)]


def resource(number: int, name: str, description: str = "Does one thing well, and says which.") -> Resource:
    kind = KINDS[number % len(KINDS)]
    path = f"library/{'deep/' * (number % 9)}{number}-{'x' * (number % 60)}/SKILL.md"
    return Resource(
        f"{kind}:{path}", name, kind, description, ("testing", kind), path, "/r", details=(("model", "any"),)
    )


def write(tmp_path: Path, report: Report) -> str:
    file = tmp_path / "report.html"
    file.write_text("".join(render(report, "html")), encoding="utf-8")
    return file.as_uri()


def inventory(count: int) -> Report:
    resources = [resource(number, f"Resource number {number}") for number in range(count)]
    resources[0] = resource(0, ATTACK, ATTACK)
    resources[-1] = resource(0, "调查安全漏洞 ＦＵＬＬ width", "W" * 400)
    kinds = {kind: count // len(KINDS) for kind in KINDS}
    return payload.index(["/r"], resources, kinds=kinds, files_visited=count)


def every_report() -> dict[str, Report]:
    hits = [
        Hit(resource(n, ATTACK if n == 2 else f"Hit {n}"), 9.5 - n, ("review", "W" * 90), stale=n == 1)
        for n in range(4)
    ]
    ledger = (Contribution("review", "name", 2, 6.5), Contribution("", "phrase in name", 0, 3.0))
    hits[0] = Hit(resource(0, "First"), 9.5, ("review",), ledger=ledger)
    cut = QueryBoundary(256, 300, True, tuple(f"word{n}" for n in range(44)))
    picks = (
        Pick(hits[0].resource, 9.5, ("review",), ("review",), 50.0),
        Pick(hits[2].resource, 7.5, ("x",), ("x",), 100.0),
    )
    plan = Composition(("review", "x"), ("review", "x"), (), 100.0, cut, picks)
    problems = [
        ("/r", Problem("error" if n % 3 else "warning", "DUPLICATE_ID", ATTACK, "a/" * n + "b", line=n))
        for n in range(1, 9)
    ]
    return {
        "index": inventory(12),
        "find": payload.find(
            ["/r"],
            f"review {ATTACK}",
            hits,
            scanned_resources=9,
            files_visited=9,
            boundary=cut,
            freshness=Freshness(90.0, False),
        ),
        "compose": payload.compose(["/r"], "review x", plan, scanned_resources=9, files_visited=9),
        "lint": payload.lint(["/r"], problems, resources=9, errors=5, warnings=3, files_visited=9),
    }


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}px")
@pytest.mark.parametrize("name", ["index", "find", "compose", "lint"])
def test_nothing_runs_and_nothing_overflows(page: Page, tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    page.open(write(tmp_path, every_report()[name]), width=size[0], height=size[1], dark=size[0] == 768)
    assert page.run("typeof pwned") == "undefined"
    assert page.run("document.querySelectorAll('img, svg, iframe, a, form, main script, main style').length") == 0
    assert page.run("document.documentElement.scrollWidth") <= size[0]
    wide = """[...document.querySelectorAll('main *')].filter((node) => !node.closest('.groups, .wide') &&
        node.getBoundingClientRect().right > innerWidth + 1).map((node) => node.outerHTML.slice(0, 80))"""
    assert page.run(wide) == []
    assert (
        page.run("getComputedStyle(document.querySelector('.card, .panel')).borderTopWidth") == "1px"
    )  # the style is on
    requests = [entry["request"]["url"] for entry in page.seen("Network.requestWillBeSent")]
    assert [url for url in requests if not url.startswith("file:")] == []
    assert page.seen("Log.entryAdded") == page.seen("Runtime.exceptionThrown") == []


def test_the_filter_narrows_and_escape_clears(page: Page, tmp_path: Path) -> None:
    page.open(write(tmp_path, inventory(200)))
    visible = "[...document.querySelectorAll('.card')].filter((card) => card.getClientRects().length).length"
    assert page.run("document.querySelector('.tools').hidden") is False
    page.press("/", "/")
    assert page.run("document.activeElement.id") == "filter"
    page.type("NUMBER 17")
    page.until("document.getElementById('shown').value === '12 of 200'")  # 17, 117, 170..179
    assert page.run(visible) == 12
    page.press("Escape")
    page.until("document.getElementById('shown').value === '200 shown'")
    page.type("full ＷＩＤＴＨ 安全")
    page.until("document.getElementById('shown').value === '1 of 200'")
    page.press("Escape")
    page.type("nothing like this")
    page.until("!document.getElementById('nothing').hidden")
    assert page.run(visible) == 0


def test_a_group_shows_its_own_and_is_released(page: Page, tmp_path: Path) -> None:
    page.open(write(tmp_path, inventory(200)))
    assert page.run("[...document.querySelectorAll('.groups button')].map((button) => button.value)") == list(KINDS)
    page.run("document.querySelector('.groups button[value=agent]').click()")
    assert page.run("document.getElementById('shown').value") == "50 of 200"
    assert page.run("document.querySelector('.groups button[value=agent]').getAttribute('aria-pressed')") == "true"
    page.run("document.querySelector('.groups button[value=agent]').click()")
    assert page.run("document.getElementById('shown').value") == "200 shown"


def test_the_keyboard_walks_over_the_cards(page: Page, tmp_path: Path) -> None:
    page.open(write(tmp_path, inventory(40)))
    at = "[...document.querySelectorAll('.card')].indexOf(document.activeElement)"
    page.press("/", "/")
    page.type("number 3")
    page.until("document.getElementById('shown').value === '12 of 40'")
    page.press("ArrowDown")
    assert page.run(at) == 3
    page.press("j", "j")
    assert page.run(at) == 13
    page.press("ArrowUp")
    page.press("k", "k")
    assert page.run("document.activeElement.id") == "filter"


@pytest.mark.parametrize(
    "attempt",
    [
        "const s = document.createElement('script'); s.textContent = 'pwned = 1'; document.body.append(s)",
        "document.body.setAttribute('onclick', 'pwned = 1'); document.body.click()",
        "const i = new Image(); i.src = 'https://192.0.2.1/x.png'; document.body.append(i)",
        "fetch('https://192.0.2.1/').catch(() => 0)",
        "const s = document.createElement('style'); s.textContent = 'body { color: red }'; document.head.append(s)",
        "document.body.setAttribute('style', 'color: red')",
        "const b = document.createElement('base'); b.href = 'https://192.0.2.1/'; document.head.append(b)",
        "const f = document.createElement('iframe'); f.src = 'https://192.0.2.1/'; document.body.append(f)",
    ],
)
def test_the_policy_blocks(page: Page, tmp_path: Path, attempt: str) -> None:
    page.open(write(tmp_path, inventory(3)))
    before = page.run("getComputedStyle(document.body).color")
    violated = page.run(
        f"""new Promise((resolve) => {{
            document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
            setTimeout(() => resolve('nothing'), 5000);
            try {{ {attempt}; }} catch (refused) {{ }}
        }})"""
    )
    assert violated.split("-")[0] in ("script", "style", "img", "connect", "base", "frame", "require")
    assert page.run("typeof pwned") == "undefined"
    assert page.run("getComputedStyle(document.body).color") == before


def test_thousands_of_cards_are_filtered(page: Page, tmp_path: Path) -> None:
    page.open(write(tmp_path, inventory(5_000)), width=360, height=740)
    page.press("/", "/")
    page.type("number 4321")
    page.until("document.getElementById('shown').value === '1 of 5000'")
    page.until("document.querySelectorAll('.card:not([hidden])').length === 1")
    assert page.run("document.querySelector('.card:not([hidden]) h2').textContent") == "Resource number 4321"
    page.press("Escape")
    page.type("number 43")
    page.until("document.getElementById('shown').value === '199 of 5000'")
    page.until("document.querySelectorAll('.card:not([hidden])').length === 199")
