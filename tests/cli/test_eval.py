"""``t2tdb eval`` at the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.support.home import Home

TASKS = """
tasks:
  - task: review a pull request
    wants: Pull request reviewer
  - task: bake a birthday cake
    wants: nothing
  - task: slow postgres query
    wants: Nobody
"""


def test_it_fails_under_the_floor(home: Home, shelf: Path, tmp_path: Path) -> None:
    home.run("index", shelf, "--ranking", "tuned")
    file = tmp_path / "tasks.yml"
    file.write_text(TASKS, encoding="utf-8")
    report = json.loads(home.run("eval", file, "--format", "json", code=1).stdout)
    assert report["summary"] == {"tasks": 3, "passed": 2, "missed": 1, "passedPercent": 66.7, "floorPercent": 100.0}
    assert [(each["rank"], each["passed"]) for each in report["outcomes"]] == [(1, True), (None, True), (None, False)]
    assert "Nobody" in home.run("eval", file, "--floor", "0.6").stdout


def test_the_queries_beside_a_skill(home: Home, shelf: Path) -> None:
    home.run("index", shelf)
    skill = next(path for path in shelf.rglob("SKILL.md") if "Pull request reviewer" in path.read_text("utf-8"))
    file = skill.parent / "evals" / "queries.json"
    file.parent.mkdir()
    queries = [
        {"query": "review this pull request", "should_trigger": True},
        {"query": "why is the postgres query slow", "should_trigger": False},
    ]
    file.write_text(json.dumps(queries), encoding="utf-8")
    assert json.loads(home.run("eval", file, "--format", "json").stdout)["summary"]["passed"] == 2


def test_a_file_that_is_no_evaluation(home: Home, shelf: Path, tmp_path: Path) -> None:
    home.run("index", shelf)
    assert "cannot be read" in home.fails("eval", tmp_path / "none.yml")
    (tmp_path / "bad.yml").write_text("tasks: 1\n", encoding="utf-8")
    assert "not an evaluation" in home.fails("eval", tmp_path / "bad.yml")


def test_the_report_is_not_written_over_the_tasks(home: Home, shelf: Path, tmp_path: Path) -> None:
    home.run("index", shelf)
    file = tmp_path / "tasks.yml"
    file.write_text(TASKS, encoding="utf-8")
    assert "write over the tasks" in home.fails("eval", file, "--output", tmp_path / "." / "tasks.yml")
    assert file.read_text(encoding="utf-8") == TASKS
