"""The comparison with the oracle would notice: each bug planted here changes an answer, and without it none changes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from math import floor

import pytest

from t2tdb.ranking.seed import SeedProfile
from t2tdb.ranking.tuned import TunedProfile
from t2tdb.search import Filters, best, finding, question, recall, sums
from t2tdb.store import folding
from t2tdb.store.connection import Writer
from tests.support.shelf import Item, Shelf, expected, ranked

pytestmark = pytest.mark.usefixtures("small_library")

SEEDS = 30
WORDS = (
    "deploy plan guide code review test build ship log trace query index merge branch token cache graph node edge"
    " cloud secret policy audit role ticket sprint note draft page chart"
).split()


def disagreements(memory_writer: Callable[[], Writer], ranking: str, seeds: int) -> Iterator[str]:
    """Where ``find`` differs from the oracle, over seeded libraries with a history and many queries each."""
    for seed in range(seeds):
        draw = random.Random(seed)
        with memory_writer() as writer:
            shelf = Shelf(writer, ranking)
            longest = 6
            for _ in range(4):
                shelf.put(*(_item(draw, number, longest) for number in draw.sample(range(40), 14)))
                shelf.drop(*draw.sample(sorted(shelf.items), 4))
                for _ in range(draw.randrange(4)):
                    folding.fold(writer, shelf.profile, least=draw.randrange(1, 9))
                longest = draw.choice([4, 10, 60])  # averages move after the first spans are made
                for _ in range(6):
                    task = _task(draw)
                    limit = draw.randrange(1, 6)
                    filters = draw.choice([Filters(), Filters(), Filters(kinds=("agent",)), Filters(roots=(2,))])
                    if ranked(writer, task, limit, filters) != expected(shelf, task, filters)[:limit]:
                        yield f"seed {seed}: {task!r}, limit {limit}, {filters}"


def _item(draw: random.Random, number: int, longest: int) -> Item:
    def text(most: int) -> str:
        return " ".join(WORDS[int(len(WORDS) * draw.random() ** 2)] for _ in range(draw.randrange(most + 1)))

    return Item(
        root=1 + number % 2,
        path=f"{number}.md",
        name=text(3),
        description=text(5),
        body=text(longest),
        kind=draw.choice(["skill", "skill", "agent"]),
    )


def _task(draw: random.Random) -> str:
    words = [WORDS[int(len(WORDS) * draw.random() ** 2)] for _ in range(draw.randrange(1, 7))]
    if draw.random() < 0.2:
        return words[0][1:]  # a part of a word: only a substring can match
    return " ".join(words)


@pytest.mark.parametrize("ranking", ["seed", "tuned"])
def test_without_a_planted_bug_every_answer_agrees(memory_writer: Callable[[], Writer], ranking: str) -> None:
    assert not list(disagreements(memory_writer, ranking, SEEDS))


def _bound_rounded_down(patch: pytest.MonkeyPatch) -> None:
    def table(self: sums.Sums, shares: list[float], factor: float) -> bytes:
        unit = self._units[self._added // self._group]
        return bytes(min(255, floor(factor * share / unit)) for share in shares)

    patch.setattr(sums.Sums, "table", table)


def _impact_rounded_down(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(folding, "ceil", lambda impact: max(1, floor(impact * 0.97)))


def _forgotten_drift(patch: pytest.MonkeyPatch) -> None:
    for profile in (SeedProfile, TunedProfile):
        patch.setattr(profile, "drift", lambda _self, _reference, _averages: 1.0)


def _filter_applied_late(patch: pytest.MonkeyPatch) -> None:
    exact = best.best

    def late(asked: question.Question, limit: int) -> dict[int, float]:
        conditions, select = asked.scope.conditions, asked._select
        asked.scope.conditions = ""
        asked._select = select.partition(f" AND {conditions}")[0] if conditions else select
        parameters, asked.scope.parameters = asked.scope.parameters, ()
        found = exact(asked, limit)
        asked.scope.conditions, asked.scope.parameters, asked._select = conditions, parameters, select
        listed = asked.scope.documents(asked.reader, 1_000)
        top = sorted(found, key=found.__getitem__, reverse=True)[:limit]
        return {document: found[document] for document in top if document in set(listed or ())}

    patch.setattr(finding, "best", late)


def _stale_counts(patch: pytest.MonkeyPatch) -> None:
    exact = question.term_and_count
    remembered: dict[tuple[str, tuple[int, ...], str], tuple[int, int]] = {}

    def stale(reader: Writer, roots: tuple[int, ...], term: str) -> tuple[int, int]:
        known = remembered.setdefault((str(id(reader)), tuple(roots), term), exact(reader, roots, term))
        return known if known[0] else exact(reader, roots, term)

    patch.setattr(question, "term_and_count", stale)


def _pending_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(recall, "having_any", lambda *_: [])


def _rare_terms_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(recall, "having_term", lambda *_: [])


def _ties_cut_off(patch: pytest.MonkeyPatch) -> None:
    exact = best.best

    def cut(asked: question.Question, limit: int) -> dict[int, float]:
        found = exact(asked, limit)
        return {document: found[document] for document in sorted(found, key=lambda d: (-found[d], d))[:limit]}

    patch.setattr(finding, "best", cut)


def _substrings_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(recall, "containing", lambda _reader, _text, _column, words: [] if len(words) < 3 else None)


def _bonus_left_out_of_bounds(patch: pytest.MonkeyPatch) -> None:
    exact = recall.Passages.__init__

    def without(self: recall.Passages, asked: question.Question) -> None:
        exact(self, asked)
        self.other = 0.0

    patch.setattr(recall.Passages, "__init__", without)


def _lane_left_out(patch: pytest.MonkeyPatch) -> None:
    exact = recall.Laned.add_to

    def without_last(self: recall.Laned, total: sums.Sums, layout: object) -> None:
        last = max(self.lanes)
        lane = self.lanes.pop(last)
        exact(self, total, layout)  # type: ignore[arg-type]
        self.lanes[last] = lane

    patch.setattr(recall.Laned, "add_to", without_last)


@pytest.mark.parametrize(
    ("plant", "ranking"),
    [
        (_bound_rounded_down, "seed"),
        (_impact_rounded_down, "seed"),
        (_forgotten_drift, "seed"),
        (_forgotten_drift, "tuned"),
        (_filter_applied_late, "seed"),
        (_stale_counts, "seed"),
        (_stale_counts, "tuned"),
        (_pending_forgotten, "seed"),
        (_rare_terms_forgotten, "tuned"),
        (_ties_cut_off, "seed"),
        (_substrings_forgotten, "seed"),
        (_bonus_left_out_of_bounds, "seed"),
        (_lane_left_out, "tuned"),
    ],
    ids=lambda each: each.__name__.strip("_") if callable(each) else each,
)
def test_a_planted_bug_is_caught(
    memory_writer: Callable[[], Writer],
    monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[pytest.MonkeyPatch], None],
    ranking: str,
) -> None:
    plant(monkeypatch)
    assert next(disagreements(memory_writer, ranking, 5 * SEEDS), None) is not None
