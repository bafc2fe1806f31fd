"""Finding and composing: recall through FTS5, bounds that prove what may be left out, exact scores."""

from t2tdb.search.answer import Answer, Composed, Filters
from t2tdb.search.compose import compose
from t2tdb.search.find import find

__all__ = ("Answer", "Composed", "Filters", "compose", "find")
