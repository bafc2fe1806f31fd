"""One payload a report: the JSON shape, as a dict that every rendering reads.

Builders take values of ``model`` and give what ``--format json`` prints. Long lists (``resources``, ``issues``) may be
any iterable and stay one: the counts come from the database, so a library larger than memory can be printed.
"""

from __future__ import annotations

from t2tdb.model import KINDS
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeAlias

    from t2tdb.evaluation import Outcome
    from t2tdb.model import (
        Changes,
        Composition,
        Freshness,
        Hit,
        Pick,
        Problem,
        QueryBoundary,
        Resource,
        RootInfo,
        Status,
    )
    from t2tdb.report.shapes import (
        BoundaryShape,
        CorrectionShape,
        FreshnessShape,
        HitShape,
        IssueShape,
        OutcomeShape,
        PickShape,
        Report,
        ResourceShape,
        RootShape,
    )

    Corrected: TypeAlias = Sequence[tuple[str, Sequence[str]]]
    """Words of a task, and for each the known words that stood in for it."""

SCHEMA_VERSION = "1.0"
COMPOSE_SCHEMA_VERSION = "1.2"


def index(
    roots: Sequence[str],
    resources: Iterable[Resource],
    *,
    kinds: Mapping[str, int],
    files_visited: int,
    changes: Changes | None = None,
) -> Report:
    """The inventory of ``roots``; ``kinds`` says how many resources of each kind it holds."""
    summary: dict[str, int | float] = {**_kind_counts(kinds), "filesVisited": files_visited}
    if changes is not None:
        summary |= {
            "added": changes.added,
            "changed": changes.changed,
            "removed": changes.removed,
            "filesRead": changes.files_read,
            "unreadable": changes.unreadable,
        }
    return {
        **head("index", "Your agent resources", roots),
        "summary": summary,
        "resources": _resources(resources, roots),
    }


def find(
    roots: Sequence[str],
    task: str,
    hits: Iterable[Hit],
    *,
    scanned_resources: int,
    files_visited: int,
    boundary: QueryBoundary | None = None,
    freshness: Freshness | None = None,
    corrected: Corrected = (),
    fits: bool | None = None,
    title: str = "Resources that fit your task",
) -> Report:
    """Ranked resources. Ledgers appear where the hits carry them, ``queryBoundary`` where the task was cut."""
    shown = [_hit(hit, roots) for hit in hits]
    report: Report = {
        **head("find", title, roots, task),
        "summary": {"matches": len(shown), "scannedResources": scanned_resources, "filesVisited": files_visited},
        "hits": shown,
    }
    if corrected:
        report["corrected"] = _corrected(corrected)
    if fits is not None:
        report["fits"] = fits
    if boundary is not None and boundary.truncated:
        report["queryBoundary"] = _boundary(boundary)
    if freshness is not None:
        report["freshness"] = _freshness(freshness)
    return report


def demo(
    roots: Sequence[str],
    task: str,
    hits: Iterable[Hit],
    *,
    scanned_resources: int,
    files_visited: int,
    boundary: QueryBoundary | None = None,
) -> Report:
    """What ``find`` gives on the examples inside the package; the command is ``find``, as consumers know it."""
    return find(
        roots,
        task,
        hits,
        scanned_resources=scanned_resources,
        files_visited=files_visited,
        boundary=boundary,
        title="t2tdb demo: resources that fit the task",
    )


def compose(
    roots: Sequence[str],
    task: str,
    composition: Composition,
    *,
    scanned_resources: int,
    files_visited: int,
    freshness: Freshness | None = None,
    corrected: Corrected = (),
) -> Report:
    """A set of resources that covers the task together."""
    start = head("compose", "A set that covers your task together", roots, task)
    start["schemaVersion"] = COMPOSE_SCHEMA_VERSION
    report: Report = {
        **start,
        "summary": {
            "selectedResources": len(composition.picks),
            "lexicalCoveragePercent": composition.lexical_coverage_percent,
            "coveredTerms": len(composition.covered_terms),
            "uncoveredTerms": len(composition.uncovered_terms),
            "scannedResources": scanned_resources,
            "filesVisited": files_visited,
        },
        "composition": {
            "queryTerms": list(composition.query_terms),
            "coveredTerms": list(composition.covered_terms),
            "uncoveredTerms": list(composition.uncovered_terms),
            "lexicalCoveragePercent": composition.lexical_coverage_percent,
            "queryBoundary": _boundary(composition.query_boundary),
            "picks": [_pick(pick, roots) for pick in composition.picks],
        },
    }
    if corrected:
        report["corrected"] = _corrected(corrected)
    if freshness is not None:
        report["freshness"] = _freshness(freshness)
    return report


def lint(
    roots: Sequence[str],
    issues: Iterable[tuple[str, Problem]],
    *,
    resources: int,
    errors: int,
    warnings: int,
    files_visited: int,
) -> Report:
    """The problems of a library, each with the root that its path is relative to."""
    return {
        **head("lint", "Library health" if errors or warnings else "Library health: nothing to mend", roots),
        "summary": {"resources": resources, "errors": errors, "warnings": warnings, "filesVisited": files_visited},
        "issues": (issue(problem, root, roots) for root, problem in issues),
    }


def status(status: Status) -> Report:
    """The state of the database and of the watcher."""
    watcher = status.watcher
    counts = _kind_counts(dict(status.kinds))
    resources = counts["resources"]
    return {
        **head("status", "Database status", [root.path for root in status.roots]),
        "summary": {
            **counts,
            "files": status.files,
            "errors": status.errors,
            "warnings": status.warnings,
        },
        "status": {
            "database": status.database,
            "sizeBytes": status.size_bytes,
            "bytesPerResource": round(status.size_bytes / resources) if resources else None,
            "schemaVersion": status.schema_version,
            "extractorVersion": status.extractor_version,
            "ranking": status.ranking,
            "watcher": None
            if watcher is None
            else {"pid": watcher.pid, "since": watcher.since, "state": watcher.state},
            "degraded": list(status.degraded),
        },
        "freshness": _freshness(status.freshness),
        "registered": [_root(root) for root in status.roots],
    }


def roots(registered: Sequence[RootInfo]) -> Report:
    """The registered roots."""
    return {
        **head("roots", "Registered roots", [root.path for root in registered]),
        "summary": {"roots": len(registered), "resources": sum(root.resources for root in registered)},
        "registered": [_root(root) for root in registered],
    }


def evaluation(roots: Sequence[str], outcomes: Sequence[Outcome], *, floor: float) -> Report:
    """Which tasks of an evaluation found what they want."""
    passed = sum(outcome.passed for outcome in outcomes)
    share = passed / len(outcomes) if outcomes else 0.0
    return {
        **head("eval", "Every task finds what it wants" if share == 1 else "What tasks find", roots),
        "summary": {
            "tasks": len(outcomes),
            "passed": passed,
            "missed": len(outcomes) - passed,
            "passedPercent": round(share * 100, 1),
            "floorPercent": round(floor * 100, 1),
        },
        "outcomes": [_outcome(outcome) for outcome in outcomes],
    }


def _outcome(outcome: Outcome) -> OutcomeShape:
    case = outcome.case
    shape: OutcomeShape = {
        "task": case.task,
        "wants": list(case.wants),
        "within": case.within,
        "rank": outcome.rank,
        "first": outcome.first,
        "passed": outcome.passed,
    }
    if case.avoids:
        shape["avoids"] = True
    return shape


def resource(shown: Resource, roots: Sequence[str]) -> ResourceShape:
    """One resource. What is empty is left out; ``root`` is said where the report covers several."""
    shape: ResourceShape = {
        "id": shown.id,
        "name": shown.name,
        "kind": shown.kind,
        "description": shown.description,
        "tags": list(shown.tags),
        "path": shown.path,
    }
    if shown.details:
        shape["details"] = dict(shown.details)
    if len(roots) > 1:
        shape["root"] = shown.root
    if shown.entry:
        shape["entry"] = shown.entry
    if shown.format:
        shape["format"] = shown.format
    if shown.host:
        shape["host"] = shown.host
    if shown.scope:
        shape["scope"] = shown.scope
    if shown.version:
        shape["version"] = shown.version
    if shown.origin:
        shape["origin"] = shown.origin
    return shape


def head(command: str, title: str, roots: Sequence[str], query: str | None = None) -> Report:
    """What every report begins with."""
    start: Report = {
        "schemaVersion": SCHEMA_VERSION,
        "command": command,
        "title": title,
        "root": roots[0] if roots else None,
        "roots": list(roots),
        "summary": {},
    }
    if query is not None:
        start["query"] = query
        start["summary"] = start.pop("summary")  # type: ignore[misc]  # moves it behind the query, as readers expect
    return start


def _kind_counts(kinds: Mapping[str, int]) -> dict[str, int | float]:
    """The total, then every kind that occurs, in the order of ``KINDS`` and others after them."""
    order = [*KINDS, *sorted(kind for kind in kinds if kind not in KINDS)]
    return {"resources": sum(kinds.values()), **{kind: kinds[kind] for kind in order if kinds.get(kind)}}


def _resources(resources: Iterable[Resource], roots: Sequence[str]) -> Iterable[ResourceShape]:
    return (resource(entry, roots) for entry in resources)


def _hit(hit: Hit, roots: Sequence[str]) -> HitShape:
    shape: HitShape = {
        "resource": resource(hit.resource, roots),
        "score": hit.score,
        "matchedTerms": list(hit.matched_terms),
    }
    if hit.stale:
        shape["stale"] = True
    if hit.unreachable:
        shape["unreachable"] = True
    if hit.confidence is not None:
        shape["confidence"] = hit.confidence
        shape["missingTerms"] = list(hit.missing_terms)
    if hit.copies > 1:
        shape["copies"] = hit.copies
        shape["copyPaths"] = list(hit.copy_paths)
    if hit.ledger:
        shape["explain"] = [
            {"term": line.term, "field": line.field, "frequency": line.frequency, "score": line.score}
            for line in hit.ledger
        ]
    return shape


def _pick(pick: Pick, roots: Sequence[str]) -> PickShape:
    shape: PickShape = {
        "resource": resource(pick.resource, roots),
        "score": pick.score,
        "matchedTerms": list(pick.matched_terms),
        "newTerms": list(pick.new_terms),
        "cumulativeCoveragePercent": pick.cumulative_coverage_percent,
    }
    if pick.stale:
        shape["stale"] = True
    if pick.unreachable:
        shape["unreachable"] = True
    if pick.copies > 1:
        shape["copies"] = pick.copies
        shape["copyPaths"] = list(pick.copy_paths)
    return shape


def _corrected(corrected: Corrected) -> list[CorrectionShape]:
    return [{"word": word, "known": list(known)} for word, known in corrected]


def issue(problem: Problem, root: str, roots: Sequence[str]) -> IssueShape:
    """One problem; ``root`` is said where the report covers several."""
    shape: IssueShape = {
        "severity": problem.severity,
        "code": problem.code,
        "message": problem.message,
        "path": problem.path,
    }
    if problem.resource_id is not None:
        shape["resourceId"] = problem.resource_id
    if problem.line is not None:
        shape["line"] = problem.line
    if len(roots) > 1:
        shape["root"] = root
    return shape


def _boundary(boundary: QueryBoundary) -> BoundaryShape:
    return {
        "evaluatedTermLimit": boundary.evaluated_term_limit,
        "totalTerms": boundary.total_terms,
        "truncated": boundary.truncated,
        "ignoredTerms": list(boundary.ignored_terms),
    }


def _freshness(freshness: Freshness) -> FreshnessShape:
    age = freshness.age_seconds
    return {
        "ageSeconds": None if age is None else round(age, 1),
        "watching": freshness.watching,
        "generation": freshness.generation,
    }


def _root(root: RootInfo) -> RootShape:
    return {
        "path": root.path,
        "resources": root.resources,
        "files": root.files,
        "problems": root.problems,
        "addedAt": root.added_at,
        "lastScan": root.last_scan,
        "reachable": root.reachable,
    }
