"""The filter and order of ``GET /agents``, from text to values.

A filter is conditions joined by AND; a condition is ``field operator value``, several values separated by commas mean
any of them::

    type = 'application/ai-skill+md', 'application/mcp-server-card+json' AND updatedAfter > '2026-01-01'

``displayName`` matches a part of the name in any letter case; ``createdAfter`` and ``updatedAfter`` take a time; every
other field is a path into the entry and compares whole values.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from t2tdb.clock import spell
from t2tdb.serve.errors import invalid
from t2tdb.store.records import Order
from t2tdb.value import value

if TYPE_CHECKING:
    from t2tdb.catalog.fields import Shop
    from t2tdb.catalog.record import Record

MAX_CONDITIONS = 32
MAX_LENGTH = 4_096  # characters of a filter
_VALUE = r"'(?:[^'\\]|\\.)*+'|\"(?:[^\"\\]|\\.)*+\"|[^\s,'\"=<>!]++"
_CONDITION = re.compile(
    rf"\s*([A-Za-z][\w.]{{0,199}}+)\s*(<=|>=|!=|=|<|>)\s*((?:{_VALUE})(?:\s*,\s*(?:{_VALUE}))*+)\s*", re.ASCII
)
_AND = re.compile(r"AND(?=\s)", re.IGNORECASE)
_ONE_VALUE = re.compile(_VALUE)
_TIMES = {
    "createdAfter": "created",
    "createdAt": "created",
    "created_at": "created",
    "updatedAfter": "updated",
    "updatedAt": "updated",
    "updated_at": "updated",
}
_ORDERS = {
    "displayName": "name",
    "name": "name",
    "identifier": "id",
    "type": "kind",
    "metadata.kind": "kind",
    "createdAt": "created",
    "created_at": "created",
    "metadata.createdAt": "created",
    "updatedAt": "updated",
    "updated_at": "updated",
}


@value
class Condition:
    """One condition: any of the values."""

    field: str
    operator: str
    values: tuple[str, ...]

    def admits(self, record: Record, shop: Shop) -> bool:
        """Whether a record's entry meets it."""
        if self.field in _TIMES:
            seen = record.first_seen_at if _TIMES[self.field] == "created" else record.changed_at
            return any(_compares(seen, self.operator, each) for each in self.values)
        found = shop.values(record, self.field)
        if self.field in ("displayName", "name"):
            folded = [each.casefold() for each in found]
            met = any(wanted.casefold() in each for wanted in self.values for each in folded)
        elif self.field in ("publisher", "publisherId"):
            met = any(wanted.lower() in found for wanted in self.values)
        else:
            met = any(wanted in found for wanted in self.values)
        return met == (self.operator == "=")


def read_filter(text: str) -> tuple[Condition, ...]:
    """The conditions of a filter. Raises ``Refused`` where it is none."""
    if len(text) > MAX_LENGTH:
        raise invalid(f"the filter is longer than {MAX_LENGTH:,} characters")
    conditions: list[Condition] = []
    place = 0
    while text.strip() and place <= len(text):
        found = _CONDITION.match(text, place)
        if found is None or len(conditions) == MAX_CONDITIONS:
            raise invalid(
                f"the filter cannot be read at character {place + 1}; write: type = 'application/ai-skill+md'"
            )
        conditions.append(_condition(*found.groups()))
        place = found.end()
        if place == len(text):
            break
        joined = _AND.match(text, place)
        if joined is None:
            raise invalid(f"the filter cannot be read at character {place + 1}; conditions are joined by AND")
        place = joined.end()
    return tuple(conditions)


def _condition(field: str, operator: str, values: str) -> Condition:
    spelt = [_unquoted(each) for each in _ONE_VALUE.findall(values)]
    if field in _TIMES:
        if field.endswith("After"):
            if operator not in ("=", ">", ">="):
                raise invalid(f"{field} takes = or >")
            operator = ">" if operator == "=" else operator
        return Condition(field, operator, tuple(_time(each) for each in spelt))
    if operator not in ("=", "!="):
        raise invalid(f"{field} takes = or !=; times take < and > as well")
    if field not in ("displayName", "name"):
        spelt = [part.strip() for each in spelt for part in each.split(",")]
    return Condition(field, operator, tuple(spelt))


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1], flags=re.DOTALL) if text[:1] in ("'", '"') else text


def _time(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text)
        return spell(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        raise invalid(f"{text[:40]!r} is no ISO 8601 time") from None


def _compares(seen: str, operator: str, wanted: str) -> bool:
    if operator == "!=":
        return seen != wanted
    if operator in ("<", "<="):
        return seen < wanted or (operator == "<=" and seen == wanted)
    return seen == wanted if operator == "=" else seen > wanted or (operator == ">=" and seen == wanted)


def read_order(text: str) -> Order:
    """The order that ``orderBy`` names: a field, then ASC or DESC."""
    field, blank, direction = text.partition(" ")
    if blank and direction not in ("ASC", "DESC", "asc", "desc"):
        raise invalid("orderBy is one field, then ASC or DESC, such as: updatedAt DESC")
    if field not in _ORDERS:
        raise invalid(f"orderBy knows {', '.join(sorted(_ORDERS))}; {field[:40]!r} is none")
    return Order(_ORDERS[field], falling=direction.upper() == "DESC")
