"""``t2tdb eval``."""

from __future__ import annotations

import os

import click

from t2tdb.cli.aliases import own_aliases
from t2tdb.cli.deliver import deliver
from t2tdb.cli.opened import library_for
from t2tdb.cli.parameters import with_report
from t2tdb.errors import EXIT_OK, EXIT_UNDER_FLOOR, EXIT_UNREADABLE, UsageError
from t2tdb.settings import Settings


@click.command("eval")
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False))
@click.option("--root", multiple=True, metavar="DIR", help="Only this directory; indexed first if no root covers it.")
@click.option(
    "--skill", metavar="NAME", help="Which skill a list of should_trigger is about [default: the one around]."
)
@click.option(
    "--floor", type=click.FloatRange(0, 1), help="Share of the tasks that must pass [default: what FILE says, 1]."
)
@click.option("--refresh", is_flag=True, help="Scan the roots for changes first.")
@with_report
def evaluate(
    settings: Settings, file: str, root: tuple[str, ...], skill: str | None, floor: float | None, refresh: bool
) -> int:
    """Ask the tasks of FILE and tell which of them find the resource that they want; exit 1 where too few do.

    FILE is YAML or JSON: tasks with what each wants, or the queries with should_trigger that lie beside a skill.
    """
    from t2tdb.evaluation import EvaluationInvalid, evaluate, read_evaluation
    from t2tdb.report import payload

    if settings.output != "-" and os.path.realpath(settings.output) == os.path.realpath(file):
        raise UsageError(f"--output {settings.output} would write over the tasks; name another")
    try:
        with open(file, "rb") as opened:
            evaluation = read_evaluation(opened.read(), skill or _skill_around(file))
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from None
    except EvaluationInvalid as problem:
        raise UsageError(f"{file}: not an evaluation: {problem}") from None
    least = evaluation.floor if floor is None else floor
    with library_for(settings, root, refresh=refresh) as (library, unreadable):
        aliases = own_aliases(library)
        outcomes = evaluate(
            evaluation, lambda task, limit: library.find(task, roots=root, limit=limit, aliases=aliases)
        )
        roots = library.registered()
    share = sum(outcome.passed for outcome in outcomes) / len(outcomes)
    deliver(payload.evaluation(roots, outcomes, floor=least), settings)
    if share < least:
        return EXIT_UNDER_FLOOR
    return EXIT_UNREADABLE if unreadable else EXIT_OK


def _skill_around(file: str) -> str:
    """The path of the SKILL.md of the nearest directory above the file; "" where there is none."""
    directory = os.path.dirname(os.path.realpath(file))
    while True:
        for name in os.listdir(directory):
            if name.lower() == "skill.md":
                return os.path.join(directory, name)
        parent = os.path.dirname(directory)
        if parent == directory:
            return ""
        directory = parent
