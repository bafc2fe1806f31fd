"""What files say of other files of their root: sidecars of skills, and catalog entries that stand for local files."""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from t2tdb.model import Sidecar
    from t2tdb.store.connection import Reader, Writer

_IS_INDEXED = (
    "EXISTS (SELECT 1 FROM files t JOIN resources r ON r.file_id = t.id"
    " WHERE t.root_id = {root} AND t.raw_path = CAST({target} AS BLOB) AND r.entry = '')"
)


def replace_sidecar(writer: Writer, root_id: int, file_id: int, sidecar: Sidecar | None) -> None:
    """Record what a file says of the skill beside it; None where it says nothing. Inside a transaction."""
    import json

    known = writer.row("SELECT directory, details FROM sidecars WHERE file_id = ?", (file_id,))
    wanted = None if sidecar is None else (sidecar.directory, json.dumps(dict(sidecar.details), ensure_ascii=False))
    if known == wanted:
        return
    writer.run("DELETE FROM sidecars WHERE file_id = ?", (file_id,))
    if wanted is not None:
        writer.run(
            "INSERT INTO sidecars (file_id, root_id, directory, details) VALUES (?, ?, ?, ?)",
            (file_id, root_id, *wanted),
        )


def is_indexed(reader: Reader, root_id: int, targets: Sequence[str]) -> bool:
    """Is one of these files of the root a resource?"""
    question = "SELECT " + _IS_INDEXED.format(root="?", target="?")
    return any(reader.number(question, (root_id, target)) for target in targets)


def replace_links(
    writer: Writer, root_id: int, file_id: int, entries: Mapping[str, tuple[tuple[str, ...], bool]]
) -> None:
    """Record the entries of a catalog that may stand for local files: their targets, and whether they do now.

    Inside a transaction; nothing is written where nothing changed.
    """
    wanted = {
        (entry, target, int(linked))
        for entry, (targets, linked) in entries.items()
        for target in dict.fromkeys(targets)
    }
    rows = writer.rows("SELECT entry, target, linked FROM links WHERE file_id = ?", (file_id,))
    if {(str(entry), str(target), linked) for entry, target, linked in rows} == wanted:
        return
    writer.run("DELETE FROM links WHERE file_id = ?", (file_id,))
    writer.run_many(
        "INSERT INTO links (file_id, entry, target, root_id, linked) VALUES (?, ?, ?, ?, ?)",
        [(file_id, entry, target, root_id, linked) for entry, target, linked in sorted(wanted)],
    )


def has_links(reader: Reader, root_id: int) -> bool:
    """Does any catalog of the root have entries that may stand for local files?"""
    return reader.number("SELECT EXISTS (SELECT 1 FROM links WHERE root_id = ?)", (root_id,)) == 1


def outdated_catalogs(reader: Reader, root_id: int) -> list[tuple[bytes, str]]:
    """Raw paths and claims of the catalogs of which an entry became a double of a local file, or is none any more."""
    rows = reader.rows(
        "SELECT DISTINCT f.raw_path, f.claim FROM (SELECT l.file_id, max(l.linked) AS linked, max("
        + _IS_INDEXED.format(root="l.root_id", target="l.target")
        + ") AS indexed FROM links l WHERE l.root_id = ? GROUP BY l.file_id, l.entry) g"
        " JOIN files f ON f.id = g.file_id WHERE g.linked <> g.indexed ORDER BY f.raw_path",
        (root_id,),
    )
    return [(raw, str(claim)) for raw, claim in rows if isinstance(raw, bytes)]
