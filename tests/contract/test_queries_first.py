"""A query that is among the first requests of its process answers what a process answers that has seen them all."""

import asyncio
import socket
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from graphql import get_named_type, is_composite_type

from local.data.engines import Engine
from resolvers.routing.routes import routes
from tests.commands.conftest import Changing, changing
from tests.contract.differences import assert_same
from tests.contract.examples.queries import QUERIES
from tests.contract.examples.setting import setting
from tests.contract.fresh import Start, ask, fresh_function, store_items
from tests.contract.selections import fields_of, whole_selection
from tests.thoroughness import IS_THOROUGH

pytestmark = pytest.mark.no_cover

NAMES = list(fields_of("Query"))
WITH_MOMENT = {"eligibleSpectra"}
"""Lists whose cursors hold the time of the first page, so that two of the same place differ."""


def _by_process() -> dict[str, list[str]]:
    """The queries that a process is asked: those of one module, or just one if there is time for so many processes."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name in NAMES:
        module = routes()[f"Query.{name}"].function.split(":")[0].split(".")[-1]
        groups[name if IS_THOROUGH else module].append(name)
    return groups


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with changing(embedded) as made:
        store_items(made, *setting())
        yield made


@pytest.mark.parametrize("name", NAMES)
def test_every_query_has_an_example(name: str) -> None:
    assert name in QUERIES, f"{name} has no example in tests/contract/examples/queries.py"


def test_no_example_is_of_a_query_that_is_gone() -> None:
    assert QUERIES.keys() - set(NAMES) == set()


@pytest.mark.parametrize("first", _by_process())
def test_a_fresh_process_answers_what_any_other_answers(
    embedded: Engine, zygote: socket.socket, api: Changing, first: str
) -> None:
    asyncio.run(_compare(partial(fresh_function, zygote, embedded, api), _by_process()[first]))


async def _compare(fresh: Start, names: list[str]) -> None:
    with fresh("read") as read:
        await read.start()
        for name in names:
            query, variables = _question(name)
            answer = await ask(query, variables, read=read)
            assert _holds_something(answer[name]), f"{name} finds nothing: {answer}"
            again = await ask(query, variables)
            if name in WITH_MOMENT:
                answer, again = _without_cursors(answer), _without_cursors(again)
            assert_same(answer, again, "data")


def _without_cursors(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_cursors(each) for name, each in value.items() if not name.lower().endswith("cursor")}
    return [_without_cursors(each) for each in value] if isinstance(value, list) else value


def _question(name: str) -> tuple[str, dict[str, Any]]:
    field, given = fields_of("Query")[name], QUERIES[name]
    declared = ", ".join(f"${each}: {field.args[each].type}" for each in given.arguments)
    used = ", ".join(f"{each}: ${each}" for each in given.arguments)
    type_ = get_named_type(field.type)
    selection = whole_selection(type_, given.types) if is_composite_type(type_) else ""
    head = f"query ({declared})" if declared else "query"
    return f"{head} {{ {name}{f'({used})' if used else ''} {selection} }}", dict(given.arguments)


def _holds_something(value: Any) -> bool:
    """Whether there is anything in an answer: an object, an item of a list or a page, a count."""
    if isinstance(value, dict) and "nodes" in value:
        return bool(value["nodes"])
    return all(value) if isinstance(value, list) and value else bool(value)
