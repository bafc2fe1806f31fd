"""Resources with the same text are shown once under a profile that folds them; near-twins do not fill a composition."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from t2tdb.search import compose, find
from t2tdb.store.connection import Writer
from tests.support.shelf import Item, Shelf

_WORDS = st.sampled_from("deploy review plan guide".split())
_ITEM = st.builds(
    Item,
    root=st.integers(1, 2),
    path=st.integers(0, 20).map(lambda number: f"{number:02}.md"),
    name=_WORDS,
    description=st.sampled_from(["review the plan", "guide"]),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(_ITEM, min_size=1, max_size=14), st.integers(1, 6))
def test_the_first_of_each_text_is_shown(memory_writer: Callable[[], Writer], items: list[Item], limit: int) -> None:
    with memory_writer() as writer:
        shelf = Shelf(writer, "tuned")
        shelf.put(*{item.place: item for item in items}.values())
        everything = find(writer, "review plan", limit=100, all_copies=True).hits
        place = {(f"/shelf/{root:03}", path): item for (root, path), item in shelf.items.items()}
        groups: dict[str, list[str]] = {}
        first = {}
        for hit in everything:
            text = place[hit.resource.root, hit.resource.path].text
            groups.setdefault(text, []).append(hit.resource.path)
            first.setdefault(text, hit)
        hits = find(writer, "review plan", limit=limit).hits
        assert [hit.resource for hit in hits] == [hit.resource for hit in list(first.values())[:limit]]
        for hit in hits:
            paths = groups[place[hit.resource.root, hit.resource.path].text]
            assert hit.copies == len(paths)
            others = list(paths)
            others.remove(hit.resource.path)
            assert sorted(hit.copy_paths) == sorted(others)
        assert all(hit.copies == 1 for hit in everything)


def test_many_copies_do_not_push_others_out(memory_writer: Callable[[], Writer]) -> None:
    with memory_writer() as writer:
        shelf = Shelf(writer, "tuned")
        shelf.put(*(Item(1, f"{n:03}.md", "pull request review", "reviews") for n in range(150)))
        shelf.put(Item(1, "other.md", "release notes", "after a review"))
        hits = find(writer, "pull request review", limit=2).hits
        assert [(hit.resource.name, hit.copies) for hit in hits] == [("pull request review", 150), ("release notes", 1)]
        assert len(hits[0].copy_paths) == 20


def test_the_profile_seed_shows_every_copy(memory_writer: Callable[[], Writer]) -> None:
    with memory_writer() as writer:
        Shelf(writer, "seed").put(*(Item(1, f"{n}.md", "pull request", "reviews") for n in range(3)))
        hits = find(writer, "pull request", limit=10).hits
        assert [(hit.copies, hit.confidence) for hit in hits] == [(1, None)] * 3


@pytest.mark.parametrize(("all_copies", "second"), [(False, "tracker"), (True, "pull request review B")])
def test_a_near_twin_is_passed_over_where_another_adds_as_much(
    memory_writer: Callable[[], Writer], all_copies: bool, second: str
) -> None:
    """B says what A says and one word more; another resource says that word too, and ranks below B."""
    words = "review pull request branch merge approve comment diff risk change"
    with memory_writer() as writer:
        Shelf(writer, "tuned").put(
            Item(1, "a.md", "pull request review A", f"{words} security bugs"),
            Item(1, "b.md", "pull request review B", f"{words} security incident"),
            Item(1, "c.md", "tracker", "writes up an incident for a long list of people and places in many towns"),
        )
        task = "pull request review security bugs incident"
        picks = compose(writer, task, all_copies=all_copies).composition.picks
        assert [pick.resource.name for pick in picks] == ["pull request review A", second]
        assert picks[1].new_terms == ("incident",)
