"""Spares ``find`` the package ``collections``, of which apsw and ``array`` want the abstract classes only."""

from __future__ import annotations

import _collections_abc
import sys

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType


class collections_spared:  # noqa: N801 - used as a function; contextlib would cost find a millisecond
    """A context in which apsw finds the classes of ``collections.abc`` without the package around them.

    They are those of ``_collections_abc``, which every interpreter has loaded; the package takes half as long to import
    as apsw. Outside of the context nothing is changed. Who has threads has the package: ``threading`` imports it.
    """

    def __enter__(self) -> None:
        self._names = [name for name in ("collections", "collections.abc") if name not in sys.modules]
        sys.modules.update(dict.fromkeys(self._names, _collections_abc))

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        for name in self._names:
            del sys.modules[name]


with collections_spared():
    import array  # noqa: F401 - for the modules that use it after this one
