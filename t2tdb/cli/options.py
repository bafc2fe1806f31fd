"""The options of ``find`` and ``compose``, as data.

Two readers use this table: click, which explains, completes and complains, and the short parser in ``front``, which
spares the well-formed command line the 110 ms of importing click. One table, so that both read alike.
"""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    OptionKind: TypeAlias = Literal["flag", "text", "texts", "count"]


@value
class Option:
    """One option: how it is typed, what it holds, what it means."""

    names: tuple[str, ...]
    name: str  # of the attribute and of the key in config.toml
    kind: OptionKind
    help: str
    metavar: str = ""
    choices: tuple[str, ...] = ()
    limits: tuple[int, int] = (0, 0)
    default: int = 0
    hidden: bool = False


FORMATS = ("json", "markdown", "md", "html")

GLOBAL = (
    Option(("--db",), "db", "text", "The database [default: t2tdb.db in your data directory].", "FILE"),
    Option(("-q", "--quiet"), "quiet", "flag", "Say nothing on standard error but errors."),
    Option(("-v", "--verbose"), "verbose", "flag", "Say more on standard error."),
)

REPORT = (
    Option(
        ("-f", "--format"),
        "format",
        "text",
        "json, markdown (or md) or html [default: by the suffix of --output, else drawn on a terminal and Markdown in a"
        " pipe].",
        "FORMAT",
        choices=FORMATS,
    ),
    Option(("-o", "--output"), "output", "text", "Write the report to FILE; - is standard output.", "FILE"),
)

RANKING_OF_NEW = Option(
    ("--ranking",), "ranking", "text", "Ranking profile of a database that this call makes.", "NAME", hidden=True
)

_FILTERS = (
    Option(("--root",), "root", "texts", "Only this directory; indexed first if no root covers it. Repeatable.", "DIR"),
    Option(("--kind",), "kind", "texts", "Only this kind of resource. Repeatable.", "KIND"),
    Option(("--tag",), "tag", "text", "Only resources with this tag.", "TAG"),
    Option(
        ("--exact-words",),
        "exact_words",
        "flag",
        "Take words as typed: no corrections, no built-in short forms [ranking tuned].",
    ),
    Option(("--all-copies",), "all_copies", "flag", "Show every copy of the same text [ranking tuned]."),
    Option(("--refresh",), "refresh", "flag", "Scan the roots for changes first."),
    Option(("--fresh",), "fresh", "flag", "Wait until all that is written by now is indexed; asks the watcher."),
    RANKING_OF_NEW,
)


def _limit(default: int) -> Option:
    return Option(("--limit",), "limit", "count", "How many resources at most.", "N", limits=(1, 100), default=default)


FIND = (
    _limit(10),
    *_FILTERS,
    Option(("--paths",), "paths", "flag", "Print only the paths, one a line."),
    Option(("-0", "--null"), "null", "flag", "With --paths: end each path with NUL instead of a line break."),
    Option(("--registry",), "registry", "text", "Ask this registry: an address, or a name of config.toml.", "URL"),
    Option(("--explain",), "explain", "flag", "Show for each hit what its score is the sum of."),
)

COMPOSE = (_limit(5), *_FILTERS)

ASKING = {"find": (*FIND, *REPORT, *GLOBAL), "compose": (*COMPOSE, *REPORT, *GLOBAL)}
"""All options of the two commands that answer a task."""
