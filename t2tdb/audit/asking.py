"""Running ``find`` and ``compose`` for the page that asks: in a child process, with bounds.

Datasette holds the database with another SQLite than t2tdb does, so the answer has to come from a process of its own.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TYPE_CHECKING, Any, cast

from t2tdb.model import KINDS
from t2tdb.report.neutralise import html as clean
from t2tdb.value import value

if TYPE_CHECKING:
    from t2tdb.report.shapes import Report

SECONDS = 30.0
"""How long one answer may take."""

AT_ONCE = 2
"""How many children may run side by side; others wait."""


@value
class Question:
    """What the form holds."""

    task: str
    mode: str  # "find" or "compose"
    limit: int
    kind: str  # "" for every kind


@value
class Answer:
    """What came back: a report, or one sentence on why there is none, with the HTTP status that says so."""

    report: Report | None
    error: str
    status: int


def read_question(parameters: dict[str, str]) -> Question:
    """Read the form; what is out of range falls back to what the form shows at first."""
    mode = parameters.get("mode", "find")
    limit = parameters.get("limit", "")
    kind = parameters.get("kind", "")
    return Question(
        task=parameters.get("task", "").strip(),
        mode=mode if mode in ("find", "compose") else "find",
        limit=min(max(int(limit), 1), 100) if limit.isascii() and limit.isdigit() else 10,
        kind=kind if kind in KINDS else "",
    )


def command(database: str, question: Question) -> list[str]:
    """The command line of the child. The task follows ``--``, so no task can be an option."""
    arguments = [sys.executable, "-P", "-m", "t2tdb", "--db", database, question.mode, "--format", "json"]
    arguments += ["--limit", str(question.limit)]
    if question.mode == "find":
        arguments.append("--explain")
    if question.kind:
        arguments += ["--kind", question.kind]
    return [*arguments, "--", question.task]


async def ask(database: str, question: Question, slots: asyncio.Semaphore) -> Answer:
    """Ask the database at path ``database``. Never raises for what the child does."""
    if "\0" in question.task or len(question.task) > 8192:
        return Answer(None, "The task is longer than 8,192 characters, or holds a NUL.", 400)
    async with slots:
        child = await asyncio.create_subprocess_exec(
            *command(database, question),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            output, errors = await asyncio.wait_for(child.communicate(), SECONDS)
        except TimeoutError:
            return Answer(None, f"No answer within {SECONDS:.0f} seconds.", 504)
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()
    if child.returncode not in (0, 3):
        lines = errors.decode("utf-8", "replace").strip().splitlines()
        message = lines[-1].removeprefix("t2tdb: ") if lines else f"t2tdb ended with exit code {child.returncode}."
        return Answer(None, clean(message), 400 if child.returncode == 2 else 500)
    return Answer(cast("Report", cleaned(json.loads(output))), "", 200)


def cleaned(shown: Any) -> Any:
    """The report with every string made fit to be seen; the template escapes markup."""
    if isinstance(shown, str):
        return clean(shown)
    if isinstance(shown, list):
        return [cleaned(entry) for entry in shown]
    if isinstance(shown, dict):
        return {key: cleaned(entry) for key, entry in shown.items()}
    return shown
