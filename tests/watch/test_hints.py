"""P12 with a clock of our own, and how hints are condensed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.watch.hints import EVERYTHING, Hints, condense, outermost
from t2tdb.watch.options import MAX_HINTS, MAX_SCOPES


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def hints(clock: Clock, woken: list[int] | None = None) -> Hints:
    return Hints(0.3, 2.0, lambda: (woken if woken is not None else []).append(1), clock)


def test_p12_a_burst_settles_after_the_quiet_period() -> None:
    clock = Clock()
    gathered = hints(clock)
    assert gathered.due_in() is None
    for _ in range(5):
        gathered.add(b"/r", b"a")
        clock.now += 0.2
        assert gathered.due_in() == pytest.approx(0.1)
    clock.now += 0.1
    assert gathered.due_in() == 0.0


def test_p12_a_constant_writer_waits_no_longer_than_the_maximum_delay() -> None:
    clock = Clock()
    gathered = hints(clock)
    waited = 0.0
    while gathered.due_in() != 0.0:
        gathered.add(b"/r", b"a")
        clock.now += 0.1
        waited += 0.1
        assert waited < 2.15
    assert waited > 1.95


def test_taking_leaves_nothing_and_starts_the_delay_anew() -> None:
    clock = Clock()
    gathered = hints(clock)
    gathered.add(b"/r", b"a")
    clock.now += 5
    assert gathered.take() == {b"/r": [b"a"]}
    assert gathered.due_in() is None
    gathered.add(b"/r", b"b")
    assert gathered.due_in() == pytest.approx(0.3)


def test_the_watcher_is_woken_once_for_a_burst() -> None:
    woken: list[int] = []
    gathered = hints(Clock(), woken)
    for number in range(10):
        gathered.add(b"/r", b"%d" % number)
    assert woken == [1]


def test_roots_are_kept_apart_and_everything_covers_all() -> None:
    gathered = hints(Clock())
    gathered.add(b"/r", b"a")
    gathered.add(b"/r", EVERYTHING)
    gathered.add(b"/r", b"b")
    gathered.add(b"/s", b"c")
    assert gathered.take() == {b"/r": [EVERYTHING], b"/s": [b"c"]}


def test_hints_are_bounded() -> None:
    gathered = hints(Clock())
    for number in range(100_000):
        gathered.add(b"/r", b"%d/x" % number)
        assert len(gathered._scopes[b"/r"]) <= MAX_HINTS
    assert gathered.take() == {b"/r": [EVERYTHING]}


def test_many_files_become_their_directories_and_many_directories_the_root() -> None:
    assert condense({b"a/%d" % n for n in range(MAX_SCOPES + 1)}) == [b"a"]
    assert condense({b"a%d/x" % n for n in range(MAX_SCOPES + 1)}) == [EVERYTHING]
    assert condense({b"%d" % n for n in range(MAX_SCOPES + 1)}) == [EVERYTHING]


PATHS = st.lists(st.sampled_from([b"a", b"b", b"a-b", b"c"]), min_size=1, max_size=4).map(b"/".join)


@given(st.sets(PATHS, max_size=12))
def test_the_outermost_scopes_cover_all_and_do_not_overlap(scopes: set[bytes]) -> None:
    kept = outermost(scopes)
    assert set(kept) <= scopes
    for scope in scopes:
        assert sum(scope == each or scope.startswith(each + b"/") for each in kept) == 1
