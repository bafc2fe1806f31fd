"""What the user chose, resolved once: flags > environment > ``config.toml`` > defaults.

``config.toml`` lies in the user's configuration directory (or where ``T2TDB_CONFIG`` says), never in a scanned tree.
Keys at its top hold for every command that has the option; a table named after a command holds for that command::

    db = "~/agents.db"
    ranking = "seed"

    [find]
    limit = 5

The environment has ``T2TDB_DB``, ``T2TDB_RANKING``, ``T2TDB_FORMAT``, ``T2TDB_QUIET``, ``T2TDB_VERBOSE``, and for the
option of a command ``T2TDB_COMMAND_OPTION``: ``T2TDB_FIND_LIMIT=5``.

Nothing below the command line reads the environment or the file. Nothing here reads a scanned tree.
"""

from __future__ import annotations

import os

from t2tdb.directories import configuration_directory, data_directory
from t2tdb.errors import UsageError
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DATABASE_NAME = "t2tdb.db"
CONFIGURATION_NAME = "config.toml"

TABLES = frozenset(
    "demo index find compose lint watch wait service serve export eval formats status roots mcp audit log show diff"
    " check rebuild backup purge completion registries".split()
)
"""What a table of ``config.toml`` may be called: a command (here without click, for ``find``), or the registries."""

SHARED = ("db", "ranking", "format", "quiet", "verbose")
"""Options that may stand at the top of ``config.toml`` and as ``T2TDB_NAME``: they belong to no single command."""

FLAGS = ("quiet", "verbose")
"""Those of them that are true or false; the others are texts."""


@value
class Settings:
    """What every command knows of the user's wishes."""

    database: str  # absolute path
    ranking: str = ""  # "": what the database says, "seed" for a new one
    format: str = ""  # "": chosen by the suffix of ``output``, or by what standard output is
    output: str = "-"  # "-" is standard output
    quiet: bool = False
    verbose: bool = False


def resolve(
    environment: Mapping[str, str],
    *,
    database: str = "",
    ranking: str = "",
    format: str = "",
    output: str = "",
    quiet: bool = False,
    verbose: bool = False,
) -> Settings:
    """Fill in what nobody chose. An empty text means that the user said nothing."""
    return Settings(
        database=database_path(database, environment),
        ranking=ranking,
        format="markdown" if format == "md" else format,
        output=output or "-",
        quiet=quiet,
        verbose=verbose and not quiet,
    )


def database_path(chosen: str, environment: Mapping[str, str]) -> str:
    """Return the absolute path of the database: ``chosen``, or the default place."""
    if chosen:
        return os.path.abspath(os.path.expanduser(chosen))
    return os.path.join(data_directory(environment), DATABASE_NAME)


def configuration_path(environment: Mapping[str, str]) -> str:
    """Return where ``config.toml`` is looked for; it need not exist."""
    return environment.get("T2TDB_CONFIG") or os.path.join(configuration_directory(environment), CONFIGURATION_NAME)


def aliases_path(environment: Mapping[str, str]) -> str:
    """Return where the user's ``aliases.yml`` is looked for: beside ``config.toml``; it need not exist."""
    return os.path.join(os.path.dirname(configuration_path(environment)), "aliases.yml")


def several(given: str | Sequence[str]) -> tuple[str, ...]:
    """What was given where several may be; one text or path is a list of one, and no list of letters."""
    return (given,) if isinstance(given, (str, bytes, os.PathLike)) else tuple(given)


def read_configuration(environment: Mapping[str, str]) -> dict[str, object]:
    """Return the tables of ``config.toml``, empty where there is none.

    Raises ``UsageError`` with file and reason where it is not TOML or cannot be read.
    """
    path = configuration_path(environment)
    try:
        with open(path, "rb") as file:
            text = file.read()
    except (FileNotFoundError, NotADirectoryError):
        if environment.get("T2TDB_CONFIG"):
            raise UsageError(f"{path}: T2TDB_CONFIG names a file that does not exist") from None
        return {}
    except OSError as error:
        raise UsageError(f"{path}: cannot read the configuration: {error.strerror}") from None
    import tomllib

    try:
        return tomllib.loads(text.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # TOMLDecodeError and UnicodeDecodeError are ValueErrors
        raise UsageError(f"{path}: not valid TOML: {error}") from None


def command_defaults(
    configuration: Mapping[str, object], command: str, options: Sequence[str], *, file: str = CONFIGURATION_NAME
) -> dict[str, object]:
    """Return what ``configuration`` says for the ``options`` of ``command``, by option name; as it stands there.

    ``command`` may be two words (``roots add``). Raises ``UsageError``, naming ``file``, for a key that no option
    answers to, because a misspelt one would otherwise do nothing, for ever.
    """
    found: dict[str, object] = {}
    for key, entry in configuration.items():
        name = key.replace("-", "_")
        if isinstance(entry, dict):
            if key not in TABLES:
                raise UsageError(f"{file}: [{key}] is no command; t2tdb --help lists them")
            continue
        if name not in SHARED:
            raise UsageError(f"{file}: {key} is no option of every command; put it in a table like [find]")
        if not isinstance(entry, bool if name in FLAGS else str):  # also where this command has no such option
            raise UsageError(f"{file}: {key} must be {'true or false' if name in FLAGS else 'a text'}")
        if name in options:
            found[name] = entry
    dotted = command.replace(" ", ".")
    for key, entry in table_of(configuration, command, file=file).items():
        name = key.replace("-", "_")
        if isinstance(entry, dict):
            raise UsageError(f"{file}: [{dotted}.{key}] is no command; see t2tdb {command} --help")
        if name not in options:
            raise UsageError(f"{file}: [{dotted}] has no option {key}; see t2tdb {command} --help")
        found[name] = entry
    return found


def table_of(
    configuration: Mapping[str, object], command: str, *, file: str = CONFIGURATION_NAME
) -> Mapping[str, object]:
    """Return the table of ``command``, empty where there is none: of ``roots add`` the table ``[roots.add]``."""
    table = configuration
    for word in command.split():
        below = table.get(word, {})
        if not isinstance(below, dict):
            raise UsageError(f"{file}: {word} must be a table: [{command.replace(' ', '.')}]")
        table = below
    return table
