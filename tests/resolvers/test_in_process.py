"""In process, under strawberry, the API answers as behind AppSync, and reads the same."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from strawberry.types import ExecutionResult

from loaders.request import Request
from resolvers.in_process import operation_context
from resolvers.in_process.host import Host
from resolvers.in_process.operation_context import OperationContext
from resolvers.in_process.schema import planned_schema
from resolvers.runtime.identity import caller_of
from resolvers.schema.strawberry_schema import schema
from tests.identities import PIPELINE
from tests.resolvers.conftest import Api
from tests.resolvers.inlining import inlined
from tests.resolvers.random_queries import VARIABLES, Writer
from tests.resolvers.test_oracle import IDS
from tests.thoroughness import many

pytestmark = [
    # graphql-core leaves siblings of a field that failed unawaited; that is not what is tested here.
    pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.usefixtures("a_moment", "left_unawaited"),
]

CASES = many(200, 2000)
CHUNKS = 20
TRIES = 3

PIPELINE_CALLER = caller_of({"identity": PIPELINE})

Costs = tuple[int, float, Counter[str]]
"""Requests, units, and which ranges were read how often."""


@pytest.fixture(autouse=True)
def _no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls take no time, as those of the Lambda take none here: otherwise chance decides which parents meet."""

    async def at_once(function: Callable[..., Any], *given: Any) -> Any:
        return function(*given)

    monkeypatch.setattr(operation_context, "to_thread", at_once)


@pytest.mark.parametrize("chunk", [0, *(pytest.param(each, marks=pytest.mark.no_cover) for each in range(1, CHUNKS))])
def test_random_queries_are_answered_as_behind_appsync_and_as_by_the_oracle(api: Api, chunk: int) -> None:
    asked = 0
    number = chunk * 1_000_000
    while asked < CASES // CHUNKS:
        number += 1
        query = Writer(api.schema, random.Random(number), IDS).query()
        ours = api.ask(query, **VARIABLES)
        if any(error["path"] is None for error in ours.get("errors", [])):
            continue  # two fields of one name that do not go together: nothing was executed
        asked += 1
        operation, answer = _ask(api, query)
        assert _outcome(answer) == (ours["data"], _paths(ours)), f"case {number}:\n{query}\n{answer.errors}"
        oracle = schema().execute_sync(query, VARIABLES, context_value={"request": Request(api.store.session(60))})
        assert _outcome(answer) == _outcome(oracle), f"case {number}:\n{query}\n{answer.errors}"
        if ours["data"] is not None:  # otherwise it was refused, and what was read until then is a matter of chance
            _compare_costs(api, query, operation, ours["data"], f"case {number}:\n{query}")


def _compare_costs(api: Api, query: str, operation: OperationContext, data: Any, told: str) -> None:
    """Asked again if they differ: where an engine is too busy to answer in time, a read is sent and counted twice.

    AppSync does not show the bodies of named fragments, so more may be read there: it is given the query written out.
    """
    written_out = inlined(query)
    for attempt in range(TRIES):
        if attempt or written_out != query:
            assert api.ask(written_out, **VARIABLES)["data"] == data, told
        here, there = _costs(operation.requests), _costs(each for _, each in api.calls)
        if here == there:
            return
        operation = _ask(api, query)[0]
    assert here == there, told


def _ask(api: Api, query: str) -> tuple[OperationContext, ExecutionResult]:
    async def asked() -> tuple[OperationContext, ExecutionResult]:
        operation = await Host(api.store, lambda _: PIPELINE_CALLER).operation()
        return operation, await planned_schema().execute(query, VARIABLES, context_value=operation)

    return asyncio.run(asked())


def _outcome(answer: Any) -> tuple[Any, set[tuple[str | int, ...]]]:
    return answer.data, {tuple(error.path or ()) for error in answer.errors or []}


def _paths(answer: dict[str, Any]) -> set[tuple[str | int, ...]]:
    return {tuple(error["path"]) for error in answer.get("errors", [])}


def _costs(requests: Iterable[Request]) -> Costs:
    meters = [each.session.meter for each in requests]
    reads = Counter(f"{each.operation} {each.index} {each.range}" for meter in meters for each in meter.reads)
    return sum(each.requests for each in meters), sum(each.read_units for each in meters), reads
