"""Values of an entry by dotted path, as filters and facets name them.

``publisher`` is taken from the entry's name. A path through a list means each of its elements. Common paths are read
from the record itself: building the whole entry for each of ten thousand resources takes twenty times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from t2tdb.catalog import ard, scrub
from t2tdb.catalog.media import media_type
from t2tdb.catalog.urn import publisher_of, urn_of
from t2tdb.value import value

if TYPE_CHECKING:
    from collections.abc import Callable

    from t2tdb.catalog.record import Record

ALIASES = {"compliance": "trustManifest.attestations.type", "publisherId": "publisher", "name": "displayName"}
MAX_DEPTH = 16


@value
class Shop:
    """How this library shows itself: whose names it gives and where its files are published."""

    publisher: str
    files: str = ""

    def entry(self, record: Record) -> ard.Entry:
        """The entry of a record."""
        return ard.entry(record, self.publisher, files=self.files)

    def name(self, record: Record) -> str:
        """The name of a record."""
        return urn_of(record, self.publisher)

    def values(self, record: Record, path: str) -> tuple[str, ...]:
        """The values of a record's entry at ``path``, each once."""
        path = ALIASES.get(path, path)
        quick = _QUICK.get(path)
        if quick is not None:
            return quick(record, self)
        if path.startswith("metadata."):
            found = ard.metadata(record).get(path.removeprefix("metadata."), "")
            return (found,) if found else ()
        return values_of(self.entry(record), path)


_QUICK: dict[str, Callable[[Record, Shop], tuple[str, ...]]] = {
    "identifier": lambda record, shop: (shop.name(record),),
    "publisher": lambda record, shop: (publisher_of(shop.name(record)),),
    "type": lambda record, shop: (media_type(record),),
    "displayName": lambda record, shop: (scrub.scrub(record.name),),
    "tags": lambda record, shop: tuple(dict.fromkeys(scrub.scrub(tag) for tag in record.tags)),
    "version": lambda record, shop: (record.version,) if record.version else (),
}


def values_of(node: object, path: str) -> tuple[str, ...]:
    """The values at a path of an entry as texts, each once: numbers as JSON has them, ``true``, ``false``."""
    nodes: list[object] = [node]
    for part in path.split(".")[:MAX_DEPTH] if path else []:
        nodes = [each[part] for each in _spread(nodes) if isinstance(each, dict) and part in each]
    texts = [_text(each) for each in _spread(nodes)]
    return tuple(dict.fromkeys(text for text in texts if text is not None))


def _spread(nodes: list[object]) -> list[object]:
    spread: list[object] = []
    for node in nodes:
        spread += node if isinstance(node, list) else [node]
    return spread


def _text(node: object) -> str | None:
    if isinstance(node, str):
        return node
    if isinstance(node, bool):
        return "true" if node else "false"
    return str(node) if isinstance(node, int | float) else None
