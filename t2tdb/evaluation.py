"""Guarding a library: tasks with the resource that should win, and whether it does.

Two forms are read. One lists tasks, each with the name, id or path of what it wants (or ``nothing``)::

    within: 3          # the wanted resource must be among the first 3
    floor: 0.9         # so many of the tasks must pass
    tasks:
      - task: review a pull request
        wants: Pull request reviewer
      - task: bake a cake
        wants: nothing

The other is what skill authors keep beside a skill: ``[{"query": "...", "should_trigger": true}, ...]``. There the
wanted resource is the skill that the file lies below, or the one that is named.
"""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from t2tdb.results import Found

    Find: TypeAlias = Callable[[str, int], Found]
    """Task and limit -> what the library finds."""

MAX_BYTES = 1_048_576
MAX_TASKS = 5_000
MAX_WITHIN = 100
DEEPEST = 20  # ranks that are told apart in the report; beyond it a resource counts as not found
NOTHING = "nothing"


class EvaluationInvalid(Exception):
    """A file that is no evaluation, with the reason in words."""


@value
class Case:
    """One task and what is expected of it."""

    task: str
    wants: tuple[str, ...]  # any of them; () is "nothing fits"
    within: int = 1
    avoids: bool = False  # the wanted resource must not be within


@value
class Evaluation:
    """What a file asks."""

    cases: tuple[Case, ...]
    floor: float  # share of cases that must pass


@value
class Outcome:
    """One case, asked."""

    case: Case
    rank: int | None  # of the wanted resource; None where it is not among the first
    first: str  # name of the hit in front; "" where there is none
    passed: bool


def read_evaluation(data: bytes, skill: str = "") -> Evaluation:
    """Read either form. ``skill`` is what a list of ``should_trigger`` is about. Raises ``EvaluationInvalid``."""
    from t2tdb.parse.yamlguard import YamlProblem, load

    try:
        document = load(data.decode("utf-8-sig"), max_bytes=MAX_BYTES, max_events=100_000)
    except UnicodeDecodeError:
        raise EvaluationInvalid("it is not UTF-8") from None
    except YamlProblem as problem:
        line = f"line {problem.line}: " if problem.line else ""
        raise EvaluationInvalid(f"{line}{problem.reason}") from None
    if isinstance(document, list):
        document = {"queries": document}
    if not isinstance(document, dict):
        raise EvaluationInvalid("it must be a list of queries, or a mapping with tasks")
    within = _whole(document.get("within"), 1)
    floor = _share(document.get("floor"))
    entries = document.get("tasks", document.get("queries"))
    if not isinstance(entries, list) or not 0 < len(entries) <= MAX_TASKS:
        raise EvaluationInvalid(f"it must list 1 to {MAX_TASKS} tasks")
    named = document.get("skill")
    about = named if isinstance(named, str) else skill
    return Evaluation(tuple(_case(entry, number, within, about) for number, entry in enumerate(entries, 1)), floor)


def evaluate(evaluation: Evaluation, find: Find) -> tuple[Outcome, ...]:
    """Ask every task."""
    return tuple(_ask(case, find) for case in evaluation.cases)


def _ask(case: Case, find: Find) -> Outcome:
    found = find(case.task, max(DEEPEST, case.within))
    first = found.hits[0].resource.name if found.hits else ""
    if not case.wants:
        return Outcome(case, None, first, passed=not found.hits or found.fits is False)
    wanted = {want.casefold() for want in case.wants}
    rank = None
    for place, (hit, path) in enumerate(zip(found.hits, found.files, strict=True), 1):
        resource = hit.resource
        names = {resource.name, resource.id, resource.path, path.decode("utf-8", "replace"), *hit.copy_paths}
        if wanted & {name.casefold() for name in names}:
            rank = place
            break
    near = rank is not None and rank <= case.within
    return Outcome(case, rank, first, passed=near is not case.avoids)


def _case(entry: object, number: int, within: int, about: str) -> Case:
    if not isinstance(entry, dict):
        raise EvaluationInvalid(f"task {number} must be a mapping")
    task = entry.get("task", entry.get("query"))
    if not isinstance(task, str) or not task.strip():
        raise EvaluationInvalid(f"task {number} says no task")
    within = _whole(entry.get("within"), within)
    if "should_trigger" in entry:
        if not about:
            raise EvaluationInvalid(f"task {number} does not say which skill it is about; name it with --skill")
        answer = str(entry["should_trigger"]).lower()
        if answer not in ("true", "false"):
            raise EvaluationInvalid(f"task {number}: should_trigger must be true or false")
        return Case(task, (about,), within, avoids=answer == "false")
    wants = entry.get("wants")
    texts = [wants] if isinstance(wants, str) else wants
    if not isinstance(texts, list) or not texts:
        raise EvaluationInvalid(f"task {number} does not say what it wants")
    names = tuple(text.strip() for text in texts if isinstance(text, str) and text.strip())
    if len(names) != len(texts):
        raise EvaluationInvalid(f"task {number}: what it wants must be names")
    return Case(task, () if names == (NOTHING,) else names, within)


def _whole(node: object, default: int) -> int:
    if node is None:
        return default
    if isinstance(node, str) and node.isascii() and node.isdigit() and 1 <= int(node[:9]) <= MAX_WITHIN:
        return int(node)
    raise EvaluationInvalid(f"within must be a whole number from 1 to {MAX_WITHIN}")


def _share(node: object) -> float:
    if node is None:
        return 1.0
    try:
        share = float(node) if isinstance(node, str) else -1.0
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise EvaluationInvalid("floor must be a number from 0 to 1")
    return share
