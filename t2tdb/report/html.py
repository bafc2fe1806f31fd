"""HTML: one page that carries all it needs, and that no word from the disk can turn into something else.

Two gates in a row, neither of which a template can forget: ``finalize`` passes every printed value through
``neutralise.html``, then autoescape escapes it. The content security policy allows this page's own style and script by
their hashes and nothing else: no network, no inline handler, no form, no base.
"""

from __future__ import annotations

from functools import cache

from t2tdb.report import words
from t2tdb.report.neutralise import html as clean
from t2tdb.report.tables import tables
from t2tdb.value import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jinja2 import Environment, Template
    from markupsafe import Markup

    from t2tdb.report.shapes import Report


def render(report: Report) -> Iterator[str]:
    """Give the page in pieces."""
    style, script = _asset("page.css"), _asset("page.js")
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src '{_hash(style)}'",
            f"script-src '{_hash(script)}'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )
    return _template().generate(
        report=report,
        cards=_cards(report),
        tables=list(tables(report)),
        policy=policy,
        style=style,
        script=script,
        caveat=words.COVERAGE_CAVEAT,
        nothing_fits=words.NOTHING_FITS,
    )


def _cards(report: Report) -> str:
    """Which list the page shows as cards; "" for a report that has none."""
    for member in ("resources", "hits", "issues"):
        if member in report:
            return member
    return "picks" if "composition" in report else ""


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(lambda name: str(_asset(name))),
        autoescape=True,
        finalize=_finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        age=words.age,
        doubt=words.doubt,
        boundary=words.boundary_sentence,
        expectation=lambda outcome: words.expectation(outcome, str),
        corrected=lambda corrections: words.corrected_sentence(corrections, str),
        database_size=words.database_size,
        grouped=lambda number: f"{number:,}",
        label=words.label,
        shown=words.shown,
    )
    return environment


@cache
def _template() -> Template:
    return _environment().get_template("page.html.j2")


def _finalize(printed: object) -> object:
    """The gate. What is markup already was made by this template, out of values that have passed here."""
    return printed if hasattr(printed, "__html__") else clean(str(printed))


@cache
def _asset(name: str) -> Markup:
    """A file of the page: our own text, which autoescape leaves alone."""
    from importlib.resources import files

    from markupsafe import Markup

    return Markup(files("t2tdb.report").joinpath("page", name).read_text(encoding="utf-8"))


def _hash(text: str) -> str:
    from base64 import b64encode
    from hashlib import sha256

    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
