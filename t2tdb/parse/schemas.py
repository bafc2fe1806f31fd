"""Documents against the published schema of their form: what it does not allow becomes problems with lines."""

from __future__ import annotations

from t2tdb import redact
from t2tdb.catalog import brought
from t2tdb.parse import jsonc
from t2tdb.parse.registry import Document
from t2tdb.parse.source import Source


def note_faults(source: Source, document: Document, schema: str) -> None:
    """Note what ``schema`` (of the directory ``schema/``) does not allow in a document; it is indexed all the same."""
    from t2tdb.catalog.validation import faults  # imports jsonschema, 0.2 s, which most libraries never need

    text = jsonc.to_json(source.text)  # comments may stand in it; lines keep their numbers
    for fault in faults(schema, document, text):
        source.note("warning", "CATALOG_SCHEMA", f"By the schema of catalogs, {fault.message}.", line=fault.line)


def brought_along(entry: Document, *members: str) -> tuple[tuple[str, str], ...]:
    """The details that keep members of a catalog's entry for those who are served it.

    A member in which something would have to be masked is left out: half of a trust manifest would say something else.
    """
    return tuple((name, text) for name, text in brought.kept(entry, *members) if redact.mask(text) == text)
