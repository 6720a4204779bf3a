"""Executes a plan: all reads of a step concurrently, each item kept once under its name in the plan."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from entities.attributes import Record
from entities.item import Item
from entities.keys import Template
from entities.registry import type_of
from entities.tables import TABLES
from loaders.dynamo.requests import Begins, Is, Query, Sort
from loaders.planning.plan import Plan, Range, Read, Wanted
from loaders.request import Request

NEWEST_READ = 5
"""How many items to read to find the latest: several, since times in keys may have different UTC offsets."""

Bag = dict[str, list[Item]]
"""Everything that was read, by its name in the plan."""

Ids = Mapping[str, Any]
JoinValues = tuple[Any, ...]
"""The ids of an item, in the order of their names."""


def execute_plan(request: Request, plan: Plan, wanted: Mapping[str, Wanted], roots: Sequence[Ids]) -> Bag:
    """Everything that a plan reads for these ids."""
    request.plans.append(plan)
    bag: Bag = defaultdict(list)
    early: set[JoinValues] = set()
    for step in plan.steps:
        bindings = {read: _bindings(read, roots, bag) for read in step}
        _take(request, wanted, _send(request, wanted, bindings), bag, early)
    _look_again(request, plan, wanted, (roots, bag, early))
    return bag


def query_of(range_: Range, ids: Ids, types: tuple[str, ...]) -> Query:
    """The Query that reads a range with these ids."""
    partition = Template(range_.partition).format(ids)
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
    sources: Iterable[Ids] = [_ids(item) for item in bag[read.after]] if read.after else roots
    names = sorted(read.range.names)
    distinct = {tuple(each[name] for name in names): each for each in sources}
    return list(distinct.values())


def _ids(item: Item) -> dict[str, Any]:
    return {name: getattr(item, name) for name in type(item).key.names}


def _send(
    request: Request, wanted: Mapping[str, Wanted], bindings: Mapping[Read, list[Ids]]
) -> Iterator[tuple[Read, list[Record]]]:
    """The records of each read: single keys together in batches, every range by its own query."""
    gets = [(read, _key(read.range, ids)) for read, many in bindings.items() if read.range.is_get for ids in many]
    queries = [(read, ids) for read, many in bindings.items() if not read.range.is_get for ids in many]
    calls: list[Callable[[], list[Any]]] = [partial(_query, request, wanted, read, ids) for read, ids in queries]
    calls += [partial(_get, request, gets)] if gets else []
    answers = request.session.together(*calls)
    yield from ((read, records) for (read, _), records in zip(queries, answers, strict=False))
    if gets:
        yield from ((read, [record]) for (read, _), record in zip(gets, answers[-1], strict=True) if record)


def _get(request: Request, gets: list[tuple[Read, Record]]) -> list[Record | None]:
    table = TABLES[gets[0][0].range.table]
    if len(gets) == 1:
        return [request.session.get(table, gets[0][1])]
    return request.session.batch_get(table, [key for _, key in gets])


def _query(request: Request, wanted: Mapping[str, Wanted], read: Read, ids: Ids) -> list[Record]:
    types = tuple(dict.fromkeys(wanted[name].entity.type_name for name in read.gives))
    return request.session.query(query_of(read.range, ids, types))


def _look_again(
    request: Request, plan: Plan, wanted: Mapping[str, Wanted], found: tuple[Sequence[Ids], Bag, set[JoinValues]]
) -> None:
    """Read the table itself if an index that the first writers did not fill may be incomplete.

    That is the case if it returned nothing, if the items around were written early, and if an item was found whose
    parent was not.
    """
    roots, bag, early = found
    doubtful = [
        (replace(read, range=read.fallback, fallback=None), ids)
        for read in plan.reads
        if read.fallback
        for ids in _bindings(read, roots, bag)
        if _is_doubtful(wanted[read.gives[0]].entity, ids, bag, early)
    ]
    calls: list[Callable[[], list[Any]]] = [partial(_query, request, wanted, read, ids) for read, ids in doubtful]
    answers = zip((read for read, _ in doubtful), request.session.together(*calls), strict=True)
    _take(request, wanted, answers, bag, early)


def _is_doubtful(entity: type[Item], ids: Ids, bag: Bag, early: set[JoinValues]) -> bool:
    names = sorted(entity.key.names & ids.keys())
    place = tuple(ids[name] for name in names)
    have = {_ids_in(item, entity) for item in bag[entity.__name__] if _values(item, names) == place}
    if not have or place in early:
        return True
    below = [item for items in bag.values() for item in items if entity.key.names < type(item).key.names]
    return any(_values(item, names) == place and _ids_in(item, entity) not in have for item in below)


def _ids_in(item: Item, entity: type[Item]) -> JoinValues:
    return _values(item, sorted(entity.key.names))


def _values(item: Item, names: Sequence[str]) -> JoinValues:
    return tuple(getattr(item, name, None) for name in names)


def _is_early(entity: type[Item], record: Record) -> bool:
    """Whether an item has index keys that only the first writers used."""
    for each in entity.alternates:
        if each.is_early and each.index:
            index = entity.table.index(each.index)
            if each.key.parse(record.get(index.partition), record.get(index.sort or "")) is not None:
                return True
    return False


def _sort(range_: Range, ids: Ids) -> Sort | None:
    text = Template(range_.prefix).format(ids) if range_.prefix else None
    if text is None:
        return None
    return Is(text) if range_.is_whole else Begins(str(text))


def _key(range_: Range, ids: Ids) -> Record:
    parts = (range_.partition, range_.prefix or "")
    names = TABLES[range_.table].key.attributes
    return {name: Template(part).format(ids) for name, part in zip(names, parts, strict=False)}


def _take(
    request: Request,
    wanted: Mapping[str, Wanted],
    answers: Iterable[tuple[Read, list[Record]]],
    bag: Bag,
    early: set[JoinValues],
) -> None:
    """Collect the items under their names in the plan, each item once."""
    seen = {name: {_place(item) for item in items} for name, items in bag.items()}
    for read, records in answers:
        types = {wanted[name].entity for name in read.gives}
        for record in records:
            entity = type_of(TABLES[read.range.table], record)
            if entity in types and entity is not None and entity.alternates and _is_early(entity, record):
                early.add(tuple(entity.ids_of(record).get(name) for name in sorted(entity.key.names)))
        for item in request.items(TABLES[read.range.table], records, *types):
            for name in read.gives:
                places = seen.setdefault(name, set())
                if _is_wanted(item, wanted[name]) and _place(item) not in places:
                    places.add(_place(item))
                    bag[name].append(item)


def _place(item: Item) -> tuple[Any, ...]:
    return tuple(item.primary_key().values())


def _is_wanted(item: Item, wanted: Wanted) -> bool:
    return type(item) is wanted.entity and all(getattr(item, name) is None for name in wanted.absent)
