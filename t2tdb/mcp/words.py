"""What an agent reads: short lines that cost few tokens. Text from the disk passes the terminal's gate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from t2tdb.report.neutralise import terminal as clean
from t2tdb.report.words import duration

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.model import Freshness, Hit, Pick, Problem, Resource
    from t2tdb.results import Composed, Found

SHORT = 160
"""Characters of a description in a list."""


def short(text: str, most: int = SHORT) -> str:
    """The text on one line, cut at a word."""
    line = clean(text)
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    return (cut[: cut.rfind(" ")] if " " in cut[most // 2 :] else cut).rstrip(" ,;.") + "…"


def line_of(number: int, resource: Resource, roots: Sequence[str], shown: Hit | Pick | None = None) -> str:
    """One resource: number, name, kind, path, then what it is for. ``shown`` tells what a look at its file gave."""
    changed = ""
    if shown is not None and shown.stale:
        changed = ", cannot be reached now" if shown.unreachable else ", changed since indexed"
    path = resource.path if len(roots) == 1 else f"{resource.root}/{resource.path}"
    about = f"\n   {short(resource.description)}" if resource.description else ""
    return f"{number}. {short(resource.name, 80)} ({clean(resource.kind)}{changed}) {clean(path)}{about}"


def found(answer: Found) -> str:
    """The answer of ``find``."""
    lines = [line_of(number, hit.resource, answer.roots, hit) for number, hit in enumerate(answer.hits, 1)]
    if not lines:
        lines.append(f"Nothing fits among {answer.scanned_resources} resources.")
    elif answer.fits is False:
        lines.append("None of these is a sure fit.")
    return _with_age("\n".join(lines + _corrections(answer)), answer.roots, answer.freshness)


def composed(answer: Composed) -> str:
    """The answer of ``compose``."""
    plan = answer.composition
    lines = [
        f"{line_of(number, pick.resource, answer.roots, pick)}\n   adds: {_list(pick.new_terms)}"
        for number, pick in enumerate(plan.picks, 1)
    ]
    uncovered = f"; nothing covers: {_list(plan.uncovered_terms)}" if plan.uncovered_terms else ""
    lines.append(f"{plan.lexical_coverage_percent:.0f}% of the task's words covered{uncovered}.")
    return _with_age("\n".join(lines + _corrections(answer)), answer.roots, answer.freshness)


def body(text: str) -> str:
    """The text of a resource: its own lines and tabs, and nothing else that acts."""
    return "\n".join("\t".join(map(clean, line.split("\t"))) for line in text.splitlines())


def problems(errors: int, warnings: int, shown: Sequence[tuple[str, Problem]]) -> str:
    """The problems of the library."""
    lines = [f"{errors} errors, {warnings} warnings."]
    for _, problem in shown:
        place = clean(problem.path) + (f":{problem.line}" if problem.line else "")
        lines.append(f"{problem.severity} {problem.code} {place}: {short(problem.message, 200)}")
    return "\n".join(lines)


def inventory(roots: Sequence[str], kinds: Sequence[tuple[str, int]], freshness: Freshness) -> str:
    """What the library holds, in a few lines."""
    counts = ", ".join(f"{number} {kind}" for kind, number in kinds) or "nothing"
    more = "".join(f"\n- {clean(root)}" for root in roots) if len(roots) > 1 else ""
    return _with_age(counts + more, roots, freshness)


def listing(resources: Sequence[Resource], total: int) -> str:
    """The names and paths of one kind."""
    lines = [f"{short(resource.name, 80)}: {clean(resource.path)}" for resource in resources]
    if total > len(resources):
        lines.append(f"({total - len(resources)} more; find_resources searches all)")
    return "\n".join(lines) or "none"


def _corrections(answer: Found | Composed) -> list[str]:
    """Which words were taken for others, where the ranking profile corrects spelling."""
    said = [f"{clean(word)} taken for {' or '.join(map(clean, known))}" for word, known in answer.corrected]
    return [f"({'; '.join(said)})"] if said else []


def _list(terms: Sequence[str]) -> str:
    return ", ".join(map(clean, terms))


def _with_age(text: str, roots: Sequence[str], freshness: Freshness) -> str:
    """Add where the paths begin, and how old the answer is where nobody keeps it fresh."""
    notes = [f"paths are below {clean(roots[0])}"] if len(roots) == 1 else []
    if not freshness.watching:
        age = freshness.age_seconds
        notes.append(
            "never scanned completely" if age is None else f"indexed {duration(age)} ago, no watcher keeps it fresh"
        )
    return f"{text}\n({'; '.join(notes)})" if notes else text
