"""One field of a request: arguments in, JSON out, for one caller or for many parents at once."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

import orjson

from entities.times import parse_time
from loaders.errors import Throttled, TooLarge, Unavailable
from loaders.reading import Reading
from resolvers.answers import MOST_BYTES, shown
from resolvers.arguments import converted
from resolvers.errors import ApiError, api_error, unreadable
from resolvers.ids import read_global_id
from resolvers.lookup import Parent
from resolvers.names import snake
from resolvers.routing.route import Route
from resolvers.selection import told_by

Event = Mapping[str, Any]
OnError = Callable[[Exception], None]


def answer_one(route: Route, reading: Reading, event: Event) -> Any:
    """The value of a field of Query."""
    function = route.load()
    result = function(reading, **converted(route.signature, function, event.get("arguments") or {}))
    told = told_by(event.get("info") or {})
    value = shown(reading, [result], told, route.signature.returns.name)[0]
    if isinstance(value, TooLarge):
        raise value
    return value


def answer_many(route: Route, reading: Reading, events: Sequence[Event], on_error: OnError) -> list[dict[str, Any]]:
    """The envelopes for many parents, in order. A parent that makes no sense costs only its own answer."""
    groups = (_answer_alike(route, reading, events, places, on_error) for places in _alike(events))
    answers = dict(chain.from_iterable(groups))
    return _within_budget([answers[place] for place in range(len(events))])


def _within_budget(answers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the Lambda can send in one answer; those who come too late are told so."""
    total = 0
    kept: list[dict[str, Any]] = []
    for answer in answers:
        total += len(orjson.dumps(answer))
        too_late = ApiError("TooLarge", "Together with its siblings this is more than one answer may hold.")
        kept.append(answer if total <= MOST_BYTES else too_late.as_envelope())
    return kept


def _alike(events: Sequence[Event]) -> list[list[int]]:
    """Places of events with the same arguments and selection: each such group is one call of the function."""
    groups: dict[bytes, list[int]] = defaultdict(list)
    for place, event in enumerate(events):
        info = event.get("info") or {}
        alike = [event.get("arguments"), info.get("selectionSetList"), info.get("selectionSetGraphQL")]
        groups[orjson.dumps(alike, option=orjson.OPT_SORT_KEYS)].append(place)
    return list(groups.values())


def _answer_alike(
    route: Route, reading: Reading, events: Sequence[Event], places: list[int], on_error: OnError
) -> list[tuple[int, dict[str, Any]]]:
    function = route.load()
    first = events[places[0]]
    try:
        arguments = converted(route.signature, function, first.get("arguments") or {})
        told = told_by(first.get("info") or {})
    except Exception as error:  # noqa: BLE001  one error is told to all who asked the same
        on_error(error)
        return [(place, api_error(error).as_envelope()) for place in places]
    parents: dict[int, Parent] = {}
    failed: list[tuple[int, dict[str, Any]]] = []
    for place in places:
        try:
            parents[place] = parent_of(route, events[place].get("source") or {})
        except Exception as error:  # noqa: BLE001  a parent that makes no sense costs only its own answer
            on_error(error)
            failed.append((place, api_error(error).as_envelope()))
    return failed + _each_or_all(
        lambda those: shown(
            reading, function(reading, [parents[place] for place in those], **arguments), told, _returns(route)
        ),
        list(parents),
        on_error,
    )


def _each_or_all(
    answer: Callable[[list[int]], list[Any]], places: list[int], on_error: OnError
) -> list[tuple[int, dict[str, Any]]]:
    """All together; where that fails, by halves, so that one bad parent does not speak for the others."""
    if not places:
        return []
    try:
        values = _as_many(answer(places), len(places))
    except Exception as error:  # noqa: BLE001  every error becomes an answer
        if len(places) == 1 or isinstance(error, Throttled | Unavailable):
            on_error(error)
            return [(place, api_error(error).as_envelope()) for place in places]
    else:
        return [(place, _envelope(value)) for place, value in zip(places, values, strict=True)]
    half = len(places) // 2
    return [*_each_or_all(answer, places[:half], on_error), *_each_or_all(answer, places[half:], on_error)]


def _envelope(value: Any) -> dict[str, Any]:
    return api_error(value).as_envelope() if isinstance(value, TooLarge) else {"data": value}


def _as_many(values: list[Any], expected: int) -> list[Any]:
    """A function that forgets a parent would give all that follow the answers of others."""
    if len(values) != expected:
        raise RuntimeError(f"{len(values)} answers for {expected} parents")
    return values


def _returns(route: Route) -> str:
    return route.signature.returns.name


def parent_of(route: Route, source: Mapping[str, Any]) -> Parent:
    """The parent of a field: the ids that its global id tells, and what else it says of itself."""
    values = {snake(name): value for name, value in source.items() if not isinstance(value, dict | list)}
    place = read_global_id(str(source.get("id") or ""))
    if place:
        entity, key = place
        values |= entity.ids_of(key)
    values |= {name: parse_time(values[name]) for name in route.needs if name.endswith("_at") and values.get(name)}
    return Parent(route.signature.type_name, values)


def problems(reading: Reading) -> list[ApiError]:
    """Items that are missing from the answers because they could not be read."""
    return [unreadable(problem) for problem in reading.problems]
