"""Sentences and units that several renderings share."""

from __future__ import annotations

from t2tdb.model import KINDS
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from t2tdb.report.shapes import (
        BoundaryShape,
        CorrectionShape,
        FreshnessShape,
        HitShape,
        OutcomeShape,
        PickShape,
        StatusShape,
    )

COVERAGE_CAVEAT = (
    "Coverage counts shared words. It explains the choice; it does not promise that a resource can do the task."
)


def size(number: int) -> str:
    """``number`` bytes for a person: ``812 B``, ``1.5 MiB``."""
    amount = float(number)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if amount < 1024 or unit == "GiB":
            break
        amount /= 1024
    return f"{number} B" if unit == "B" else f"{amount:.1f} {unit}"


def database_size(status: StatusShape) -> str:
    """Size of the database, and what that is for each resource."""
    share = status["bytesPerResource"]
    return size(status["sizeBytes"]) + ("" if share is None else f" ({size(share)} a resource)")


def duration(seconds: float) -> str:
    """A time for a person, in its largest whole unit."""
    for length, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        count = int(seconds // length)
        if count:
            return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
    return "less than a minute"


def age(freshness: FreshnessShape) -> str:
    """How far the answer can be trusted to be new."""
    if freshness["watching"]:
        return "A watcher keeps this index fresh."
    seconds = freshness["ageSeconds"]
    if seconds is None:
        return "This index has never seen a complete scan; run t2tdb index."
    return f"Indexed {duration(seconds)} ago; no watcher keeps it fresh."


def doubt(shown: HitShape | PickShape) -> str:
    """Why a hit or pick that is marked as stale may not be what its file says now."""
    return "cannot be reached now" if "unreachable" in shown else "changed since indexed"


def boundary_sentence(boundary: BoundaryShape) -> str:
    """What was cut from a long task."""
    ignored = len(boundary["ignoredTerms"])
    return (
        f"Query boundary: the first {boundary['evaluatedTermLimit']} of {boundary['totalTerms']} terms were evaluated; "
        f"{ignored} {'was' if ignored == 1 else 'were'} not."
    )


def corrected_sentence(corrections: Sequence[CorrectionShape], clean: Callable[[str], str]) -> str:
    """Which words of the task were taken for others; ``clean`` makes text from the disk harmless."""
    said = (f"{clean(each['word'])} → {' or '.join(map(clean, each['known']))}" for each in corrections)
    return f"corrected: {', '.join(said)} (--exact-words takes words as they are)"


def confidence_note(hit: HitShape) -> str:
    """How sure a hit is, in per cent; "" where nothing is said about it."""
    return f"{hit['confidence']:.0%}" if "confidence" in hit else ""


def expectation(outcome: OutcomeShape, clean: Callable[[str], str]) -> str:
    """What a task of an evaluation wants."""
    if not outcome["wants"]:
        return "nothing"
    wanted = " or ".join(map(clean, outcome["wants"]))
    return f"not {wanted}" if outcome.get("avoids") else wanted


NOTHING_FITS = (
    "Nothing here fits well: no resource says enough of what the task says. Take none of these without a look at it."
)


_LABELS = {
    "matches": ("match", "matches"),
    "filesVisited": ("file visited", "files visited"),
    "filesRead": ("file read", "files read"),
    "scannedResources": ("resource searched", "resources searched"),
    "selectedResources": ("resource selected", "resources selected"),
    "coveredTerms": ("word covered", "words covered"),
    "uncoveredTerms": ("word uncovered", "words uncovered"),
    "tasks": ("task", "tasks"),
    "passed": ("passed", "passed"),
    "missed": ("missed", "missed"),
    "passedPercent": ("% passed", "% passed"),
    "floorPercent": ("% wanted", "% wanted"),
    "lexicalCoveragePercent": ("% covered", "% covered"),
    **{word: (word, word) for word in ("added", "changed", "removed", "unreadable")},
    **{kind: (kind, kind + "s") for kind in KINDS},
    **{word + "s": (word, word + "s") for word in ("resource", "file", "root", "problem", "error", "warning")},
}


def label(metric: str, number: int | float) -> str:
    """What to write behind ``number`` for a key of a summary: ``files visited``, ``error``."""
    one, many = _LABELS.get(metric, (metric, metric))
    return one if number == 1 else many


def counted(metric: str, number: int | float) -> str:
    """``1 match``, ``3 matches``, ``1,762 resources searched``."""
    return f"{number:,} {label(metric, number)}"


def shown(summary: dict[str, int | float]) -> dict[str, int | float]:
    """What of a summary a person wants to see: not the zeros, but for those that are the answer."""
    answers = ("resources", "matches", "selectedResources", "errors", "warnings", "roots")
    return {metric: number for metric, number in summary.items() if number or metric in answers}
