"""Reports drawn for a person at a terminal: aligned, as wide as the window, coloured where colours are wanted.

No library of tables is loaded: `rich.console` alone takes 69 ms, more than twice what `find` may take in all.
"""

from __future__ import annotations

from t2tdb.model import KINDS
from t2tdb.report import words
from t2tdb.report.cells import fit, pad, width, wrap
from t2tdb.report.neutralise import terminal as clean
from t2tdb.report.tables import tables
from t2tdb.report.words import age, boundary_sentence, counted, database_size
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
    )
    from t2tdb.report.tables import Table

BOLD, DIM, RED, GREEN, YELLOW, CYAN = "1", "2", "31", "32", "33", "36"
MARGIN = 4  # columns before everything under a name
NARROWEST = 40  # below this nothing can be aligned; the terminal wraps


def render(report: Report, *, width: int, colour: bool) -> Iterator[str]:
    """Draw the report line by line for a window of ``width`` columns."""
    return _Page(max(width, NARROWEST), colour=colour).report(report)


class _Page:
    """The window: its width, and whether it shows colours."""

    def __init__(self, columns: int, *, colour: bool) -> None:
        self.columns = columns
        self.colour = colour

    def paint(self, text: str, *codes: str) -> str:
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if self.colour and text else text

    def report(self, report: Report) -> Iterator[str]:
        if "status" in report:
            yield from self.status(report)
        elif "registered" in report:
            yield from self.roots(report["registered"])
        if "resources" in report:
            yield from self.resources(report, report["resources"])
        if "corrected" in report:
            yield from self.note(words.corrected_sentence(report["corrected"], clean), YELLOW)
        if report.get("fits") is False and report["hits"]:
            yield from self.note(words.NOTHING_FITS, YELLOW)
        if "hits" in report:
            yield from self.hits(report, report["hits"])
        if "composition" in report:
            yield from self.composition(report, report["composition"])
        if "issues" in report:
            yield from self.issues(report, report["issues"])
        for table, rows in tables(report):
            yield from self.table(table, rows)
        if "outcomes" in report:
            yield from self.outcomes(report, report["outcomes"])
        if "queryBoundary" in report:
            yield from self.note(boundary_sentence(report["queryBoundary"]), YELLOW)
        if "freshness" in report and not report["freshness"]["watching"]:
            yield from self.note(age(report["freshness"]), DIM)

    def heading(self, report: Report, sentence: str) -> Iterator[str]:
        task = clean(report.get("query", ""))
        line = f"{sentence} “{task}”" if task else sentence
        yield from (self.paint(piece, BOLD) + "\n" for piece in wrap(line, self.columns, 3))
        yield "\n"

    def note(self, sentence: str, colour: str) -> Iterator[str]:
        yield from (self.paint(line, colour) + "\n" for line in wrap(sentence, self.columns, 3))

    def table(self, table: Table, rows: list[list[str]]) -> Iterator[str]:
        yield self.paint(table.title, BOLD) + "\n"
        if not rows:
            yield self.paint(fit(table.empty, self.columns), GREEN) + "\n\n"
            return
        for row in rows:
            room = self.columns
            line = ""
            for column, cell in zip(table.columns, map(clean, row), strict=True):
                if column.width and room > column.width + MARGIN:
                    line += pad(fit(cell, column.width), column.width) + "  "
                    room -= column.width + 2
                elif not column.width:
                    line += _fit_path(cell, room) if column.key == "place" else cell
            if table.columns[-1].key == "place":
                yield line + "\n"
            else:
                indent = " " * (self.columns - room)
                pieces = wrap(line[len(indent) :], room, 6)
                yield from (
                    f"{line[: len(indent)] if number == 0 else indent}{piece}\n" for number, piece in enumerate(pieces)
                )
        yield "\n"

    def hits(self, report: Report, hits: list[HitShape]) -> Iterator[str]:
        scanned = counted("resources", report["summary"]["scannedResources"])
        matches = counted("matches", len(hits)) if hits else "No match"
        yield from self.heading(report, f"{matches} among {scanned} for")
        for number, hit in enumerate(hits, 1):
            yield from self.ranked(number, hit)
            yield self.terms("matches", hit["matchedTerms"])
            yield from self.sureness(hit)
            yield from self.copies(hit)
            yield self.place(hit["resource"])
            for line in hit.get("explain", ()):
                where = f"{clean(line['term'])} in {clean(line['field'])}" if line["term"] else clean(line["field"])
                times = f" ×{line['frequency']}" if line["frequency"] > 1 else ""
                score = f"{line['score']:>14.6f}"
                yield f"{self.paint(score, DIM)}  {fit(where + times, self.columns - 16)}\n"
            yield "\n"

    def ranked(self, number: int, hit: HitShape | PickShape) -> Iterator[str]:
        """The first lines of a hit: number, name, kind at the left, score at the right edge; then the description."""
        resource = hit["resource"]
        score = f"{hit['score']:.3f}"
        kind = clean(resource["kind"])
        mark = "" if "stale" not in hit else f"  {words.doubt(hit)}" if self.columns >= 70 else "  *"
        room = self.columns - MARGIN - 2 - width(kind) - len(mark) - 2 - len(score)
        name = fit(clean(resource["name"]), room)
        gap = " " * (room - width(name) + 2)
        rank = self.paint(pad(f"{number:>2}", MARGIN), DIM)
        yield (
            f"{rank}{self.paint(name, BOLD, CYAN)}  {self.paint(kind, DIM)}"
            f"{self.paint(mark, YELLOW)}{gap}{self.paint(score, GREEN)}\n"
        )
        for line in wrap(clean(resource["description"]), self.columns - MARGIN, 2):
            yield " " * MARGIN + line + "\n"

    def terms(self, label: str, terms: list[str]) -> str:
        shown = fit(", ".join(map(clean, terms)), self.columns - MARGIN - 1 - len(label))
        return f"{' ' * MARGIN}{self.paint(label, DIM)} {self.paint(shown, GREEN)}\n"

    def sureness(self, hit: HitShape) -> Iterator[str]:
        if "confidence" in hit:
            missing = ", ".join(map(clean, hit.get("missingTerms", ())))
            line = f"{words.confidence_note(hit)} sure" + (f", misses {missing}" if missing else "")
            yield f"{' ' * MARGIN}{self.paint(fit(line, self.columns - MARGIN), DIM)}\n"

    def copies(self, shown: HitShape | PickShape) -> Iterator[str]:
        if "copies" in shown:
            paths = ", ".join(map(clean, shown["copyPaths"]))
            line = f"{shown['copies']} copies, also {paths}"
            yield f"{' ' * MARGIN}{self.paint(fit(line, self.columns - MARGIN), DIM)}\n"

    def place(self, shown: ResourceShape | IssueShape) -> str:
        return f"{' ' * MARGIN}{self.paint(_fit_path(_path(shown), self.columns - MARGIN), DIM)}\n"

    def composition(self, report: Report, composition: CompositionShape) -> Iterator[str]:
        picks = composition["picks"]
        covered = f"{composition['lexicalCoveragePercent']:.1f}% of the words of"
        verb = "covers" if len(picks) == 1 else "cover"
        sentence = f"{counted('resources', len(picks))} {verb} {covered}" if picks else "Nothing covers a word of"
        yield from self.heading(report, sentence)
        for number, pick in enumerate(picks, 1):
            yield from self.ranked(number, pick)
            yield self.terms(f"{pick['cumulativeCoveragePercent']:5.1f}% adds", pick["newTerms"])
            yield from self.copies(pick)
            yield self.place(pick["resource"]) + "\n"
        if composition["uncoveredTerms"]:
            yield from self.note(f"Still uncovered: {', '.join(map(clean, composition['uncoveredTerms']))}", YELLOW)
        if composition["queryBoundary"]["truncated"]:
            yield from self.note(boundary_sentence(composition["queryBoundary"]) + " They count as uncovered.", YELLOW)

    def resources(self, report: Report, resources: Iterable[ResourceShape]) -> Iterator[str]:
        summary = report["summary"]
        yield from self.heading(report, f"{counted('resources', summary['resources'])} in {_where(report)}")
        names = min(36, self.columns // 3)
        for resource in resources:
            name = pad(fit(clean(resource["name"]), names), names)
            kind = pad(fit(clean(resource["kind"]), 10), 10)
            rest = self.columns - names - 14
            about = fit(clean(resource["description"] or _path(resource)), rest)
            yield f"{self.paint(name, CYAN)}  {self.paint(kind, DIM)}  {about}\n"
        yield "\n"
        yield from self.note(_summary(summary), DIM)

    def outcomes(self, report: Report, outcomes: list[OutcomeShape]) -> Iterator[str]:
        summary = report["summary"]
        yield from self.heading(
            report, f"{summary['passed']:,} of {counted('tasks', summary['tasks'])} find what they want"
        )
        for outcome in sorted(outcomes, key=lambda each: each["passed"]):
            mark = self.paint("passed", GREEN) if outcome["passed"] else self.paint("missed", RED)
            rank = f"rank {outcome['rank']}" if outcome["rank"] else "not found"
            yield f"{mark}  {fit(clean(outcome['task']), self.columns - 8)}\n"
            if not outcome["passed"]:
                first = f", first is {clean(outcome['first'])}" if outcome["first"] else ""
                line = f"wants {words.expectation(outcome, clean)}: {rank}{first}"
                yield f"{' ' * 8}{self.paint(fit(line, self.columns - 8), DIM)}\n"

    def issues(self, report: Report, issues: Iterable[IssueShape]) -> Iterator[str]:
        summary = report["summary"]
        if not summary["errors"] and not summary["warnings"]:
            yield self.paint(f"No problems in {counted('resources', summary['resources'])}.", GREEN) + "\n"
            return
        counts = f"{counted('errors', summary['errors'])} and {counted('warnings', summary['warnings'])}"
        yield from self.heading(report, f"{counts} in {_where(report)}")
        before = ""
        for issue in issues:
            path = _path(issue)
            if path != before:
                yield ("\n" if before else "") + self.paint(_fit_path(path, self.columns), BOLD) + "\n"
                before = path
            severity = self.paint(pad(issue["severity"], 7), RED if issue["severity"] == "error" else YELLOW)
            line = f"line {issue['line']}: " if "line" in issue else ""
            yield f"  {severity}  {self.paint(fit(clean(issue['code']), self.columns - 11), BOLD)}\n"
            for piece in wrap(line + clean(issue["message"]), self.columns - 11, 4):
                yield f"{' ' * 11}{piece}\n"
        yield "\n"

    def status(self, report: Report) -> Iterator[str]:
        status = report["status"]
        watcher = status["watcher"]
        summary = report["summary"]
        rows = [
            ("database", _fit_path(clean(status["database"]), self.columns - 12)),
            ("size", database_size(status)),
            ("schema", f"{status['schemaVersion']}, extractor {status['extractorVersion']}"),
            ("ranking", clean(status["ranking"])),
            (
                "watcher",
                f"{watcher['state']}, process {watcher['pid']}, since {watcher['since']}" if watcher else "none",
            ),
        ]
        for name, fact in rows:
            yield f"{self.paint(pad(name, 10), DIM)}  {fit(fact, self.columns - 12)}\n"
        for line in wrap(_summary(summary), self.columns - 12, 4):
            yield f"{self.paint(pad('library', 10), DIM)}  {line}\n"
        yield "\n"
        yield from self.roots(report["registered"])
        for sentence in status["degraded"]:
            yield from self.note(f"Degraded: {clean(sentence)}", YELLOW)

    def roots(self, registered: list[RootShape]) -> Iterator[str]:
        if not registered:
            yield from self.note("No root is registered. Run t2tdb index DIR to begin.", YELLOW)
            return
        for root in registered:
            gone = "" if root["reachable"] else "  cannot be reached"
            path = _fit_path(clean(root["path"]), self.columns - len(gone))
            yield f"{self.paint(path, BOLD, CYAN)}{self.paint(gone, RED)}\n"
            facts = (
                f"{counted('resources', root['resources'])}, {counted('files', root['files'])}, "
                f"{counted('problems', root['problems'])}, last scan {clean(root['lastScan'] or 'never')}"
            )
            yield f"  {fit(facts, self.columns - 2)}\n"
        yield "\n"


def _path(shown: ResourceShape | IssueShape) -> str:
    path = f"{shown['root'].rstrip('/')}/{shown['path']}" if "root" in shown else shown["path"]
    return clean(path)


def _fit_path(path: str, columns: int) -> str:
    """Cut a long path at its beginning: its end says which file it is."""
    if width(path) <= columns:
        return path
    kept = path
    while width(kept) > columns - 1:
        kept = kept[max(1, (width(kept) - columns) // 2) :]
    return "…" + kept


def _where(report: Report) -> str:
    roots = report["roots"]
    return clean(roots[0]) if len(roots) == 1 else counted("roots", len(roots))


def _summary(summary: dict[str, int | float]) -> str:
    """``12 resources (8 skills, 4 agents), 40 files visited, 3 added``: what the summary of an inventory holds."""
    kinds = ", ".join(counted(kind, number) for kind, number in summary.items() if kind in KINDS)
    others = [counted(metric, number) for metric, number in words.shown(summary).items() if metric not in KINDS]
    return ", ".join([others[0] + f" ({kinds})" if kinds else others[0], *others[1:]])
