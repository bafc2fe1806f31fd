"""What the service answers from one database. Each function reads one snapshot.

**Score.** ``score`` is the share of the highest score that any resource could reach for the text, in whole percent, at
least 1: ``round(100 * score / (sum of every term's ceiling + the highest bonus))``. It depends on the text and the
library, not on the other results, so it is the same on every page and under every filter.

**Cut-off.** A resource is in the matched set of a text when it scores at least ``CUTOFF`` of what the best one in the
registry scores, whatever the filter. Search ends there, and facets are counted over exactly that set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from t2tdb.catalog.media import kind_of
from t2tdb.catalog.urn import VALID, hashed_kind, ids_of
from t2tdb.errors import UsageError
from t2tdb.freshness import Location, state_of
from t2tdb.model import KINDS
from t2tdb.search import Filters as Scope
from t2tdb.search.best import best
from t2tdb.search.matching import at_least, best_score, highest_possible
from t2tdb.search.question import Question
from t2tdb.search.shown import in_order
from t2tdb.serve.errors import invalid, unknown
from t2tdb.serve.listing import read_filter, read_order
from t2tdb.serve.tallies import counted
from t2tdb.serve.tokens import hash_of, list_token, read_list_token
from t2tdb.store.locations import located
from t2tdb.store.records import Order, mark_of, record_of, records, records_that_brought, records_with_ids
from t2tdb.value import value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from t2tdb.catalog.ard import Entry
    from t2tdb.catalog.fields import Shop
    from t2tdb.catalog.record import Record
    from t2tdb.serve.requests import ExploreRequest, Facet, Filters, Query
    from t2tdb.store.connection import Reader

CUTOFF = 0.1
"""Share of the best score that a resource must reach to be in the matched set."""


FILTERED = 4
"""How many times as many resources are ranked at first where filters may pass over some of them."""


@value
class Found:
    """One page of a search in this library."""

    entries: tuple[tuple[Entry, int], ...]  # with their scores, 1 to 100
    more: bool  # whether others follow


def search(reader: Reader, query: Query, shop: Shop, wanted: int, shown: frozenset[bytes]) -> Found:
    """The best ``wanted`` resources that were not ``shown`` before."""
    with reader.snapshot():
        question = _question(reader, query.text)
        found: list[tuple[Entry, int]] = []
        names = set(shown)
        highest = highest_possible(question)
        for record, score in _ranked(question, query, wanted + len(shown) + 1):
            name = hash_of(shop.name(record))
            if name in names or not _admits(record, query.filters, shop) or not _exists(reader, record):
                continue
            if len(found) == wanted:
                return Found(tuple(found), more=True)
            names.add(name)
            found.append((shop.entry(record), max(1, min(100, round(100 * score / highest)))))
        return Found(tuple(found), more=False)


def _question(reader: Reader, text: str) -> Question:
    try:
        return Question(reader, text, Scope())
    except UsageError as error:
        raise invalid(str(error)) from None


def _ranked(question: Question, query: Query, wanted: int) -> Iterator[tuple[Record, float]]:
    """Records of the matched set, best first.

    What the page wants is proven first, with what an index knows of the filters; the whole set is computed only where
    that is not enough: filters on other fields, names that were shown, files that are gone.
    """
    scope = _scope(query.filters)
    if scope is None:
        return
    narrowed = question if scope == Scope() else Question(question.reader, query.text, scope)
    limit = wanted * (FILTERED if query.filters else 1)
    scores = best(narrowed, limit)
    top = max(scores.values(), default=0.0) if narrowed is question else best_score(question)
    least = CUTOFF * top
    done: set[int] = set()
    for whole in (False, True):
        if whole:
            if len(done) < limit:  # all that match were looked at
                return
            scores, limit = at_least(question, least), question.statistics.resources
        for document in in_order(question.reader, scores, limit):
            if scores[document] < least:
                return
            if document in done:
                continue
            done.add(document)
            record = record_of(question.reader, document)
            if record is not None:
                yield record, scores[document]


def _scope(filters: Filters) -> Scope | None:
    """What an index can say of filters: kinds and a tag that each resource must have; None where none can have all."""
    kinds = set(KINDS)
    tag = ""
    for path, accepted in filters:
        if path == "type":
            kinds &= {kind_of(each) for each in accepted}
        elif path == "metadata.kind":
            kinds &= set(accepted)
        elif path == "tags" and len(accepted) == 1 and "~" not in accepted[0]:  # a tag may be shown with a home cut off
            tag = accepted[0]
    if not kinds:
        return None
    return Scope(kinds=() if len(kinds) == len(KINDS) else tuple(sorted(kinds)), tag=tag)


def _admits(record: Record, filters: Filters, shop: Shop) -> bool:
    for path, accepted in filters:
        found = shop.values(record, path)
        if path == "publisher":
            accepted = tuple(each.lower() for each in accepted)
        if not any(each in found for each in accepted):
            return False
    return True


def _exists(reader: Reader, record: Record) -> bool:
    """Whether the resource's file is still there, as ``find`` looks before it shows a hit."""
    for root, path, device, inode, *_ in located(reader, [record.key]).values():
        if isinstance(root, bytes) and isinstance(path, bytes) and isinstance(device, int) and isinstance(inode, int):
            return state_of(Location(root, path, None, device, inode)) != "gone"
    return False


def explore(reader: Reader, request: ExploreRequest, shop: Shop) -> Entry:
    """Facets over the whole matched set."""
    counts: list[dict[str, int]] = [{} for _ in request.facets]
    with reader.snapshot():
        everything = not request.query.text and not request.query.filters
        left = list(range(len(counts)))
        for number in list(left) if everything else ():
            known = counted(reader, request.facets[number].field, shop)
            if known is not None:
                counts[number] = known
                left.remove(number)
        for record in _matched(reader, request.query, shop) if left or not everything else ():
            for number in left:
                for each in shop.values(record, request.facets[number].field):
                    counts[number][each] = counts[number].get(each, 0) + 1
    facets = {facet.field: _buckets(facet, found) for facet, found in zip(request.facets, counts, strict=True)}
    return {"resultType": "facets", "facets": facets}


def _matched(reader: Reader, query: Query, shop: Shop) -> Iterator[Record]:
    found: Iterable[Record | None]
    if query.text:
        question = _question(reader, query.text)
        top = best_score(question)
        found = (record_of(reader, document) for document in (at_least(question, CUTOFF * top) if top else ()))
    else:
        found = records(reader, Order())
    for record in found:
        if record is not None and _admits(record, query.filters, shop):
            yield record


def _buckets(facet: Facet, counted: dict[str, int]) -> Entry:
    kept = sorted((-count, each) for each, count in counted.items() if count >= facet.min_count)
    made: Entry = {"buckets": [{"value": each, "count": -count} for count, each in kept[: facet.limit]]}
    others = -sum(count for count, _ in kept[facet.limit :])
    return made | ({"otherCount": others} if others else {})


@value
class Listing:
    """``GET /agents``."""

    filter: str = ""
    order: str | None = None
    page_size: int = 20
    page_token: str = ""


def agents(reader: Reader, listing: Listing, shop: Shop) -> Entry:
    """One page of all entries, in an order that relevance has no part in; ``total`` counts all that match."""
    conditions = read_filter(listing.filter)
    order = Order() if listing.order is None else read_order(listing.order)
    query = f"{listing.filter}\0{listing.order}"
    after = read_list_token(listing.page_token, query)
    items: list[Record] = []
    with reader.snapshot():
        total = reader.number("SELECT count(*) FROM resources")
        if conditions:
            matching = [all(each.admits(record, shop) for each in conditions) for record in records(reader, order)]
            total = sum(matching)
        for record in records(reader, order, after):
            if all(each.admits(record, shop) for each in conditions):
                items.append(record)
            if len(items) > listing.page_size:
                break
    made: Entry = {"items": [shop.entry(record) for record in items[: listing.page_size]], "total": total}
    if len(items) > listing.page_size:
        made["pageToken"] = list_token(query, mark_of(items[listing.page_size - 1], order))
    return made


def look_up(reader: Reader, name: str, shop: Shop) -> Entry:
    """The entry of one name. Raises ``Refused`` where it is no name or nothing has it."""
    if not VALID.fullmatch(name):
        raise invalid("an identifier is urn:air:PUBLISHER:NAMESPACE:NAME")
    with reader.snapshot():
        for record in _perhaps_called(reader, name, shop):
            if shop.name(record) == name:
                return shop.entry(record)
    raise unknown(f"nothing here is called {name}")


def _perhaps_called(reader: Reader, name: str, shop: Shop) -> Iterator[Record]:
    """Every record that may have this name, the likely ones first."""
    yield from records_with_ids(reader, ids_of(name, shop.publisher))
    yield from records_that_brought(reader, name)
    kind = hashed_kind(name, shop.publisher)
    if kind in KINDS:
        yield from records(reader, Order(), kinds=(kind,))


def manifest_entries(reader: Reader, shop: Shop, most: int) -> list[Entry]:
    """The first ``most`` entries of the library."""
    entries: list[Entry] = []
    names: set[str] = set()
    for record in records(reader, Order()):
        if len(entries) == most:
            break
        name = shop.name(record)
        if name not in names:
            names.add(name)
            entries.append(shop.entry(record))
    return entries


def generation(reader: Reader) -> tuple[int, ...]:
    """Numbers that change whenever a resource does."""
    found = reader.row(
        "SELECT (SELECT max(id) FROM changes), (SELECT max(document) FROM resources),"
        " (SELECT sum(resources) FROM field_totals WHERE field = '')"
    )
    return tuple(each if isinstance(each, int) else 0 for each in found or ())
