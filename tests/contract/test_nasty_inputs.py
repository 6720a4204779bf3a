"""Whatever is given anywhere, the answer is right, AppSync's own refusal, or an error that names its field.

Every argument of every field and every field of every input gets values that clients should not send, one at a time and
two at a time. What is accepted is answered as it was given, and read again; lists hold what they were asked for. What
is refused leaves no trace: all tables are compared by hash.
"""

import hashlib
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, islice
from typing import Any

import orjson
import pytest

from entities.tables import Table
from local.data.engines import Engine
from tests.contract.differences import differences
from tests.contract.examples.mutations import MUTATIONS
from tests.contract.examples.setting import setting
from tests.contract.fresh import store_items
from tests.contract.nasty import NastyCase, all_cases, is_given, nested_fields, pairs, value_at
from tests.contract.restoring import Contents, Restoring, restoring
from tests.contract.right_answers import question_for, wrong_change, wrong_page
from tests.contract.selections import fields_of
from tests.identities import PIPELINE
from tests.thoroughness import many

NINE = {
    "BadInput",
    "BadCursor",
    "NotFound",
    "Conflict",
    "Forbidden",
    "TooLarge",
}
"""The types that a nasty input may lead to. The other three are not the caller's fault."""

CASES = many(300, 10_000)
CHUNKS = 8
PATIENCE = 2


@cache
def _chosen() -> list[NastyCase]:
    """The cases of today, by field: preparing a mutation takes longer than calling it."""
    chance = random.Random(17)
    single = list(all_cases())
    chance.shuffle(single)
    chosen = islice(_distinct(chain(single, pairs(single, chance))), CASES)
    return sorted(chosen, key=lambda case: (case.root, case.field))


def _distinct(cases: Iterable[NastyCase]) -> Iterator[NastyCase]:
    """Each call once: a second one is taken for a repeat of the first, whose traces are gone by then."""
    seen: set[str] = set()
    for case in cases:
        call = f"{case.root}.{case.field}{json.dumps(case.variables, sort_keys=True)}"
        if call not in seen:
            seen.add(call)
            yield case


def _chunk(number: int) -> Iterator[list[NastyCase]]:
    by_field: dict[tuple[str, str], list[NastyCase]] = defaultdict(list)
    for case in _chosen():
        by_field[case.root, case.field].append(case)
    return islice(by_field.values(), number, None, CHUNKS)


def test_every_argument_of_every_field_gets_nasty_values() -> None:
    tried = {(case.root, case.field, str(path[0])) for case in all_cases() for path in case.changed}
    roots = [("Query", name) for name in fields_of("Query")] + [("Mutation", name) for name in MUTATIONS]
    fields = [*roots, *nested_fields()]
    assert tried == {(root, name, argument) for root, name in fields for argument in fields_of(root)[name].args}


@pytest.mark.no_cover
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_nasty_inputs_are_answered_rightly_or_refused_by_field_without_a_trace(embedded: Engine, chunk: int) -> None:
    with restoring(embedded, *setting()) as tables:
        problems = [problem for cases in _chunk(chunk) for problem in _tried(tables, cases)]
    assert not problems, "\n".join(problems[:20])


def _tried(tables: Restoring, cases: list[NastyCase]) -> Iterator[str]:
    """What is wrong with the answers to the cases of a field."""
    _prepare(tables, cases[0])
    before = tables.contents()
    unchecked = 0
    touched: tuple[Table, ...] = ()  # a mutation writes into the same tables each time; all are compared at the end
    for case in cases:
        answer, has_written = _asked(tables, case, before)
        yield from (f"{_told(case)}: {wrong}" for wrong in _wrong(case, answer))
        if "errors" not in answer:
            yield from (f"{_told(case)}: {wrong}" for wrong in _not_right(tables, case, case.answered(answer)))
        if not has_written:
            unchecked += 1
            continue
        differing = tables.restore(before, *touched)
        if "errors" in answer and differing:
            yield f"{_told(case)}: left a trace, although it was refused: {answer['errors'][0]['message']}"
        touched = touched or tuple(differing)
    if _hash(tables.contents()) != _hash(before):
        yield f"One of {len(cases)} calls of {cases[0].field}, {unchecked} of which wrote nothing, left a trace."
    tables.restore()


def _asked(tables: Restoring, case: NastyCase, before: Contents) -> tuple[dict[str, Any], bool]:
    """The answer, and whether anything was written. On a busy machine, S3 may be too slow once."""
    for _ in range(PATIENCE):
        answer = tables.api.ask(case.query, **case.variables)
        has_written = _wrote(tables)
        if all(each.get("errorType") != "Unavailable" for each in answer.get("errors", [])):
            break
        tables.restore(before)
    return answer, has_written


def _prepare(tables: Restoring, case: NastyCase) -> None:
    example = MUTATIONS.get(case.field) if case.is_mutation else None
    tables.api.identity = PIPELINE
    if example:
        store_items(tables.api, *example.stored)
        if example.before:
            example.before(tables.api)


def _not_right(tables: Restoring, case: NastyCase, answered: Any) -> Iterator[str]:
    """What is wrong with an answer without errors: it must say what was given, and be what is read afterwards."""
    if not case.is_mutation:
        yield from wrong_page(case, answered)
        return
    yield from wrong_change(case, answered)
    again = question_for(answered) if isinstance(answered, dict) and not MUTATIONS[case.field].removes else None
    if again:
        read = tables.api.ask(again[0], **again[1])
        yield from (f"read again, {each}" for each in differences(answered, read["data"]["node"], case.field))


def _wrote(tables: Restoring) -> bool:
    """Whether anything was sent that writes, answered or not."""
    return any(a_request.session.meter.write_units for _, a_request in tables.api.calls)


def _hash(found: Contents) -> str:
    contents = [[list(place), record] for place, record in sorted(found.items())]
    return hashlib.sha256(orjson.dumps(contents, default=sorted, option=orjson.OPT_SORT_KEYS)).hexdigest()


def _wrong(case: NastyCase, answer: dict[str, Any]) -> Iterator[str]:
    for error in answer.get("errors", []):
        kind, info = error.get("errorType"), error.get("errorInfo") or {}
        if kind is None:
            continue  # AppSync's own
        if kind not in NINE:
            yield f"{kind}: {error['message']}"
        elif not info.get("field"):
            yield f"{kind} without a field: {error['message']}"
        elif not is_given(case, str(info["field"])):
            yield f"{kind} by the name of a field that nobody can give: {info['field']}"


def _told(case: NastyCase) -> str:
    values = []
    for path in case.changed:
        given = value_at(case.arguments, path)
        values.append(f"{'.'.join(map(str, path))} = {json.dumps(given)[:60]}")
    above = "" if case.through is None else f"{case.root}."
    return f"{above}{case.field}({', '.join(values)})"
