"""The registry of formats: what each one is called, where it is documented, how it is recognised and read.

A format module registers itself; to add a format is to add one module below ``t2tdb/parse/formats`` and its name to the
list there. There are two kinds of formats. A *file format* is recognised by where a file lies, before it is read. A
*document format* is recognised by what a JSON or YAML document holds, once it is read; several may read one document.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from t2tdb.model import Draft, Parsed, Place
from t2tdb.parse.jsontext import Json
from t2tdb.parse.source import Source
from t2tdb.value import value

Document: TypeAlias = "dict[str, Json]"
Recogniser: TypeAlias = "Callable[[str, Place], bool]"


@value
class Format:
    """What people may know of a format."""

    name: str
    title: str
    kinds: tuple[str, ...]
    patterns: tuple[str, ...]  # where its files lie, as people write it
    documentation: str  # address of the format's own documentation
    host: str = ""  # which agent reads it, where the path does not say
    description_limit: int = 1_024  # characters; where the format documents none, the one of Agent Skills


@value
class DocumentReader:
    """How one document format reads."""

    made: Format
    wants: Callable[[Source], bool]  # a cheap look at name and text: may the document be one?
    read: Callable[[Source, Document, Format], tuple[Draft, ...]]


FORMATS: dict[str, Format] = {}
"""Every format by name, in the order in which they were registered."""

_by_name: dict[str, list[tuple[str, Recogniser]]] = {}
_by_place: dict[str, list[tuple[str, Recogniser]]] = {}
_file_readers: dict[str, Callable[[Source, Format], Parsed]] = {}
_content_readers: dict[str, Callable[[Source], Parsed]] = {}
_document_readers: list[DocumentReader] = []
_promises: list[Recogniser] = []


def add_format(made: Format) -> Format:
    """Register a format that another one's reader finds."""
    if made.name in FORMATS:
        raise ValueError(f"format {made.name!r} is registered twice")
    FORMATS[made.name] = made
    return made


def file_format(
    made: Format,
    suffixes: tuple[str, ...],
    recognise: Recogniser,
    read: Callable[[Source, Format], Parsed],
    *,
    by_name: bool = False,
) -> Format:
    """Register a file format for files whose lower-cased names end with "." and one of ``suffixes``.

    ``recognise`` is given the file's name in lower case and its place. A format that knows its files ``by_name`` is
    asked before those that know them by their directory, and is also asked for names such as ``README.md``.
    """
    add_format(made)
    table = _by_name if by_name else _by_place
    for suffix in suffixes:
        table.setdefault(suffix, []).append((made.name, recognise))
    _file_readers[made.name] = read
    return made


def content_claim(
    claim: str, suffixes: tuple[str, ...], recognise: Recogniser, read: Callable[[Source], Parsed]
) -> None:
    """Register a claim on files whose content decides which of several formats they are, or that they are none."""
    for suffix in suffixes:
        _by_place.setdefault(suffix, []).append((claim, recognise))
    _content_readers[claim] = read


def document_format(
    made: Format,
    wants: Callable[[Source], bool],
    read: Callable[[Source, Document, Format], tuple[Draft, ...]],
    *,
    promised: Recogniser | None = None,
) -> Format:
    """Register a document format; ``promised`` knows the files that a host reads as such by their place alone."""
    add_format(made)
    _document_readers.append(DocumentReader(made, wants, read))
    if promised is not None:
        _promises.append(promised)
    return made


def recognise_by_name(suffix: str, name: str, place: Place) -> str:
    """The first format that knows the file by its name; "" for none."""
    return next((made for made, wants in _by_name.get(suffix, ()) if wants(name, place)), "")


def recognise_by_place(suffix: str, name: str, place: Place) -> str:
    """The first format that knows the file by its directory; "" for none."""
    return next((made for made, wants in _by_place.get(suffix, ()) if wants(name, place)), "")


def is_promised(place: Place) -> bool:
    """Does the place of a JSON or YAML file alone say which document it must be?"""
    name = place.path.rpartition("/")[2].lower()
    return any(promised(name, place) for promised in _promises)


def has_suffix(suffix: str) -> bool:
    """Does any file format read files with this suffix?"""
    return suffix in _by_name or suffix in _by_place


def read_file(format_name: str, source: Source) -> Parsed:
    """Read a file with the format that claimed it; nothing where no such format is known (any more)."""
    by_content = _content_readers.get(format_name)
    if by_content is not None:
        return by_content(source)
    reader = _file_readers.get(format_name)
    return Parsed() if reader is None else reader(source, FORMATS[format_name])


def wants_document(source: Source) -> bool:
    """May the document be of any document format?"""
    return any(reader.wants(source) for reader in _document_readers)


def read_document(source: Source, document: Document, *, spelt_with_escapes: bool = False) -> tuple[Draft, ...]:
    """Everything that the document formats find in a JSON or YAML mapping.

    In a text ``spelt_with_escapes`` a cheap look may miss a key, so every format is asked.
    """
    asked = (each for each in _document_readers if spelt_with_escapes or each.wants(source))
    return tuple(draft for each in asked for draft in each.read(source, document, each.made))
