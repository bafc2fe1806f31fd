"""Reads the well-formed, common command lines of ``find`` and ``compose`` without click.

Importing click takes six times as long as starting Python. So the two commands that people and agents call all day are
read here, from the same table of options; whatever is not plain (``--help``, an unknown option, a number out of range,
a value that starts with a dash, a variable like ``T2TDB_FIND_LIMIT``, a setting of an unexpected type) is handed to
click by returning ``None``. Handing over is always right, only slower; a property test holds both readers alike.
"""

from __future__ import annotations

from t2tdb.cli.options import ASKING, GLOBAL, Option
from t2tdb.errors import UsageError
from t2tdb.settings import command_defaults, read_configuration
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    Values: TypeAlias = dict[str, str | int | bool | tuple[str, ...]]

_SHARED_VARIABLES = {"T2TDB_DB": "db", "T2TDB_FORMAT": "format", "T2TDB_RANKING": "ranking"}
_TRUE = ("1", "true")


def read(arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[str, str, Values] | None:
    """Return command, task and the values typed or set for its options; ``None``: let click read this line."""
    typed: Values = {}
    words: list[str] = []
    position = _options(arguments, 0, GLOBAL, typed, None)
    if position is None or position >= len(arguments) or arguments[position] not in ASKING:
        return None
    command = arguments[position]
    options = ASKING[command]
    if _options(arguments, position + 1, options, typed, words) is None or not words:
        return None
    values: Values = {option.name: _nothing(option) for option in options}
    if not (_from_file(command, options, environment, values) and _from_environment(command, environment, values)):
        return None
    values.update(typed)
    return command, " ".join(words), values


def _options(
    arguments: Sequence[str], position: int, options: Sequence[Option], values: Values, words: list[str] | None
) -> int | None:
    """Read options into ``values`` and, where ``words`` are wanted, everything else into them.

    Returns the position of the first argument that is neither, ``None`` where click has to read the line.
    """
    by_name = {name: option for option in options for name in option.names}
    while position < len(arguments):
        argument = arguments[position]
        position += 1
        if argument == "--" and words is not None:
            words.extend(arguments[position:])
            return len(arguments)
        if not argument.startswith("-") or argument == "-":
            if words is None:
                return position - 1
            words.append(argument)
            continue
        name, equals, text = argument.partition("=") if argument.startswith("--") else (argument, "", "")
        option = by_name.get(name)
        if option is None:
            return None
        if option.kind == "flag":
            if equals:
                return None
            values[option.name] = True
            continue
        if not equals:
            if position >= len(arguments) or (arguments[position].startswith("-") and arguments[position] != "-"):
                return None
            text = arguments[position]
            position += 1
        if not _store(option, text, values):
            return None
    return position


def _store(option: Option, text: str, values: Values) -> bool:
    if option.choices and text not in option.choices:
        return False
    if option.kind == "count":
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            return False
        number = int(text)
        if not option.limits[0] <= number <= option.limits[1]:
            return False
        values[option.name] = number
    elif option.kind == "texts":
        earlier = values.get(option.name, ())
        values[option.name] = (*earlier, text) if isinstance(earlier, tuple) else (text,)
    else:
        values[option.name] = text
    return True


def _nothing(option: Option) -> str | int | bool | tuple[str, ...]:
    if option.kind == "flag":
        return False
    if option.kind == "count":
        return option.default
    return () if option.kind == "texts" else ""


def _from_environment(command: str, environment: Mapping[str, str], values: Values) -> bool:
    own = f"T2TDB_{command.upper()}_"
    for variable, text in environment.items():
        if not variable.startswith("T2TDB_") or not text:
            continue
        if variable.startswith(own):
            return False
        if variable in ("T2TDB_QUIET", "T2TDB_VERBOSE"):
            if text not in _TRUE:
                return False
            values[variable[6:].lower()] = True
        elif variable in _SHARED_VARIABLES:
            name = _SHARED_VARIABLES[variable]
            option = next(option for option in ASKING[command] if option.name == name)
            if not _store(option, text, values):
                return False
    return True


def _from_file(command: str, options: Sequence[Option], environment: Mapping[str, str], values: Values) -> bool:
    try:
        configuration = read_configuration(environment)
        if not configuration:
            return True
        defaults = command_defaults(configuration, command, [option.name for option in options])
    except UsageError:
        return False
    by_name = {option.name: option for option in options}
    for name, entry in defaults.items():
        option = by_name[name]
        if option.kind == "flag":
            if not isinstance(entry, bool):
                return False
            values[name] = entry
        elif option.kind == "count":
            if isinstance(entry, bool) or not isinstance(entry, int) or not _store(option, str(entry), values):
                return False
        elif option.kind == "texts":
            if not isinstance(entry, list) or not all(isinstance(item, str) for item in entry):
                return False
            values[name] = tuple(entry)
        elif not isinstance(entry, str) or not _store(option, entry, values):
            return False
    return True
