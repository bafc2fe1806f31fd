"""``config.toml``: any option may stand there, called as it is typed, and nothing that its option would not take."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator

import click
import pytest

from t2tdb.cli.defaults import defaults_of
from t2tdb.cli.group import COMMANDS, group
from t2tdb.errors import UsageError
from tests.support.home import Home

FILE = "/etc/my.toml"
SAMPLES = (5, 5.5, True, "x", ["x"], [5], [], datetime.date(2026, 12, 1), {})


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command with what it is called; those of a group by two words."""
    context = click.Context(group)
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert command is not None
        for word, sub in (command.commands if isinstance(command, click.Group) else {"": command}).items():
            yield f"{name} {word}".strip(), sub


def said(command: str, key: str, entry: object) -> object:
    """What one key in the table of a command comes to."""
    top, _, sub = command.partition(" ")
    table = {key: entry}
    context = click.Context(group)
    whole = group.get_command(context, top)
    assert whole is not None
    made = defaults_of(whole, top, {top: {sub: table} if sub else table}, FILE)
    inner = made[sub] if sub else made
    assert isinstance(inner, dict)
    return next(iter(inner.values()))


OPTIONS = [
    pytest.param(name, option, id=f"{name} {max(option.opts, key=len)}")
    for name, command in commands()
    for option in command.params
    if isinstance(option, click.Option)
]


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_an_option_takes_its_own_type_and_no_other(command: str, option: click.Option) -> None:
    key = max(option.opts, key=len).removeprefix("--")  # as it is typed
    for sample in SAMPLES:
        whole = isinstance(sample, int) and not isinstance(sample, bool)
        if option.is_flag:
            fits = isinstance(sample, bool)
        elif isinstance(option.type, click.IntRange):
            fits = whole
        elif isinstance(option.type, click.FloatRange):
            fits = whole or isinstance(sample, float)
        elif isinstance(option.type, click.Choice):
            fits = option.multiple and sample == []
        else:
            fits = isinstance(sample, str) or (option.multiple and sample in (["x"], []))
        if fits and not isinstance(option.type, click.FloatRange):  # some of them end below 5
            assert said(command, key, sample) == (["x"] if option.multiple and sample == "x" else sample)
        elif not fits:
            with pytest.raises(UsageError) as caught:
                said(command, key, sample)
            assert FILE in str(caught.value)
            assert key in str(caught.value)


@pytest.mark.parametrize(
    ("text", "command", "line"),
    [
        ("db = 5", "find", "db must be a text"),
        ("db = 5", "completion", "db must be a text"),
        ("quiet = 'yes'", "status", "quiet must be true or false"),
        ("format = 'xml'", "find", "format: 'xml' is not one of"),
        ("[find]\nlimit = '5'", "find", "[find] limit must be a whole number"),
        ("[find]\nlimit = 500", "find", "[find] limit: 500 is not in the range"),
        ("[find]\nkind = ['skill', 3]", "find", "[find] kind must be a text or a list of such"),
        ("[find]\nlimit = 1979-05-27", "find", "[find] limit must be"),
        ("[wait]\ntimeout = 'long'", "wait", "[wait] timeout must be a number"),
        ("[find.limit]\nx = 1", "find", "[find.limit] is no command"),
        ("[roots]\nformat = 'json'", "roots", "[roots] has no format"),
        ("[roots.list]\nformat = 1", "roots", "[roots.list] format must be a text"),
        ("[roots.lst]\nformat = 'json'", "roots", "[roots] has no lst"),
        ("find = 3", "find", "find is no option of every command"),
    ],
)
def test_a_wrong_type_is_one_line_with_file_and_key(indexed: Home, text: str, command: str, line: str) -> None:
    indexed.configure(text)
    words = {"find": ("pull request",), "completion": ("bash",), "roots": ("list",)}.get(command, ())
    said = indexed.fails(command, *words)
    assert str(indexed.path / "config" / "t2tdb" / "config.toml") in said
    assert line in said
    assert not (indexed.path / "5").exists()


def test_the_file_that_is_named_is_the_one_that_was_read(indexed: Home) -> None:
    (indexed.path / "mine.toml").write_text("db = 5\n")
    assert "mine.toml: db" in indexed.fails("status", T2TDB_CONFIG=str(indexed.path / "mine.toml"))


def test_an_option_is_called_as_it_is_typed(indexed: Home) -> None:
    """Not as the function behind it calls it."""
    indexed.configure('[export]\nas = "jsonl"\nkind = "skill"\n')
    by_file = indexed.run("export").stdout
    assert {json.loads(line)["kind"] for line in by_file.splitlines()} == {"skill"}
    indexed.configure("")
    assert indexed.run("export", T2TDB_EXPORT_AS="jsonl", T2TDB_EXPORT_KIND="skill").stdout == by_file


def test_a_number_may_be_a_fraction(indexed: Home) -> None:
    indexed.configure("[wait]\ntimeout = 0.5\n")
    indexed.run("wait")
