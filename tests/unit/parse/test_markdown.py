"""Headings, the first paragraph and the fences that hide both."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from t2tdb.parse.markdown import MAX_BODY, outline, ranked_body, sections
from t2tdb.text import utf16_length


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("# One", ("One",)),
        ("  ## Two ##", ("Two",)),
        ("### Three#", ("Three",)),
        ("#### Four", ()),
        ("#None", ()),
        ("#", ()),
        ("# #", ("#",)),
        ("# \u3000wide", ("wide",)),
    ],
)
def test_headings(line: str, wanted: tuple[str, ...]) -> None:
    assert outline(line).headings == wanted


def test_at_most_twelve_headings() -> None:
    found = outline("\n".join(f"# h{number}" for number in range(20)))
    assert len(found.headings) == 12
    assert sections(found.headings) == (("sections", "h1, h2, h3, h4, h5, h6"),)
    assert sections(found.headings[:1]) == ()


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("One\ntwo.\n\nThree.", "One two."),
        ("# T\n<!-- c -->\n- item\n2. item\nProse.", "Prose."),
        ("```\ncode\n```\nProse.", "Prose."),
        ("~~~\ncode\n```\n~~~\nProse.", "Prose."),
        ("````\n```\n# no\n```\n````\nProse.", "Prose."),
        ("```open\nnever closed", ""),
        ("```inline``` code\n\nmore", "```inline``` code"),
        ("One\n# Heading\ntwo", "One two"),
        ("", ""),
    ],
)
def test_first_paragraph(body: str, wanted: str) -> None:
    assert outline(body).paragraph == wanted


def test_paragraph_stops_after_280_units_and_is_cut_at_360() -> None:
    line = "x" * 279
    assert outline(f"{line}\ny\nz").paragraph == f"{line} y"
    assert utf16_length(outline("x" * 500).paragraph) == 360
    assert outline("x" * 359 + "\U0001f600").paragraph == "x" * 359


def test_body_is_bounded() -> None:
    assert utf16_length(ranked_body("\U0001f600" * MAX_BODY)) == MAX_BODY


@given(st.text(alphabet=st.sampled_from("#`~- \nab<!>1."), max_size=200))
def test_any_body_has_an_outline(body: str) -> None:
    found = outline(body)
    assert len(found.headings) <= 12
    assert utf16_length(found.paragraph) <= 360
    assert all(heading.strip() for heading in found.headings)
