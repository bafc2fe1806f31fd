"""Facets of the whole library, without reading a resource."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from t2tdb.catalog.media import type_of
from t2tdb.catalog.scrub import scrub
from t2tdb.catalog.urn import publisher_of
from t2tdb.store import tallies

if TYPE_CHECKING:
    from t2tdb.catalog.fields import Shop
    from t2tdb.store.connection import Reader


METADATA = ("kind", "format", "host", "scope", "origin")
"""Columns that an entry shows among its metadata."""


def counted(reader: Reader, field: str, shop: Shop) -> dict[str, int] | None:
    """How many entries have each value of ``field``; None for a field of which the database keeps no column."""
    if field in ("type", "publisher"):
        found: Counter[str] = Counter()
        for kind, form, media, name, many in tallies.by_nature(reader):
            found[type_of(kind, form, media) if field == "type" else publisher_of(name) or shop.publisher] += many
        return found
    if field == "tags":
        return _scrubbed(reader)
    if field == "version":
        return tallies.by_column(reader, field)
    parent, _, column = field.partition(".")
    return tallies.by_column(reader, column) if parent == "metadata" and column in METADATA else None


def _scrubbed(reader: Reader) -> dict[str, int] | None:
    """Tags as entries show them; None where two tags of one resource may have become one."""
    tags = tallies.by_tag(reader)
    return tags if all(scrub(tag) == tag for tag in tags) else None
