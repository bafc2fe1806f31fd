"""Rows of problems. A problem that is found again keeps its row, so that it tells since when it is there."""

from __future__ import annotations

from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from t2tdb.model import Problem
    from t2tdb.store.connection import Cell, Row, Writer

_FIELDS = "severity, code, message, path, line, resource_id, resource_key"


def replace_problems_of_file(
    writer: Writer,
    root_id: int,
    file_id: int,
    problems: Iterable[Problem],
    keys: Mapping[str, int],
    now: str,
) -> bool:
    """Make the file's problems these; ``keys`` gives the row of each resource id. Tells whether anything changed."""
    known = writer.rows(f"SELECT id, {_FIELDS} FROM problems WHERE file_id = ?", (file_id,))
    wanted = [_fields(problem, keys.get(problem.resource_id or "")) for problem in problems]
    return _replace(writer, root_id, file_id, known, wanted, now)


def replace_problems_of_walk(writer: Writer, root_id: int, scope: str, problems: Iterable[Problem], now: str) -> bool:
    """Make the problems of the walk itself these, within a scope ("" for the whole root)."""
    known = writer.rows(f"SELECT id, {_FIELDS} FROM problems WHERE root_id = ? AND file_id IS NULL", (root_id,))
    if scope:
        known = [row for row in known if _is_within(str(row[4]), scope)]
    return _replace(writer, root_id, None, known, [_fields(problem, None) for problem in problems], now)


def walk_problems(writer: Writer, root_id: int, scope: str) -> set[tuple[Cell, ...]]:
    """The stored problems of the walk, as ``walk_problem_fields`` spells them."""
    rows = writer.rows(f"SELECT {_FIELDS} FROM problems WHERE root_id = ? AND file_id IS NULL", (root_id,))
    return {row for row in rows if not scope or _is_within(str(row[3]), scope)}


def walk_problem_fields(problems: Iterable[Problem]) -> set[tuple[Cell, ...]]:
    """Problems of the walk as ``walk_problems`` gives them."""
    return {_fields(problem, None) for problem in problems}


def add_problem_of_file(writer: Writer, root_id: int, file_id: int, problem: Problem, now: str) -> bool:
    """Add one problem to what is known of a file, unless it is there. Tells whether it was added."""
    found = writer.value(
        "SELECT id FROM problems WHERE file_id = ? AND code = ? AND message = ?",
        (file_id, problem.code, problem.message),
    )
    if found is not None:
        return False
    drop_problem_of_file(writer, file_id, problem.code)
    _insert(writer, root_id, file_id, _fields(problem, None), now)
    return True


def drop_problem_of_file(writer: Writer, file_id: int, code: str) -> None:
    """Remove the problems with this code from a file. Inside a transaction."""
    writer.run("DELETE FROM problems WHERE file_id = ? AND code = ?", (file_id, code))


def _replace(
    writer: Writer, root_id: int, file_id: int | None, known: list[Row], wanted: list[tuple[Cell, ...]], now: str
) -> bool:
    stored: dict[tuple[Cell, ...], Cell] = {}
    surplus: list[Cell] = []
    for number, *fields in known:
        if tuple(fields) in stored:
            surplus.append(number)
        else:
            stored[tuple(fields)] = number
    missing = [each for each in dict.fromkeys(wanted) if each not in stored]
    kept = set(wanted)
    surplus.extend(number for fields, number in stored.items() if fields not in kept)
    for number in surplus:
        writer.run("DELETE FROM problems WHERE id = ?", (number,))
    for each in missing:
        _insert(writer, root_id, file_id, each, now)
    return bool(surplus or missing)


def _insert(writer: Writer, root_id: int, file_id: int | None, fields: tuple[Cell, ...], now: str) -> None:
    writer.run(
        f"INSERT INTO problems ({_FIELDS}, root_id, file_id, first_seen_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*fields, root_id, file_id, now),
    )


def _fields(problem: Problem, key: int | None) -> tuple[Cell, ...]:
    return (problem.severity, problem.code, problem.message, problem.path, problem.line, problem.resource_id, key)


def _is_within(path: str, scope: str) -> bool:
    return path == scope or path.startswith(scope + "/")
