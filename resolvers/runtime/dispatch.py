"""Resolves one field: arguments in, envelopes out, for a single event or for a batch of parents."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

import orjson

from entities.times import parse_time
from loaders.errors import Throttled, TooLarge, Unavailable
from loaders.request import Request
from resolvers.routing.route import Route
from resolvers.runtime.arguments import converted
from resolvers.runtime.envelopes import Envelope, envelope_of, error_envelope
from resolvers.runtime.errors import ApiError, field_named, fields_within
from resolvers.runtime.given_places import named_as_given
from resolvers.runtime.ids import read_global_id
from resolvers.runtime.names import snake
from resolvers.runtime.response import MAX_BYTES, render
from resolvers.runtime.results import Parent
from resolvers.runtime.selection import ReportedSelection, reported_selection
from resolvers.runtime.selection_nodes import selected_tree

Event = Mapping[str, Any]
OnError = Callable[[Exception], None]


FULL = "The response is full. Ask for fewer items or select fewer fields."


def dispatch_one(route: Route, request: Request, event: Event, on_error: OnError) -> Envelope:
    """The envelope for a field of Query or Mutation."""
    try:
        return envelope_of(_value(route, request, event), request.caller)
    except Exception as error:  # noqa: BLE001  every error becomes an envelope
        on_error(error)
        return envelope_of(error, request.caller)


def _value(route: Route, request: Request, event: Event) -> Any:
    function = route.load()
    arguments = converted(route.signature, function, event.get("arguments") or {})
    within = fields_within("input") if route.is_mutation else field_named(route.signature.field_name)
    with within, named_as_given(arguments["input"] if route.is_mutation else arguments):
        result = function(request, **arguments)
    reported = reported_selection(event.get("info") or {})
    with field_named(route.signature.field_name):
        value = render(request, [result], reported, _returns(route))[0]
        if isinstance(value, Exception):
            raise value
    return value


def dispatch_batch(route: Route, request: Request, events: Sequence[Event], on_error: OnError) -> list[Envelope]:
    """The envelopes for many parents, in order. An invalid parent fails alone."""
    groups = (_answer_alike(route, request, events, places, on_error) for places in _alike(events))
    answers = dict(chain.from_iterable(groups))
    return _within_budget([answers[place] for place in range(len(events))])


def _within_budget(answers: list[Envelope]) -> list[Envelope]:
    """Keep the response within the Lambda's limit; envelopes beyond it become errors."""
    total = 0
    kept: list[Envelope] = []
    for answer in answers:
        total += len(orjson.dumps(answer))
        too_late = ApiError("TooLarge", FULL, {"field": "first"})
        kept.append(answer if total <= MAX_BYTES else error_envelope(too_late))
    return kept


def _alike(events: Sequence[Event]) -> list[list[int]]:
    """Positions of events, grouped by arguments and selection: each group is one call of the function."""
    groups: dict[bytes, list[int]] = defaultdict(list)
    meanings: dict[bytes, bytes] = {}
    for place, event in enumerate(events):
        info = event.get("info") or {}
        spelling = orjson.dumps([info.get("selectionSetList"), info.get("selectionSetGraphQL")])
        if spelling not in meanings:
            meanings[spelling] = _meaning(info) or spelling
        arguments = orjson.dumps(event.get("arguments"), option=orjson.OPT_SORT_KEYS)
        groups[arguments + meanings[spelling]].append(place)
    return list(groups.values())


def _meaning(info: Mapping[str, Any]) -> bytes | None:
    """What is selected, however it is spelled: with fragments, directives, aliases, or twice. None if unsure."""
    text = reported_selection(info).text
    fields = selected_tree(text) if text else None
    return orjson.dumps(fields, option=orjson.OPT_SORT_KEYS) if fields is not None else None


def _answer_alike(
    route: Route, request: Request, events: Sequence[Event], places: list[int], on_error: OnError
) -> list[tuple[int, Envelope]]:
    function = route.load()
    first = events[places[0]]
    try:
        arguments = converted(route.signature, function, first.get("arguments") or {})
        reported = reported_selection(first.get("info") or {})
    except Exception as error:  # noqa: BLE001  the whole group gets the same error
        on_error(error)
        return [(place, envelope_of(error, request.caller)) for place in places]
    parents: dict[int, Parent] = {}
    failed: list[tuple[int, Envelope]] = []
    for place in places:
        try:
            parents[place] = parent_of(route, events[place].get("source") or {})
        except Exception as error:  # noqa: BLE001  an invalid parent fails alone
            on_error(error)
            failed.append((place, envelope_of(error, request.caller)))
    return failed + _each_or_all(
        request,
        lambda those: _rendered(route, request, [parents[place] for place in those], arguments, reported),
        list(parents),
        on_error,
    )


def _rendered(
    route: Route, request: Request, parents: list[Parent], arguments: dict[str, Any], reported: ReportedSelection
) -> list[Any]:
    """The answers for some parents. An error in place of one names its field."""
    name = route.signature.field_name
    with field_named(name), named_as_given(arguments):
        values = render(request, route.load()(request, parents, **arguments), reported, _returns(route))
    for value in values:
        if isinstance(value, TooLarge):
            value.info.setdefault("field", name)
    return values


def _each_or_all(
    request: Request, answer: Callable[[list[int]], list[Any]], places: list[int], on_error: OnError
) -> list[tuple[int, Envelope]]:
    """Resolve all parents together; if that fails, by halves, so that one bad parent does not fail the others."""
    if not places:
        return []
    try:
        values = _as_many(answer(places), len(places))
    except Exception as error:  # noqa: BLE001  every error becomes an answer
        if len(places) == 1 or isinstance(error, Throttled | Unavailable):
            on_error(error)
            return [(place, envelope_of(error, request.caller)) for place in places]
    else:
        for value in values:
            if isinstance(value, Exception):
                on_error(value)
        return [(place, envelope_of(value, request.caller)) for place, value in zip(places, values, strict=True)]
    half = len(places) // 2
    return [part for those in (places[:half], places[half:]) for part in _each_or_all(request, answer, those, on_error)]


def _as_many(values: list[Any], expected: int) -> list[Any]:
    """Check the count: if a function skipped a parent, all later parents would get the wrong answers."""
    if len(values) != expected:
        raise RuntimeError(f"the resolver returned {len(values)} answers for {expected} parents")
    return values


def _returns(route: Route) -> str:
    return route.signature.returns.name


def parent_of(route: Route, source: Mapping[str, Any]) -> Parent:
    """The parent of a field: the ids from its global id, and the values that it was rendered with."""
    values = {snake(name): value for name, value in source.items() if not isinstance(value, dict | list)}
    place = read_global_id(str(source.get("id") or ""))
    if place:
        entity, key = place
        values |= entity.ids_of(key)
    values |= {name: parse_time(values[name]) for name in route.needs if name.endswith("_at") and values.get(name)}
    return Parent(route.signature.type_name, values)
