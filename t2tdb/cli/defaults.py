"""What ``config.toml`` says for the options of a click command, held against what each of them takes.

click would make a text of any value: ``db = 5`` would name a file "5".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from t2tdb.errors import UsageError
from t2tdb.settings import command_defaults, table_of

if TYPE_CHECKING:
    from collections.abc import Mapping


def defaults_of(command: click.Command, name: str, configuration: Mapping[str, object], file: str) -> dict[str, object]:
    """The defaults of ``command``, which is called ``name``, as click wants them: those of a group by its commands.

    Raises ``UsageError`` with ``file`` and key for one that is unknown, of another type or out of its range.
    """
    if isinstance(command, click.Group):
        for key, entry in table_of(configuration, name, file=file).items():
            if key not in command.commands or not isinstance(entry, dict):
                known = ", ".join(f"[{name}.{each}]" for each in command.commands)
                raise UsageError(f"{file}: [{name}] has no {key}; there are the tables {known}")
        return {sub: defaults_of(each, f"{name} {sub}", configuration, file) for sub, each in command.commands.items()}
    options = {long_name(option): option for option in command.params if isinstance(option, click.Option)}
    found = command_defaults(configuration, name, list(options), file=file)
    typed: dict[str, object] = {}
    for key, said in found.items():
        try:
            typed[options[key].name or ""] = _typed(options[key], said)
        except (TypeError, click.BadParameter) as error:
            message = f": {error.message.rstrip('.')}" if isinstance(error, click.BadParameter) else f" {error}"
            raise UsageError(f"{file}: {_spelled(configuration, name, key, file)}{message}") from None
    return typed


def long_name(option: click.Option) -> str:
    """What an option is called in the file: as it is typed, with underscores; ``--files-url`` is ``files_url``."""
    return max(option.opts, key=len).lstrip("-").replace("-", "_")


def _typed(option: click.Option, said: object) -> object:
    """``said`` where the option takes it. Raises ``TypeError`` or ``BadParameter`` where it does not."""
    if option.is_flag:
        if not isinstance(said, bool):
            raise TypeError("must be true or false")
        return said
    several = said if option.multiple and isinstance(said, list) else [said]  # one stands for a list of one
    wanted, called = _wanted(option)
    for each in several:
        if not isinstance(each, wanted) or isinstance(each, bool):
            raise TypeError(f"must be {called}{' or a list of such' if option.multiple else ''}")
        option.type.convert(each, option, None)
    return several if option.multiple else said


def _wanted(option: click.Option) -> tuple[tuple[type, ...], str]:
    if isinstance(option.type, click.types.IntParamType):
        return (int,), "a whole number"
    if isinstance(option.type, click.types.FloatParamType):
        return (int, float), "a number"
    return (str,), "a text"


def _spelled(configuration: Mapping[str, object], command: str, option: str, file: str) -> str:
    """Where an option stands: ``[find] limit``, or its name alone where that is at the top."""
    for key in table_of(configuration, command, file=file):
        if key.replace("-", "_") == option:
            return f"[{command.replace(' ', '.')}] {key}"
    return option
