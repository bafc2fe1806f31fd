"""Finding and composing: recall through FTS5, bounds that prove what may be left out, exact scores.

``find`` and ``compose`` are loaded when they are first asked for: a process needs one of them.
"""

from t2tdb.search.answer import Answer, Composed, Filters
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from t2tdb.search.composing import compose
    from t2tdb.search.finding import find
else:

    def __getattr__(name):
        if name == "find":
            from t2tdb.search.finding import find as found
        elif name == "compose":
            from t2tdb.search.composing import compose as found
        else:
            raise AttributeError(name)
        globals()[name] = found
        return found


__all__ = ("Answer", "Composed", "Filters", "compose", "find")
