"""``t2tdb find`` and ``t2tdb compose`` as click commands: they explain, complete and complain; ``answer`` works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from t2tdb.cli.answer import answer
from t2tdb.cli.options import ASKING
from t2tdb.cli.parameters import decorate, merged
from t2tdb.errors import UsageError

if TYPE_CHECKING:
    from t2tdb.cli.front import Values


@click.command(epilog="The task needs no quotes: t2tdb find review a pull request --limit 3")
@click.argument("task", nargs=-1)
@decorate(ASKING["find"])
def find(task: tuple[str, ...], **values: Any) -> int:
    """Rank the resources that fit TASK, written in plain words.

    Reads only the database. A hit whose file is gone is left out; one whose file changed since it was indexed is
    marked as stale.
    """
    return answer("find", *_asked("find", task, values))


@click.command(epilog="The task needs no quotes: t2tdb compose review an api change and write the release notes")
@click.argument("task", nargs=-1)
@decorate(ASKING["compose"])
def compose(task: tuple[str, ...], **values: Any) -> int:
    """Pick a small set of resources that covers TASK together.

    Each pick covers the most words of the task that are still uncovered; ties go to the better score. Says what each
    one adds and which words nothing covers.
    """
    return answer("compose", *_asked("compose", task, values))


def _asked(command: str, task: tuple[str, ...], values: dict[str, Any]) -> tuple[str, Values]:
    if not task:
        raise UsageError(f"say what you want to do: t2tdb {command} review a pull request")
    known = {name: "" if entry is None else entry for name, entry in merged(values).items()}
    return " ".join(task), known
