"""Finds the cheapest reads that cover everything wanted.

A type may be read in several ways: from the table or from an index, by the ids of the request or, one step later, by
ids from items read before. A draft picks one way for each type; ranges within other ranges of the draft are free.
The plan is the cheapest draft that can be reached from any starting range. It depends on declarations, never on values.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from loaders.planning.plan import Plan, Range, Read, Wanted
from loaders.planning.ranges import count_of, one_range, open_ended, ranges_of, units_in

REQUEST_UNITS = 0.5  # the price of one more request
GETS_UNITS = 0.4  # the price of reading keys: all keys of a step are one request, a little faster than a Query
STEP_UNITS = 2.0  # the price of waiting for an earlier answer


@dataclass(frozen=True)
class Way:
    """One way to read a type: the ranges that contain all of its items."""

    wanted: Wanted
    ranges: tuple[Range, ...]
    after: Wanted | None
    """The type whose items must be read first."""
    fallback: Range | None


Draft = dict[str, Way]


def make_plan(wanted: tuple[Wanted, ...]) -> Plan:
    """The cheapest plan found for everything wanted."""
    ways = {each.name: list(_ways(each)) for each in wanted}
    starts = {range_ for options in ways.values() for way in options for range_ in way.ranges}
    cost = _remembered_cost()
    drafts = [_improved(_started(ways, start), ways, cost) for start in (None, *sorted(starts, key=str))]
    best = min(drafts, key=cost)
    return Plan(_steps(best), round(cost(best), 1))


def _ways(wanted: Wanted) -> Iterator[Way]:
    yield from _ways_knowing(wanted, wanted.known, None)
    for above in wanted.ancestors():
        if above.gives:
            yield from _ways_knowing(wanted, dict(wanted.known) | above.ids_given(), above)


def _ways_knowing(wanted: Wanted, known: Mapping[str, str | None], after: Wanted | None) -> Iterator[Way]:
    for index in (None, *wanted.entity.indexes):
        ranges = ranges_of(wanted.entity, index, known, newest=wanted.newest, is_own=wanted.is_own)
        if not ranges or not all(each.names for each in ranges) or (after and not _need(ranges, after)):
            continue
        is_late = index in wanted.entity.late_indexes and not wanted.is_own
        if is_late and _has_complete_index(wanted, known):
            continue
        fallback = _fallback(wanted, known) if is_late else None
        yield Way(wanted, tuple(ranges), after, fallback)
        wider = one_range(ranges) if len(ranges) > 1 else open_ended(ranges[0])
        if wider and wider.prefix and wider != ranges[0]:
            yield Way(wanted, (wider,), after, fallback)


def _need(ranges: list[Range], after: Wanted) -> bool:
    """Whether these ranges are narrower because of ids from the type above."""
    return any(each.names & set(after.gives.values()) for each in ranges)


def _has_complete_index(wanted: Wanted, known: Mapping[str, str | None]) -> bool:
    """Whether all writers filled some other index: an incomplete one is then never the better choice."""
    complete = wanted.entity.indexes.keys() - wanted.entity.late_indexes
    found = (ranges_of(wanted.entity, index, known, newest=wanted.newest, is_own=wanted.is_own) for index in complete)
    return any(ranges and all(each.names for each in ranges) for ranges in found)


def _fallback(wanted: Wanted, known: Mapping[str, str | None]) -> Range:
    return ranges_of(wanted.entity, None, known, newest=wanted.newest, is_own=wanted.is_own)[0]


def _started(ways: Mapping[str, list[Way]], start: Range | None) -> Draft:
    """Every type that lies in the starting range is read from there, the others as is cheapest for each alone."""
    return {name: _inside(options, start) or min(options, key=_cost_alone) for name, options in ways.items()}


def _inside(options: list[Way], start: Range | None) -> Way | None:
    found = (way for way in options if start and all(start.holds(each) for each in way.ranges))
    return next(found, None)


def _improved(draft: Draft, ways: Mapping[str, list[Way]], cost: Callable[[Draft], float]) -> Draft:
    """The draft after as many single changes as save something."""
    for name, options in ways.items():
        for way in options:
            changed = {**draft, name: way}
            if way is not draft[name] and cost(changed) < cost(draft):
                return _improved(changed, ways, cost)
    return draft


def _remembered_cost() -> Callable[[Draft], float]:
    """The cost of a draft, worked out once: the drafts that different ranges lead to are mostly the same."""
    known: dict[tuple[int, ...], float] = {}

    def cost(draft: Draft) -> float:
        chosen = tuple(map(id, draft.values()))
        if chosen not in known:
            known[chosen] = _cost(draft)
        return known[chosen]

    return cost


def _cost_alone(way: Way) -> float:
    return _cost({way.wanted.name: way})


def _cost(draft: Draft) -> float:
    reads = _without_inner(draft)
    units = sum(_times(way) * units_in(range_) for range_, way in reads.items())
    queries = sum(_times(way) for range_, way in reads.items() if not range_.is_get)
    gets = GETS_UNITS if any(range_.is_get for range_ in reads) else 0.0
    steps = max(_step(way, draft) for way in draft.values())
    return units + REQUEST_UNITS * queries + gets + STEP_UNITS * (steps - 1)


def _without_inner(draft: Draft) -> dict[Range, Way]:
    """The ranges to read, each with the way that reads it earliest; those within others are left out."""
    found: dict[Range, Way] = {}
    for way in sorted(draft.values(), key=lambda each: each.after is not None):
        for range_ in way.ranges:
            found.setdefault(range_, way)
    wide = [each for each in found if not each.is_whole and not each.newest]
    return {
        range_: way
        for range_, way in found.items()
        if not any(other.holds(range_) for other in wide if other is not range_)
    }


def _times(way: Way) -> float:
    """How often a way is gone: once, or for each item of the type that gives its ids."""
    return max(1.0, count_of(way.after.entity, frozenset(way.after.known))) if way.after else 1.0


def _step(way: Way, draft: Draft) -> int:
    giver = draft.get(way.after.name) if way.after else None
    return 1 + _step(giver, draft) if giver else 1


def _steps(draft: Draft) -> tuple[tuple[Read, ...], ...]:
    numbered = [(_step(way, draft), _read(range_, way, draft)) for range_, way in _without_inner(draft).items()]
    last = max(number for number, _ in numbered)
    return tuple(tuple(read for number, read in numbered if number == step) for step in range(1, last + 1))


def _read(range_: Range, way: Way, draft: Draft) -> Read:
    supplied = {name: each for name, each in draft.items() if any(range_.holds(inner) for inner in each.ranges)}
    fallback = next((each.fallback for each in supplied.values() if each.fallback), None)
    return Read(range_, tuple(supplied), way.after.name if way.after else None, fallback)
