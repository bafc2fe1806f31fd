"""What the database knows of all resources of some roots together: the numbers that scores are made of."""

from __future__ import annotations

from t2tdb.ranking.profile import Statistics
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from t2tdb.store.connection import Cell, Reader


def statistics(reader: Reader, roots: Sequence[int], fields: Sequence[str], having: tuple[int, ...]) -> Statistics:
    """Statistics of the resources of ``roots``, all where there are none; ``having`` is passed through.

    Read from totals that every write keeps: the time does not grow with the library.
    """
    where = f"WHERE root_id IN ({marks(roots)})" if roots else ""
    totals = {
        field: (integer(filled), integer(tokens))
        for field, filled, tokens in reader.rows(
            f"SELECT field, sum(resources), sum(tokens) FROM field_totals {where} GROUP BY field", roots
        )
    }
    return Statistics(
        resources=totals.get("", (0, 0))[0],  # the row "" counts every resource, the others those with a token in it
        tokens=tuple(totals.get(field, (0, 0))[1] for field in fields),
        filled=tuple(totals.get(field, (0, 0))[0] for field in fields),
        having=having,
    )


def term_and_count(reader: Reader, roots: Sequence[int], term: str) -> tuple[int, int]:
    """(id, how many resources of the roots hold it) of an index term; (0, 0) for one that no resource ever held."""
    of_roots = f"AND c.root_id IN ({marks(roots)})" if roots else ""
    found = reader.row(
        "SELECT t.id, (SELECT sum(c.resources) FROM term_counts c"
        f" WHERE c.term_id = t.id {of_roots}) FROM terms t WHERE t.term = ?",
        (*roots, term),
    )
    return (integer(found[0]), integer(found[1])) if found else (0, 0)


def counts_of(reader: Reader, roots: Sequence[int], terms: Sequence[str]) -> dict[str, int]:
    """Of many index terms, those that some resource of the roots holds, each with the number of such resources."""
    of_roots = f"AND c.root_id IN ({marks(roots)})" if roots else ""
    found: dict[str, int] = {}
    for start in range(0, len(terms), TERMS_AT_ONCE):
        batch = terms[start : start + TERMS_AT_ONCE]
        for term, count in reader.rows(
            "SELECT t.term, (SELECT sum(c.resources) FROM term_counts c"
            f" WHERE c.term_id = t.id {of_roots}) FROM terms t WHERE t.term IN ({marks(batch)})",
            (*roots, *batch),
        ):
            if count:
                found[str(term)] = integer(count)
    return found


def terms_of(reader: Reader, ids: Sequence[int]) -> dict[int, str]:
    """The index terms with these numbers, those that there are."""
    found: dict[int, str] = {}
    for start in range(0, len(ids), TERMS_AT_ONCE):
        batch = ids[start : start + TERMS_AT_ONCE]
        for number, term in reader.rows(f"SELECT id, term FROM terms WHERE id IN ({marks(batch)})", batch):
            found[integer(number)] = str(term)
    return found


TERMS_AT_ONCE = 500
"""Parameters of one statement; one term at a time takes four times as long."""


def marks(values: Sequence[object]) -> str:
    """As many question marks as values, for an SQL list."""
    return ",".join("?" * len(values))


def integer(cell: Cell) -> int:
    """A cell that holds an integer or NULL."""
    return cell if isinstance(cell, int) else 0
