"""From bytes to what the database will hold of them: parse, hash, analyse. Outside any transaction."""

from __future__ import annotations

import dataclasses

from t2tdb.model import Draft, Problem
from t2tdb.parse import parse
from t2tdb.ranking.recorded import analysis_of
from t2tdb.store.resources import Prepared, content_hash
from t2tdb.text import utf16_length
from t2tdb.value import TYPE_CHECKING, value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from t2tdb.discover import Changed
    from t2tdb.ingest.options import IndexOptions
    from t2tdb.model import Sidecar
    from t2tdb.ranking.profile import Profile


@value
class Extract:
    """All that one file gave, ready to be applied."""

    prepared: tuple[Prepared, ...]
    problems: tuple[Problem, ...]
    ended: bool = False  # a bound is reached, no further file is wanted
    cut: bool = False  # a bound cut off some of it
    sidecar: Sidecar | None = None


class Budget:
    """What one scan may still take in, where the whole of it is bounded.

    Reaching a bound is told once, at the first thing that it cut off; the order of the walk decides which that is.
    """

    def __init__(self, options: IndexOptions) -> None:
        self._max_resources = options.max_resources
        self._text_units = options.text_units
        self._text_left = options.text_units
        self._text_told = False
        self.resources = 0  # at or before the place of the walk

    def fit(self, drafts: tuple[Draft, ...], path: str) -> tuple[tuple[Draft, ...], tuple[Problem, ...], bool]:
        """The drafts that fit, cut where the text is bounded; the problems; and whether the scan must end."""
        problems: list[Problem] = []
        room = self._max_resources - self.resources
        ended = len(drafts) > room
        if ended:
            message = f"The scan reached its limit of {self._max_resources} resources; what comes later was not read."
            problems.append(Problem("warning", "RESOURCE_LIMIT_REACHED", message, path))
            drafts = drafts[:room]
        self.resources += len(drafts)
        if self._text_units:
            drafts = tuple(self._cut(draft, path, problems) for draft in drafts)
        return drafts, tuple(problems), ended

    def _cut(self, draft: Draft, path: str, problems: list[Problem]) -> Draft:
        text = draft.text
        parts = (text.name, text.description, " ".join(text.content_tags), " ".join(text.headings), text.body)
        size = utf16_length("\n".join((*parts, *text.extras)))
        if size <= self._text_left:
            self._text_left -= size
            return draft
        if not self._text_told:
            message = f"The scan reached its limit of {self._text_units} characters of text; bodies are cut from here."
            problems.append(Problem("warning", "CORPUS_LIMIT_REACHED", message, path))
            self._text_told = True
        body = max(0, utf16_length(text.body) - (size - self._text_left))
        self._text_left = 0
        return dataclasses.replace(draft, text=dataclasses.replace(text, body=_first_units(text.body, body)))


def extract(seen: Changed, profile: Profile, stored: Mapping[str, str], budget: Budget) -> Extract:
    """Everything that a file holds; texts whose hash is ``stored`` for their entry are not analysed again."""
    parsed = parse(seen.claim, seen.place, seen.data)
    drafts, problems, ended = budget.fit(parsed.resources, seen.path)
    kept = {draft.id for draft in drafts}
    known = {draft.id for draft in parsed.resources}
    own = tuple(
        p for p in parsed.problems if p.resource_id is None or p.resource_id in kept or p.resource_id not in known
    )
    prepared = tuple(_prepared(draft, profile, stored) for draft in drafts)
    return Extract(prepared, (*own, *problems), ended, drafts != parsed.resources, parsed.sidecar)


def _prepared(draft: Draft, profile: Profile, stored: Mapping[str, str]) -> Prepared:
    digest = content_hash(draft)
    if stored.get(draft.entry) == digest:
        return Prepared(draft, digest)
    return Prepared(draft, digest, analysis_of(profile, draft.text))


def _first_units(text: str, units: int) -> str:
    return text.encode("utf-16-le", "surrogatepass")[: units * 2].decode("utf-16-le", "ignore")
