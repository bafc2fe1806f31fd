"""Term vectors: what goes in comes out, whatever the counts, and damage is noticed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.store.packing import encode
from t2tdb.store.vectors import decode

_FIELD = st.dictionaries(st.integers(0, 2**32 - 1), st.integers(0, 9000), max_size=20)
_SHARED = st.dictionaries(st.integers(1, 12), st.integers(0, 600), max_size=12)  # terms that meet in several fields


@given(st.lists(st.tuples(st.integers(0, 2**32 - 1), _FIELD | _SHARED), min_size=1, max_size=16))
def test_a_vector_gives_back_lengths_and_counts(fields: list[tuple[int, dict[int, int]]]) -> None:
    lengths = tuple(length for length, _ in fields)
    counts = [by_term for _, by_term in fields]
    vector = decode(encode(lengths, counts))
    kept = tuple({term: count for term, count in field.items() if count} for field in counts)
    assert vector.lengths == lengths
    assert vector.counts() == kept
    terms = {term for field in kept for term in field}
    assert list(vector.term_ids()) == sorted(terms)
    for term in terms:
        assert vector.frequencies(term) == tuple(field.get(term, 0) for field in kept)


@given(st.lists(_SHARED, min_size=1, max_size=5))
def test_weighing_asks_for_the_frequencies_of_every_term(fields: list[dict[int, int]]) -> None:
    vector = decode(encode((7,) * len(fields), fields))

    def weight(frequencies: tuple[int, ...]) -> int:
        return 1 + hash(frequencies) % 255

    expected = [weight(vector.frequencies(term)) for term in vector.term_ids()]
    assert list(vector.weigh(weight)) == expected


@given(_FIELD, st.integers(0, 2**32 - 1))
def test_a_term_that_stands_nowhere_has_no_frequencies(field: dict[int, int], term: int) -> None:
    field.pop(term, None)
    assert decode(encode((1, 2), (field, {}))).frequencies(term) == ()


@given(_SHARED, _SHARED)
def test_equal_counts_give_equal_bytes_in_any_order(head: dict[int, int], body: dict[int, int]) -> None:
    turned = dict(reversed(head.items())), dict(reversed(body.items()))
    assert encode((3, 4), (head, body)) == encode((3, 4), turned)


def test_a_usual_resource_takes_three_bytes_a_term_and_little_more() -> None:
    body = {term: 1 + term % 7 for term in range(1000, 1236)}
    head = dict.fromkeys(range(1000, 1022), 1)
    assert len(encode((3, 4, 15, 400), (head, {}, {}, body))) == 2 * (3 + 8 + 2 + 236 + 2 * 22) + 236


@pytest.mark.parametrize("data", [b"", b"\x01", encode((1,), ({5: 1},))[:-1], b"\x11" + bytes(99), b"\xff" * 40])
def test_damaged_bytes_are_an_error(data: bytes) -> None:
    with pytest.raises(ValueError, match="term vector"):
        decode(data)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="term vector"):
        encode((1,) * 17, ({},) * 17)
    with pytest.raises(ValueError, match="term vector"):
        encode((1, 2), ({},))
