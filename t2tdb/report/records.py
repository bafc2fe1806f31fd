"""The payloads of ``log``, ``show``, ``diff`` and ``check``; see ``payload``."""

from __future__ import annotations

from t2tdb.report.payload import head, issue, resource
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from t2tdb.model import Difference, Event, Finding, FormatInfo, Problem, Resource, Source
    from t2tdb.report.shapes import DifferenceShape, EventShape, Report


def log(roots: Sequence[str], events: Iterable[Event]) -> Report:
    """The history, newest first."""
    changes = [_event(event, roots) for event in events]
    return {**head("log", "What changed", roots), "summary": {"changes": len(changes)}, "changes": changes}


def show(
    roots: Sequence[str],
    resources: Sequence[Resource],
    sources: Sequence[Source],
    events: Iterable[Event],
    issues: Iterable[tuple[str, Problem]],
) -> Report:
    """One resource, or the few that share its id, with file, hash, history and problems."""
    changes = [_event(event, roots) for event in events]
    found = [issue(problem, root, roots) for root, problem in issues]
    return {
        **head("show", resources[0].name if resources else "Gone", roots),
        "summary": {"resources": len(resources), "changes": len(changes), "problems": len(found)},
        "resources": [resource(each, roots) for each in resources],
        "sources": [
            {
                "root": source.root,
                "path": source.path,
                "status": source.status,
                "size": source.size,
                "sha256": source.sha256,
                "contentHash": source.content_hash,
                "firstSeenAt": source.first_seen_at,
                "changedAt": source.changed_at,
            }
            for source in sources
        ],
        "changes": changes,
        "issues": found,
    }


def formats(roots: Sequence[str], known: Sequence[FormatInfo]) -> Report:
    """The formats that are read."""
    return {
        **head("formats", "Formats", roots),
        "summary": {"formats": len(known), "resources": sum(each.resources for each in known)},
        "formats": [
            {
                "name": each.name,
                "title": each.title,
                "kinds": list(each.kinds),
                "patterns": list(each.patterns),
                "documentation": each.documentation,
                "host": each.host,
                "resources": each.resources,
            }
            for each in known
        ],
    }


def diff(first: str, second: str, differences: Iterable[Difference]) -> Report:
    """What changed from one library to another."""
    listed: list[DifferenceShape] = []
    counts = {"added": 0, "changed": 0, "removed": 0}
    for difference in differences:
        counts[difference.action] += 1
        shape: DifferenceShape = {
            "action": difference.action,
            "kind": difference.kind,
            "name": difference.name,
            "path": difference.path,
            "resourceId": difference.resource_id,
            "fields": list(difference.fields),
        }
        if difference.root:
            shape["root"] = difference.root
        if difference.entry:
            shape["entry"] = difference.entry
        listed.append(shape)
    return {**head("diff", f"From {first} to {second}", ()), "summary": {**counts}, "differences": listed}


def check(database: str, findings: Sequence[Finding], *, behind: int, compared: int, notes: Sequence[str]) -> Report:
    """Whether a database is in order."""
    return {
        **head("check", f"Verification of {database}", ()),
        "summary": {"damage": len(findings), "comparedFiles": compared, "changedSince": behind},
        "findings": [{"check": finding.check, "message": finding.message} for finding in findings],
        "notes": [{"note": note} for note in notes],
    }


def _event(event: Event, roots: Sequence[str]) -> EventShape:
    shape: EventShape = {
        "at": event.at,
        "action": event.action,
        "kind": event.kind,
        "name": event.name,
        "path": event.path,
        "resourceId": event.resource_id,
        "fields": list(event.fields),
        "scan": event.scan,
        "reason": event.reason,
    }
    if len(roots) > 1:
        shape["root"] = event.root
    if event.entry:
        shape["entry"] = event.entry
    if event.hash_before:
        shape["hashBefore"] = event.hash_before
    if event.hash_after:
        shape["hashAfter"] = event.hash_after
    return shape
