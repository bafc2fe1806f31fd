"""The registry of formats: what each one is called, where it is documented, how it is recognised and read.

A format module registers itself; to add a format is to add one module below ``t2tdb/parse/formats`` and its name to the
list there. There are two kinds of formats. A *file format* is recognised by where a file lies, before it is read. A
*document format* is recognised by what a JSON document holds, once it is read; several may read one document.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from t2tdb.model import Draft, Parsed, Place
from t2tdb.parse.jsontext import Json
from t2tdb.parse.source import Source
from t2tdb.value import value

Document: TypeAlias = "dict[str, Json]"


@value
class Format:
    """What people may know of a format."""

    name: str
    title: str
    kinds: tuple[str, ...]
    patterns: tuple[str, ...]  # where its files lie, as people write it
    documentation: str  # address of the format's own documentation
    host: str = ""  # which agent reads it
    description_limit: int = 1_024  # characters; where the format documents none, the one of Agent Skills


FORMATS: dict[str, Format] = {}
"""Every format by name, in the order in which they were registered."""

_recognisers: list[tuple[str, Callable[[str, Place], bool]]] = []
_readers: dict[str, Callable[[Source, Format], Parsed]] = {}
_document_readers: list[tuple[Format, tuple[str, ...], Callable[[Source, Document, Format], tuple[Draft, ...]]]] = []


def _add(made: Format) -> None:
    if made.name in FORMATS:
        raise ValueError(f"format {made.name!r} is registered twice")
    FORMATS[made.name] = made


def file_format(
    made: Format, recognise: Callable[[str, Place], bool], read: Callable[[Source, Format], Parsed]
) -> Format:
    """Register a file format. ``recognise`` is given the file's name in lower case and its place."""
    _add(made)
    _recognisers.append((made.name, recognise))
    _readers[made.name] = read
    return made


def document_format(
    made: Format, markers: tuple[str, ...], read: Callable[[Source, Document, Format], tuple[Draft, ...]]
) -> Format:
    """Register a document format. A document without any of the ``markers`` in its text is not even parsed for it."""
    _add(made)
    _document_readers.append((made, markers, read))
    return made


def recognise(name: str, place: Place) -> str:
    """The first file format that wants the file; "" for none."""
    return next((format_name for format_name, wants in _recognisers if wants(name, place)), "")


def read_file(format_name: str, source: Source) -> Parsed:
    """Read a file with the format that claimed it; nothing where no such format is known (any more)."""
    reader = _readers.get(format_name)
    return Parsed() if reader is None else reader(source, FORMATS[format_name])


def markers() -> tuple[str, ...]:
    """The texts of which a JSON document must hold one to be of interest."""
    return tuple(dict.fromkeys(marker for _, wanted, _ in _document_readers for marker in wanted))


def read_document(source: Source, document: Document) -> tuple[Draft, ...]:
    """Everything that the document formats find in a JSON object."""
    return tuple(draft for made, _, read in _document_readers for draft in read(source, document, made))
