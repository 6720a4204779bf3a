"""Reads neighbours together: ranges of one partition that lie close to each other become one stretch of it.

A hundred labels on a few receipts lead to a hundred words. Each word is a range of its own, but the words of a receipt
lie next to each other, so that one request for each receipt brings them all, and what lies between them. How much that
is cannot be known before. So a stretch is read to a limit; the ranges that it did not reach are read one by one.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from entities.attributes import Record
from loaders.dynamo.requests import Begins, Between, Is, ItemForm, Query
from loaders.request import Request

LEAST_NEIGHBOURS = 3
"""So many ranges are worth one stretch: fewer requests, but also what lies between."""
ITEMS_EACH = 20
"""How many items a stretch usually may read for each of its ranges."""
_LAST = "~"  # sorts after every character of our keys


@dataclass(frozen=True)
class RangeQuery:
    """A query for one range, and the ids that its neighbours share with it; None if it has none."""

    query: Query
    neighbourhood: tuple[Any, ...] | None = None
    items_each: int = ITEMS_EACH
    """How many items a stretch may read for each of its ranges."""
    least: int = LEAST_NEIGHBOURS
    """How many ranges are worth a stretch."""


def query_ranges(request: Request, asked: Sequence[RangeQuery]) -> list[list[Record]]:
    """The records of each range; neighbours are read together."""
    groups = list(_groups(asked))
    calls: list[Callable[[], Any]] = [
        partial(_read, request, [asked[place].query for place in group], asked[group[0]].items_each) for group in groups
    ]
    found: dict[int, list[Record]] = {}
    for group, answers in zip(groups, request.session.together(*calls), strict=True):
        found |= {place: records for place, records in zip(group, answers, strict=True) if records is not None}
    left = [place for place in range(len(asked)) if place not in found]
    again = request.session.together(*(partial(request.session.query, asked[place].query) for place in left))
    found |= dict(zip(left, again, strict=True))
    return [found[place] for place in range(len(asked))]


def _groups(asked: Sequence[RangeQuery]) -> Iterator[list[int]]:
    """The places of queries that go together, in the order of their sort keys; most are alone."""
    groups: Mapping[tuple[Any, ...], list[int]] = defaultdict(list)
    for place, each in enumerate(asked):
        query, shared = each.query, each.neighbourhood
        is_alone = shared is None or not isinstance(query.sort, Begins | Is)
        groups[
            (place,) if is_alone else (query.index, query.partition, query.types, query.form, *(shared or ()))
        ].append(place)
    for group in groups.values():
        if len(group) < asked[group[0]].least:
            yield from ([place] for place in group)
        else:
            yield sorted(group, key=lambda place: _first(asked[place].query))


def _read(request: Request, queries: Sequence[Query], items_each: int) -> list[list[Record] | None]:
    """The records of queries that are sorted by their keys; None for those that one request did not reach."""
    if len(queries) == 1:
        return [request.session.query(queries[0])]
    sort = queries[0].table.index(queries[0].index).sort or ""
    stretch = Between(_first(queries[0]), max(map(_last, queries)))
    form = _with_attribute(queries[0].form, sort)
    page = request.session.page(replace(queries[0], sort=stretch, form=form, limit=items_each * len(queries)))
    reached = str(page.next_key[sort]) if page.next_key else None
    found: list[list[Record] | None] = [None if reached and _last(each) >= reached else [] for each in queries]
    firsts = [_first(each) for each in queries]
    for record in page.records:
        text = str(record[sort]["S"] if form.is_as_sent else record[sort])
        place = bisect_right(firsts, text) - 1
        records = found[place]
        if records is not None and _holds(queries[place], text):
            records.append(record)
    return found


def _with_attribute(form: ItemForm, name: str) -> ItemForm:
    """The form with one more attribute: which range an item belongs to is seen by its sort key."""
    return form if form.attributes is None else replace(form, attributes=form.attributes | {name})


def _holds(query: Query, text: str) -> bool:
    return text == _first(query) if isinstance(query.sort, Is) else text.startswith(_first(query))


def _first(query: Query) -> str:
    return query.sort.text if isinstance(query.sort, Begins) else str(getattr(query.sort, "value", ""))


def _last(query: Query) -> str:
    return _first(query) + (_LAST if isinstance(query.sort, Begins) else "")
