"""Whatever a client selects, AppSync's way of asking gives the same answer as plain execution in process."""

import random
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from graphql import GraphQLResolveInfo, print_ast

import loaders.request
from loaders.request import Request
from local.engine import executor
from resolvers.runtime.ids import global_id
from resolvers.schema.strawberry_schema import schema
from tests.reads.world import world
from tests.resolvers.conftest import Api
from tests.resolvers.random_queries import VARIABLES, Writer
from tests.thoroughness import many

pytestmark = [
    # graphql-core leaves siblings of a field that failed unawaited; that is not what is tested here.
    pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.usefixtures("left_unawaited"),
]

CASES = many(40, 2000)
CHUNKS = 20

IDS = [*(global_id(item) for item in world()), "bm90aGluZw", "zzz"]


@pytest.fixture(autouse=True)
def _a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still: some cursors hold the time of their list's first page."""
    moment = datetime.now(UTC)
    monkeypatch.setattr(loaders.request, "datetime", SimpleNamespace(now=lambda _: moment))


@pytest.mark.parametrize("chunk", [0, *(pytest.param(each, marks=pytest.mark.no_cover) for each in range(1, CHUNKS))])
def test_random_queries_are_answered_as_the_oracle_answers_them(api: Api, chunk: int) -> None:
    asked = 0
    number = chunk * 1_000_000
    while asked < CASES // CHUNKS:
        number += 1
        query = Writer(api.schema, random.Random(number), IDS).query()
        ours = api.ask(query, **VARIABLES)
        if any(error["path"] is None for error in ours.get("errors", [])):
            continue  # two fields of one name that do not go together: nothing was executed
        asked += 1
        _compare(api, query, ours, number)


@pytest.mark.parametrize("chunk", range(4))
def test_nothing_is_missing_where_only_the_first_of_repeated_fields_is_printed(
    api: Api, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below an interface, what the others select on concrete types is in neither report."""
    monkeypatch.setattr(executor, "selection_text", _text_of_the_first)
    asked = 0
    number = (100 + chunk) * 1_000_000
    while asked < many(12, 400) // 4:
        number += 1
        query = Writer(api.schema, random.Random(number), IDS, repeats=0.3, interfaces=False).query()
        ours = api.ask(query, **VARIABLES)
        if any(error["path"] is None for error in ours.get("errors", [])):
            continue
        asked += 1
        _compare(api, query, ours, number)


def _text_of_the_first(info: GraphQLResolveInfo[Any]) -> str:
    selections = info.field_nodes[0].selection_set
    return print_ast(selections) if selections else ""


def _compare(api: Api, query: str, ours: dict[str, Any], number: int) -> None:
    oracle = schema().execute_sync(query, VARIABLES, context_value={"request": Request(api.store.session(60))})
    paths = {tuple(error["path"] or ()) for error in ours.get("errors", [])}
    theirs = {tuple(error.path or ()) for error in oracle.errors or []}
    assert (ours["data"], paths) == (oracle.data, theirs), (
        f"case {number}:\n{query}\n{ours.get('errors')}\n{oracle.errors}"
    )
