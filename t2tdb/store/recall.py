"""The three contentless FTS5 tables that find candidates, keyed by ``document``.

* ``recall`` holds the distinct index terms of a resource: which resources have a term at all;
* ``recall_phrases`` holds the words of its name and description in order: which may contain a query of three or more
  words (the inner words of a text inside another are whole words, the last may be cut);
* ``recall_substrings`` holds their trigrams: which may contain a query of one or two words, inside a word too.

They only propose. What they find is checked against the term vector, or the name and description themselves, so a row
left over from a dead document does no harm. A contentless table forgets a row only when it is told the old text again;
the caller has it: the terms from the old vector, name and description from the old ``resources`` row.
"""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from t2tdb.store.connection import Reader, Writer


@value
class Passages:
    """What the recall tables know of one document. ``name`` and ``description`` are normalised by the profile."""

    document: int
    terms: tuple[str, ...]  # distinct; no term holds an ASCII blank or punctuation mark
    name: str
    description: str


def add(writer: Writer, passages: Iterable[Passages]) -> None:
    """Let the documents be found. Inside a transaction."""
    batch = list(passages)
    writer.run_many("INSERT INTO recall (rowid, terms) VALUES (?, ?)", [(p.document, " ".join(p.terms)) for p in batch])
    writer.run_many(
        "INSERT INTO recall_phrases (rowid, name, description) VALUES (?, ?, ?)",
        [(p.document, _words(p.name), _words(p.description)) for p in batch],
    )
    writer.run_many(
        "INSERT INTO recall_substrings (rowid, name, description) VALUES (?, ?, ?)",
        [(p.document, storable(p.name), storable(p.description)) for p in batch],
    )


def remove(writer: Writer, passages: Iterable[Passages]) -> None:
    """Forget the documents; every field must be what ``add`` was given. Inside a transaction."""
    batch = list(passages)
    writer.run_many(
        "INSERT INTO recall (recall, rowid, terms) VALUES ('delete', ?, ?)",
        [(p.document, " ".join(p.terms)) for p in batch],
    )
    writer.run_many(
        "INSERT INTO recall_phrases (recall_phrases, rowid, name, description) VALUES ('delete', ?, ?, ?)",
        [(p.document, _words(p.name), _words(p.description)) for p in batch],
    )
    writer.run_many(
        "INSERT INTO recall_substrings (recall_substrings, rowid, name, description) VALUES ('delete', ?, ?, ?)",
        [(p.document, storable(p.name), storable(p.description)) for p in batch],
    )


def having_term(reader: Reader, term: str, after: int = -1, until: int = (1 << 62)) -> list[int]:
    """Documents above ``after`` and up to ``until`` that have the term, rising."""
    rows = reader.rows(
        "SELECT rowid FROM recall WHERE recall MATCH ? AND rowid > ? AND rowid <= ?", (_quoted(term), after, until)
    )
    return [row[0] for row in rows]  # type: ignore[misc]  # a rowid is an integer


def having_any(reader: Reader, terms: Sequence[str], after: int) -> list[int]:
    """Documents above ``after`` that have any of the terms, rising."""
    any_of = " OR ".join(map(_quoted, terms))
    rows = reader.rows("SELECT rowid FROM recall WHERE recall MATCH ? AND rowid > ?", (any_of, after))
    return [row[0] for row in rows if isinstance(row[0], int)]


def containing(reader: Reader, text: str, column: str, words: Sequence[str]) -> list[int] | None:
    """Documents whose ``name`` or ``description`` may contain the normalised text, rising; None: any may.

    With "" as the column, either of them.
    ``words`` are the runs of letters and digits in the text. Never leaves out one that does contain it.
    """
    prefix = f"{column} : " if column else ""
    if len(words) > 2:
        # two whole words in a row are rare enough; looking up every word that begins as the last one does takes longer
        inner = f"{_quoted(' '.join(words[1:-1]))}" if len(words) > 3 else f"{_quoted(' '.join(words[1:]))} *"
        found = reader.rows(
            "SELECT rowid FROM recall_phrases WHERE recall_phrases MATCH ?",
            (f"{prefix}{inner}",),
        )
    else:
        known = storable(text)
        if len(known) < 3:  # two characters outside the BMP are long enough for a bonus, but no trigram
            return None
        grams = dict.fromkeys(known[i : i + 3] for i in range(len(known) - 2))
        wanted = " AND ".join(_quoted(gram) for gram in list(grams)[:MAX_TRIGRAMS])
        found = reader.rows(
            "SELECT rowid FROM recall_substrings WHERE recall_substrings MATCH ?", (f"{prefix}({wanted})",)
        )
    return [row[0] for row in found]  # type: ignore[misc]  # a rowid is an integer


MAX_TRIGRAMS = 24
"""Of a long word only the first trigrams are asked for: more of them cost time and leave nothing out."""


def as_phrase(text: str) -> str:
    """What the phrase table is given for a normalised text."""
    return _words(text)


def _words(text: str) -> str:
    """The text with nothing but runs of letters and digits to a tokenizer that parts ASCII only."""
    if text.isascii():
        return text
    return "".join(character if character.isalnum() else " " for character in text)


def storable(text: str) -> str:
    """Text that SQLite takes whole: NUL would end it, half a surrogate pair has no UTF-8."""
    if "\0" in text:
        text = text.replace("\0", "\ufffd")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
