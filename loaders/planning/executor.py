"""Executes a plan: all reads of a step concurrently, each item kept once under its name in the plan."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from entities.attributes import Record
from entities.item import Item
from entities.keys import Template
from entities.tables import TABLES
from loaders.dynamo.requests import Begins, Is, ItemForm, Query, Sort
from loaders.planning.doubts import Doubts
from loaders.planning.plan import Plan, Range, Read, Wanted
from loaders.planning.planner import REQUEST_UNITS
from loaders.planning.ranges import LEAST_UNITS, units_in
from loaders.planning.stretches import RangeQuery, query_ranges
from loaders.planning.taking import Bag, ReadUnderName, Taken, are_sent
from loaders.planning.whole_types import WholeTypes, whole_types
from loaders.reading import form_of
from loaders.request import Request
from loaders.rows import id_names

NEWEST_READ = 5
"""How many items to read to find the latest: several, since times in keys may have different UTC offsets."""

Ids = Mapping[str, Any]


def execute_plan(
    request: Request, plan: Plan, wanted: Mapping[str, Wanted], roots: Sequence[Ids], *, are_all: bool = False
) -> Bag:
    """Everything that a plan reads for these ids. `are_all` says that there are no others of their type."""
    request.plans.append(plan)
    taken = Taken(wanted)
    for step in plan.steps:
        bindings = {read: _bindings(read, roots, taken.bag) for read in step}
        whole = whole_types(wanted, bindings) if are_all else []
        taken.take(request, _send_whole(request, wanted, bindings, whole))
    _look_again(request, plan, wanted, roots, taken)
    return taken.bag


def query_of(range_: Range, ids: Ids, types: tuple[str, ...]) -> Query:
    """The Query that reads a range with these ids."""
    partition = _template(range_.partition).format(ids)
    if partition is None:
        raise LookupError(f"{range_} needs more ids than {sorted(ids)}")
    return Query(
        TABLES[range_.table],
        range_.index,
        partition,
        _sort(range_, ids),
        types,
        newest_first=range_.newest,
        limit=NEWEST_READ if range_.newest else None,
    )


def _bindings(read: Read, roots: Sequence[Ids], bag: Bag) -> list[Ids]:
    """The ids that a range is read with: those of the request, or those of items read in an earlier step."""
    sources: Iterable[Ids] = _ids(bag[read.after]) if read.after else roots
    names = sorted(read.range.names)
    distinct = {tuple(each[name] for name in names): each for each in sources}
    return list(distinct.values())


def _ids(found: ReadUnderName) -> list[Ids]:
    names = id_names(found.entity)
    return [dict(zip(names, ids, strict=True)) for ids, _, _ in found.kept.values()]


def _send_whole(
    request: Request, wanted: Mapping[str, Wanted], bindings: Mapping[Read, list[Ids]], whole: Sequence[WholeTypes]
) -> Iterator[tuple[Read, list[Record]]]:
    """The records of each read, some of them as all items of their types."""
    in_whole = {read for each in whole for read in each.reads}
    rest = {read: ids for read, ids in bindings.items() if read not in in_whole}
    calls: list[Callable[[], Any]] = [partial(each.answers, request, wanted, partial(_form, wanted)) for each in whole]
    calls.append(lambda: list(_send(request, wanted, rest)))
    *answers, others = request.session.together(*calls)
    yield from others
    yield from (answer for found in answers if found for answer in found)
    left = {
        read: bindings[read] for each, found in zip(whole, answers, strict=True) if not found for read in each.reads
    }
    yield from _send(request, wanted, left)


def _send(
    request: Request, wanted: Mapping[str, Wanted], bindings: Mapping[Read, list[Ids]]
) -> Iterator[tuple[Read, list[Record]]]:
    """The records of each read: single keys together in batches, every range by its own query."""
    gets = [(read, _key(read.range, ids)) for read, many in bindings.items() if read.range.is_get for ids in many]
    queries = [(read, ids) for read, many in bindings.items() if not read.range.is_get for ids in many]
    ranges = [_range_query(wanted, read, ids) for read, ids in queries]
    calls: list[Callable[[], list[Any]]] = [partial(query_ranges, request, ranges)] if ranges else []
    calls += [partial(_get, request, wanted, gets)] if gets else []
    answers = request.session.together(*calls)
    if ranges:
        yield from ((read, records) for (read, _), records in zip(queries, answers[0], strict=True))
    if gets:
        yield from ((read, [record]) for (read, _), record in zip(gets, answers[-1], strict=True) if record)


def _range_query(wanted: Mapping[str, Wanted], read: Read, ids: Ids) -> RangeQuery:
    entity = wanted[read.gives[0]].entity
    if not read.range.newest and _is_of_other_writers(entity, read.range):
        return RangeQuery(_query_of(wanted, read, ids), (read,), items_each=1)
    if _lies_in_little(read.range):
        partition = _template(read.range.partition).names
        return RangeQuery(_query_of(wanted, read, ids), (read, *(ids[name] for name in partition)), least=2)
    close = entity.close_by & read.range.names
    is_alone = read.range.newest or not close
    shared = None if is_alone else (read, *(ids[name] for name in sorted(read.range.names - close)))
    return RangeQuery(_query_of(wanted, read, ids), shared)


@cache
def _lies_in_little(range_: Range) -> bool:
    """Whether all that lies around a range in its partition weighs no more than a second request: fields, for instance,
    lie among nothing but the receipts of their image, so that those of two receipts are read as one stretch.
    """
    fixed, slot, _ = (range_.prefix or "").partition("{")
    around = replace(range_, prefix=fixed, is_whole=False)
    return bool(fixed and slot) and not range_.newest and units_in(around) <= LEAST_UNITS + 2 * REQUEST_UNITS


@cache
def _is_of_other_writers(entity: type[Item], range_: Range) -> bool:
    """Whether a range lies in the one partition that only other writers gave to all items of a type.

    Most tables have nothing there, and one look between the first and the last range of a list shows it.
    """
    ours = entity.indexes.get(range_.index or "", entity.key)
    others = (each.key.partition for each in entity.alternates if each.index == range_.index)
    is_theirs = any(each.source == range_.partition and not each.names for each in others)
    return is_theirs and ours.partition.source != range_.partition


def _get(request: Request, wanted: Mapping[str, Wanted], gets: list[tuple[Read, Record]]) -> list[Record | None]:
    table = TABLES[gets[0][0].range.table]
    form = _form(wanted, [name for read, _ in gets for name in read.gives])
    if len(gets) == 1:
        return [request.session.get(table, gets[0][1], form)]
    return request.session.batch_get(table, [key for _, key in gets], form)


def _query(request: Request, wanted: Mapping[str, Wanted], read: Read, ids: Ids) -> list[Record]:
    return request.session.query(_query_of(wanted, read, ids))


def _query_of(wanted: Mapping[str, Wanted], read: Read, ids: Ids) -> Query:
    types = tuple(dict.fromkeys(wanted[name].entity.type_name for name in read.gives))
    return replace(query_of(read.range, ids, types), form=_form(wanted, read.gives))


def _form(wanted: Mapping[str, Wanted], names: Iterable[str]) -> ItemForm:
    """The form of items for these names; all items of a plan are decoded, or none is."""
    form = form_of(wanted[name].reading for name in names)
    return replace(form, is_as_sent=are_sent(wanted))


def _look_again(request: Request, plan: Plan, wanted: Mapping[str, Wanted], roots: Sequence[Ids], taken: Taken) -> None:
    """Read the table itself where an index that the first writers did not fill may be incomplete."""
    doubts = {read: Doubts(wanted[read.gives[0]].entity, taken) for read in plan.reads if read.fallback}
    doubtful = [
        (replace(read, range=read.fallback, fallback=None), ids)
        for read, doubt in doubts.items()
        for ids in _bindings(read, roots, taken.bag)
        if read.fallback and doubt.about(ids)
    ]
    calls: list[Callable[[], list[Any]]] = [partial(_query, request, wanted, read, ids) for read, ids in doubtful]
    answers = zip((read for read, _ in doubtful), request.session.together(*calls), strict=True)
    taken.take(request, answers)


def _sort(range_: Range, ids: Ids) -> Sort | None:
    text = _template(range_.prefix).format(ids) if range_.prefix else None
    if text is None:
        return None
    return Is(text) if range_.is_whole else Begins(str(text))


def _key(range_: Range, ids: Ids) -> Record:
    parts = (range_.partition, range_.prefix or "")
    names = TABLES[range_.table].key.attributes
    return {name: _template(part).format(ids) for name, part in zip(names, parts, strict=False)}


@cache
def _template(source: str) -> Template:
    """A part of a range. Plans have only so many."""
    return Template(source)
