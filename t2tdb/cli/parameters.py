"""click decorators that more than one command uses, and what they resolve to."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import click

from t2tdb.cli.deliver import require_elsewhere
from t2tdb.cli.options import GLOBAL, REPORT, Option
from t2tdb.settings import SHARED, Settings, resolve

if TYPE_CHECKING:
    from collections.abc import Sequence

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])


def decorate(options: Iterable[Option]) -> Callable[[F], F]:
    """Turn rows of the table of options into click options."""

    def with_options(function: F) -> F:
        for option in reversed(list(options)):
            function = _click_option(option)(function)
        return function

    return with_options


def _click_option(option: Option) -> Callable[[F], F]:
    kind: click.ParamType[Any, Any] = click.STRING
    if option.choices:
        kind = click.Choice(option.choices)
    elif option.kind == "count":
        kind = click.IntRange(*option.limits)
    variable = f"T2TDB_{option.name.upper()}" if option.name in SHARED else None
    complete: dict[str, Any] = {"shell_complete": _complete_kind} if option.name == "kind" else {}
    if option.kind == "flag":
        return click.option(*option.names, option.name, is_flag=True, envvar=variable, help=option.help)
    return click.option(
        *option.names,
        option.name,
        type=kind,
        multiple=option.kind == "texts",
        default=option.default if option.kind == "count" else None,
        show_default=option.kind == "count",
        metavar=option.metavar or None,
        envvar=variable,
        help=option.help,
        hidden=option.hidden,
        **complete,
    )


def _complete_kind(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> Sequence[str]:
    from t2tdb.model import KINDS

    return [kind for kind in KINDS if kind.startswith(incomplete)]


global_options = decorate(GLOBAL)
"""``--db``, ``--quiet`` and ``--verbose``, taken before and after the command."""


def with_settings(function: Callable[Concatenate[Settings, P], R]) -> Callable[P, R]:
    """Give a command the global options and pass it one ``Settings`` first."""

    @global_options
    @functools.wraps(function)
    def command(*arguments: P.args, **values: P.kwargs) -> R:
        return function(_settings(values), *arguments, **values)

    return command


def with_report(function: Callable[Concatenate[Settings, P], R]) -> Callable[P, R]:
    """Give a command ``--format`` and ``--output`` as well as what ``with_settings`` gives."""
    decorated: Callable[P, R] = decorate(REPORT)(with_settings(function))
    return decorated


def merged(values: dict[str, Any]) -> dict[str, Any]:
    """Fill in the global options that were typed before the command, unless they were typed after it too."""
    context = click.get_current_context()
    root = context.find_root()
    typed = click.core.ParameterSource.COMMANDLINE
    for option in GLOBAL:
        here = context.get_parameter_source(option.name) is typed
        if not here and root.get_parameter_source(option.name) is typed:
            values[option.name] = root.params[option.name]
    return values


def _settings(values: dict[str, Any]) -> Settings:
    merged(values)
    settings = resolve(
        os.environ,
        database=values.pop("db") or "",
        ranking=values.get("ranking") or "",
        format=values.pop("format", None) or "",
        output=values.pop("output", None) or "",
        quiet=values.pop("quiet"),
        verbose=values.pop("verbose"),
    )
    require_elsewhere(settings)
    return settings
