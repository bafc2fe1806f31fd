"""Times as the database spells them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from t2tdb.errors import UsageError

_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}


def now() -> str:
    """The time now: UTC, ISO 8601, milliseconds. Such texts sort by time."""
    return spell(datetime.now(UTC))


def days_ago(days: int) -> str:
    """The time so many days ago."""
    return spell(datetime.now(UTC) - timedelta(days=min(days, 365_000)))


def spell(moment: datetime) -> str:
    """A moment as the database spells it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def moment(text: str) -> str:
    """A time that a person wrote: so long ago (``90m``, ``2h``, ``3d``, ``2w``), or a date with or without a time.

    A time without a zone is the local one. Raises UsageError.
    """
    number, unit = text[:-1], text[-1:]
    try:
        if unit in _UNITS and number.isdigit():
            return spell(datetime.now(UTC) - timedelta(seconds=int(number) * _UNITS[unit]))
        return spell(datetime.fromisoformat(text))
    except (ValueError, OverflowError):
        raise UsageError(f"{text} is no time; write 2h, 3d, 2w, or a date such as 2026-11-30") from None
