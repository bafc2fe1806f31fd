"""Value classes are frozen, slotted, comparable, and dataclasses to whoever asks."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys

import pytest

from t2tdb.model import Problem
from t2tdb.value import replaced, value

ONE = Problem("warning", "CODE", "message", "a/b", line=3)


def test_equality_and_hash_follow_the_fields() -> None:
    twin = Problem("warning", "CODE", "message", "a/b", None, 3)
    assert twin == ONE
    assert hash(ONE) == hash(twin)
    assert dataclasses.replace(ONE, line=4) != ONE


def test_replaced_changes_the_named_fields_alone() -> None:
    assert replaced(ONE, line=4, code="X") == dataclasses.replace(ONE, line=4, code="X")
    assert replaced(ONE) == ONE
    with pytest.raises(TypeError):
        replaced(ONE, colour="red")


def test_values_refuse_assignment_and_new_attributes() -> None:
    with pytest.raises(AttributeError):
        ONE.line = 4  # type: ignore[misc]
    with pytest.raises(AttributeError):
        ONE.colour = "red"  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        del ONE.line


def test_they_are_dataclasses() -> None:
    assert dataclasses.is_dataclass(ONE)
    assert dataclasses.asdict(ONE)["line"] == 3  # type: ignore[call-overload]
    assert [field.name for field in dataclasses.fields(Problem)][:2] == ["severity", "code"]  # type: ignore[arg-type]


def test_they_survive_pickle_and_copy() -> None:
    assert pickle.loads(pickle.dumps(ONE)) == ONE
    assert copy.deepcopy(ONE) == ONE


@pytest.mark.parametrize("count", [1, 100])
def test_arguments_are_checked_from_the_first_value_on(count: int) -> None:
    @value
    class Pair:
        left: int
        right: int = 2

    for _ in range(count):
        assert (Pair(1).right, Pair(1, 3).right, Pair(left=1, right=4).right) == (2, 3, 4)
    for given, named in [((), {}), ((1, 2, 3), {}), ((1,), {"left": 1}), ((), {"right": 1}), ((1,), {"up": 1})]:
        with pytest.raises(TypeError, match=r"Pair\.__init__"):
            Pair(*given, **named)


def test_a_default_before_a_field_without_one_is_refused() -> None:
    with pytest.raises(TypeError, match="'second'"):

        @value
        class Wrong:
            first: int = 1
            second: int  # type: ignore[misc]


def test_importing_the_model_loads_no_heavy_module() -> None:
    code = "import sys, t2tdb.model; print([m for m in ('dataclasses', 'typing', 're', 'inspect') if m in sys.modules])"
    found = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == "[]"


def test_signatures_are_seen_and_repr_is_written() -> None:
    import inspect

    assert list(inspect.signature(Problem).parameters) == list(Problem.__match_args__)  # type: ignore[attr-defined]
    assert repr(ONE).startswith("Problem(severity='warning', code='CODE'")
    assert Problem.__init__.__qualname__ == "Problem.__init__"
