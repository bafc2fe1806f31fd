"""Markdown: what a pipe gets, and what an agent reads. Tables that GitHub draws; every word from the disk is inert."""

from __future__ import annotations

from t2tdb.report.neutralise import markdown as text
from t2tdb.report.neutralise import markdown_code as code
from t2tdb.report.tables import tables
from t2tdb.report.words import (
    COVERAGE_CAVEAT,
    NOTHING_FITS,
    age,
    boundary_sentence,
    confidence_note,
    corrected_sentence,
    database_size,
    expectation,
)
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from t2tdb.report.shapes import (
        CompositionShape,
        HitShape,
        IssueShape,
        OutcomeShape,
        PickShape,
        Report,
        ResourceShape,
        RootShape,
        StatusShape,
    )
    from t2tdb.report.tables import Table

NOTHING = "—"


def render(report: Report) -> Iterator[str]:
    """Give the report line by line."""
    yield f"# {text(report['title'])}\n"
    if "query" in report:
        yield f"\n> Task: {text(report['query'])}\n"
    if "corrected" in report:
        yield f"\n> {corrected_sentence(report['corrected'], text)}\n"
    if report.get("fits") is False and report["hits"]:
        yield f"\n> {NOTHING_FITS}\n"
    yield "\n| Metric | Value |\n| --- | ---: |\n"
    for metric, number in report["summary"].items():
        yield f"| {metric} | {_plain(number)} |\n"
    if "status" in report:
        yield from _status(report["status"])
    if "registered" in report:
        yield from _roots(report["registered"])
    if "resources" in report:
        yield from _resources(report["resources"])
    if "hits" in report:
        yield from _hits(report["hits"])
    if "composition" in report:
        yield from _composition(report["composition"])
    if "issues" in report:
        yield from _issues(report["issues"])
    for table, rows in tables(report):
        yield from _table(table, rows)
    if "outcomes" in report:
        yield from _outcomes(report["outcomes"])
    if "queryBoundary" in report:
        boundary = report["queryBoundary"]
        yield f"\n> {boundary_sentence(boundary)}\n\n**Not evaluated:** {_list(boundary['ignoredTerms'])}\n"
    if "freshness" in report:
        yield f"\n_{age(report['freshness'])}_\n"


def _table(table: Table, rows: list[list[str]]) -> Iterator[str]:
    yield f"\n## {table.title}\n\n"
    if not rows:
        yield f"_{table.empty}_\n"
        return
    yield f"| {' | '.join(column.heading for column in table.columns)} |\n|{' --- |' * len(table.columns)}\n"
    for row in rows:
        yield f"| {' | '.join(text(cell) or NOTHING for cell in row)} |\n"


def _resources(resources: Iterable[ResourceShape]) -> Iterator[str]:
    yield "\n## Resources\n\n"
    empty = True
    for resource in resources:
        if empty:
            yield "| Resource | Kind | Description | Source | Tags |\n| --- | --- | --- | --- | --- |\n"
            empty = False
        yield (
            f"| {text(resource['name'])} | {text(resource['kind'])} | {text(resource['description']) or NOTHING} "
            f"| {_place(resource)} | {_list(resource['tags'])} |\n"
        )
    if empty:
        yield "_No resources found._\n"


def _hits(hits: list[HitShape]) -> Iterator[str]:
    yield "\n## Best matches\n\n"
    if not hits:
        yield "_Nothing matches this task._\n"
        return
    sure = any("confidence" in hit for hit in hits)
    more = "Confidence | Missing | " if sure else ""
    yield f"| # | Resource | Kind | Score | Matched | {more}Description | Source |\n"
    yield f"| ---: | --- | --- | ---: | --- | {'---: | --- | ' if sure else ''}--- | --- |\n"
    for number, hit in enumerate(hits, 1):
        resource = hit["resource"]
        more = f"| {confidence_note(hit)} | {_list(hit.get('missingTerms', [])) or NOTHING} " if sure else ""
        yield (
            f"| {number} | {text(resource['name'])}{_stale(hit)}{_copies(hit)} | {text(resource['kind'])} "
            f"| {hit['score']:.3f} | {_list(hit['matchedTerms'])} {more}| {text(resource['description']) or NOTHING} "
            f"| {_place(resource)} |\n"
        )
    yield from _copy_paths(hits)
    for number, hit in enumerate(hits, 1):
        if "explain" in hit:
            yield f"\n### {number}. Why {text(hit['resource']['name'])} scores {hit['score']:.6f}\n\n"
            yield "| Term | Where | Times | Adds |\n| --- | --- | ---: | ---: |\n"
            for line in hit["explain"]:
                yield (
                    f"| {text(line['term']) or NOTHING} | {text(line['field'])} | {line['frequency'] or NOTHING} "
                    f"| {line['score']:.6f} |\n"
                )


def _composition(composition: CompositionShape) -> Iterator[str]:
    yield f"\n## Composed set\n\n**Lexical coverage:** {composition['lexicalCoveragePercent']:.1f}%\n\n"
    if composition["picks"]:
        yield "| # | Resource | Kind | Relevance | Newly covered terms | Coverage so far | Source |\n"
        yield "| ---: | --- | --- | ---: | --- | ---: | --- |\n"
    else:
        yield "_No resource covers a term of this task._\n"
    for number, pick in enumerate(composition["picks"], 1):
        resource = pick["resource"]
        yield (
            f"| {number} | {text(resource['name'])}{_stale(pick)}{_copies(pick)} | {text(resource['kind'])} "
            f"| {pick['score']:.3f} | {_list(pick['newTerms'])} | {pick['cumulativeCoveragePercent']:.1f}% "
            f"| {_place(resource)} |\n"
        )
    yield from _copy_paths(composition["picks"])
    yield f"\n**Still uncovered (evaluated terms):** {_list(composition['uncoveredTerms']) or 'none'}\n"
    boundary = composition["queryBoundary"]
    if boundary["truncated"]:
        yield f"\n> {boundary_sentence(boundary)} They count as uncovered.\n"
        yield f"\n**Not evaluated:** {_list(boundary['ignoredTerms'])}\n"
    yield f"\n> {COVERAGE_CAVEAT}\n"


def _issues(issues: Iterable[IssueShape]) -> Iterator[str]:
    yield "\n## Problems\n\n"
    empty = True
    for issue in issues:
        if empty:
            yield "| Severity | Code | Source | Message |\n| --- | --- | --- | --- |\n"
            empty = False
        line = f", line {issue['line']}" if "line" in issue else ""
        yield f"| {issue['severity']} | {text(issue['code'])} | {_place(issue)}{line} | {text(issue['message'])} |\n"
    if empty:
        yield "_No problems found._\n"


def _outcomes(outcomes: list[OutcomeShape]) -> Iterator[str]:
    yield "\n## Tasks\n\n| | Task | Wants | Rank | First |\n| --- | --- | --- | ---: | --- |\n"
    for outcome in sorted(outcomes, key=lambda each: each["passed"]):
        yield (
            f"| {'passed' if outcome['passed'] else '**missed**'} | {text(outcome['task'])} "
            f"| {expectation(outcome, text)} | {outcome['rank'] or NOTHING} | {text(outcome['first']) or NOTHING} |\n"
        )


def _status(status: StatusShape) -> Iterator[str]:
    watcher = status["watcher"]
    rows = [
        ("Database", code(status["database"])),
        ("Size", database_size(status)),
        ("Schema version", str(status["schemaVersion"])),
        ("Extractor version", str(status["extractorVersion"])),
        ("Ranking", text(status["ranking"])),
        (
            "Watcher",
            f"{text(watcher['state'])}, process {watcher['pid']}, since {watcher['since']}" if watcher else "none",
        ),
    ]
    yield "\n## Database\n\n| | |\n| --- | --- |\n"
    for name, shown in rows:
        yield f"| {name} | {shown} |\n"
    for sentence in status["degraded"]:
        yield f"\n> Degraded: {text(sentence)}\n"


def _roots(registered: list[RootShape]) -> Iterator[str]:
    yield "\n## Roots\n\n"
    if not registered:
        yield "_No root is registered._\n"
        return
    yield "| Root | Resources | Files | Problems | Last scan |\n| --- | ---: | ---: | ---: | --- |\n"
    for root in registered:
        gone = "" if root["reachable"] else " (cannot be reached)"
        yield (
            f"| {code(root['path'])}{gone} | {root['resources']} | {root['files']} | {root['problems']} "
            f"| {root['lastScan'] or 'never'} |\n"
        )


def _place(shown: ResourceShape | IssueShape) -> str:
    path = f"{shown['root'].rstrip('/')}/{shown['path']}" if "root" in shown else shown["path"]
    return code(path)


def _list(words: list[str]) -> str:
    return ", ".join(map(text, words))


def _stale(shown: HitShape | PickShape) -> str:
    if "stale" not in shown:
        return ""
    return " _(cannot be reached now)_" if "unreachable" in shown else " _(changed since it was indexed)_"


def _copies(shown: HitShape | PickShape) -> str:
    return f" _({shown['copies']} copies)_" if "copies" in shown else ""


def _copy_paths(shown: Iterable[HitShape | PickShape]) -> Iterator[str]:
    """Where the copies of a resource lie that is shown once for all of them."""
    for each in shown:
        if "copies" in each:
            paths = ", ".join(map(code, each["copyPaths"]))
            more = ", …" if len(each["copyPaths"]) < each["copies"] - 1 else ""
            yield f"\n**The same text as {text(each['resource']['name'])}:** {paths}{more}\n"


def _plain(number: int | float) -> str:
    return str(number) if isinstance(number, int) else f"{number:.1f}"
