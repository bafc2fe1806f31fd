"""Two databases side by side: what the second has, lacks and says differently."""

from __future__ import annotations

from t2tdb.model import Difference
from t2tdb.store.resources import COLUMNS
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from t2tdb.store.connection import Cell, Reader, Row

    Key = tuple[bytes, bytes, str]

_IGNORED = ("line",)


def differences(first: Reader, second: Reader) -> Iterator[Difference]:
    """What changed from the first library to the second, in the order of paths.

    Libraries of one root each are compared by paths below the root, wherever it lies; others by whole paths.
    """
    counts = [reader.number("SELECT count(*) FROM roots") for reader in (first, second)]
    with_roots = counts != [1, 1]
    left, right = _rows(first, with_roots=with_roots), _rows(second, with_roots=with_roots)
    one, other = next(left, None), next(right, None)
    while one is not None or other is not None:
        if other is None or (one is not None and one[0] < other[0]):
            assert one is not None
            yield _difference("removed", one[1], ())
            one = next(left, None)
        elif one is None or other[0] < one[0]:
            yield _difference("added", other[1], ())
            other = next(right, None)
        else:
            before, after = one[1][4:], other[1][4:]
            fields = tuple(
                "content" if name == "content_hash" else name
                for name, old, new in zip(COLUMNS, before, after, strict=True)
                if old != new and name not in _IGNORED
            )
            if fields:
                yield _difference("changed", other[1], fields)
            one, other = next(left, None), next(right, None)


def _rows(reader: Reader, *, with_roots: bool) -> Iterator[tuple[Key, Row]]:
    columns = ", ".join(f"r.{name}" for name in COLUMNS)
    rows = reader.iterate(
        f"SELECT o.raw_path, f.raw_path, r.entry, o.path, {columns} FROM resources r JOIN files f ON f.id = r.file_id"
        " JOIN roots o ON o.id = r.root_id ORDER BY o.raw_path, f.raw_path, r.entry"
    )
    for row in rows:
        root, path, entry = row[:3]
        assert isinstance(root, bytes)
        assert isinstance(path, bytes)
        shown: Cell = row[3] if with_roots else ""
        yield (root if with_roots else b"", path, str(entry)), (*row[:3], shown, *row[4:])


def _difference(action: str, row: Row, fields: tuple[str, ...]) -> Difference:
    found = dict(zip(COLUMNS, map(str, row[4:]), strict=True))
    return Difference(
        *(action, found["kind"], found["name"], found["path"], str(row[3]), str(row[2]), found["id"], fields)
    )
