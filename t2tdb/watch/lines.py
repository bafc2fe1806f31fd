"""What a watcher says, as values: the command line prints them as text or as JSON lines."""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from typing import TypeAlias

    from t2tdb.ingest import Outcome

    Field: TypeAlias = str | int | float | bool | list[str]


@value
class Line:
    """One thing that happened.

    ``event`` is one of: ``starting``, ``ready`` (everything is watched and scanned), ``commit`` (something was
    written), ``degraded`` and ``recovered`` (a promise is weaker for now, and why), ``overflow``, ``root-lost``,
    ``root-back``, ``roots`` (others are watched now), ``error`` (a scan failed and will be tried again), ``stopping``.
    """

    event: str
    text: str  # the sentence for people
    fields: tuple[tuple[str, Field], ...] = ()

    def as_dict(self) -> dict[str, Field]:
        """The fields for a JSON line."""
        return {"event": self.event, "text": self.text, **dict(self.fields)}


def commit_line(outcome: Outcome, scope: bytes, reason: str) -> Line:
    """What one scan wrote."""
    changes = outcome.added + outcome.changed + outcome.removed
    text = f"{outcome.added} added, {outcome.changed} changed, {outcome.removed} removed in {outcome.duration_ms} ms"
    shown = scope.decode("utf-8", "replace") or "."
    fields = (
        ("root", outcome.root), ("scope", shown), ("reason", reason), ("added", outcome.added),
        ("changed", outcome.changed), ("removed", outcome.removed), ("ms", outcome.duration_ms), ("changes", changes),
    )  # fmt: skip
    return Line("commit", f"{outcome.root}: {shown}: {text}", fields)
