"""A resource as an entry of the portable catalog (``schema/catalog-v1.schema.json``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from t2tdb.catalog import scrub
from t2tdb.catalog.ard import Entry, is_web_address

if TYPE_CHECKING:
    from t2tdb.catalog.record import Record

VERSION = 1
RANKING_KEY = "t2tdbRanking"
"""Key under which an export keeps the word statistics of an entry."""


def entry(record: Record, *, ranking: str = "") -> Entry:
    """The entry of a resource; ``ranking`` its word statistics. The schema wants a description: the name serves."""
    identity = record.id.removeprefix("catalog:") if "/" not in record.id else record.id
    made: Entry = {
        "id": f"{identity}~{record.twin + 1}" if record.twin else identity,
        "name": scrub.scrub(record.name),
        "kind": record.kind,
        "description": scrub.scrub(record.description) or scrub.scrub(record.name),
    }
    tags = [tag for tag in record.tags if tag != record.kind]  # readers add the kind
    if tags:
        made["tags"] = [scrub.scrub(tag) for tag in tags]
    locator = record.detail("locator")
    if is_web_address(locator):
        made["url"] = locator
    elif record.format == "catalog":
        if scrub.relative(locator):
            made["path"] = locator
    else:
        made["path"] = record.path
    if ranking:
        made[RANKING_KEY] = ranking
    return made
