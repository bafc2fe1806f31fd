"""Times as the database spells them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now() -> str:
    """The time now: UTC, ISO 8601, milliseconds. Such texts sort by time."""
    return spell(datetime.now(UTC))


def days_ago(days: int) -> str:
    """The time so many days ago."""
    return spell(datetime.now(UTC) - timedelta(days=min(days, 365_000)))


def spell(moment: datetime) -> str:
    """A moment as the database spells it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
