"""A mutation that is the first request of its process answers what a query then answers, down to the last field.

A process imports what a request needs when the request comes. What only some other request would have imported must
not be missing from the answer of the first. Reads right after writes are eventually consistent by contract; the engine
here shows every write at once, so whatever differs is a defect. The query is answered by this process, which has seen
much, and with `THOROUGH=1` by another fresh one.
"""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from graphql import GraphQLNamedType, get_named_type

from local.data.engines import Engine
from resolvers.runtime.ids import global_id
from tests.commands.conftest import Changing
from tests.contract.differences import assert_same
from tests.contract.examples.example import Example
from tests.contract.examples.mutations import MUTATIONS
from tests.contract.examples.setting import setting
from tests.contract.fresh import Fresh, Start, ask, fresh_function, store_items
from tests.contract.restoring import Restoring, restoring
from tests.contract.selections import NODE, embedded_fields, fields_of, is_node, is_resolved, whole_selection
from tests.thoroughness import IS_THOROUGH, some_of

pytestmark = pytest.mark.no_cover

NAMES = [name for name in fields_of("Mutation") if not name.startswith("publish")]


@dataclass(frozen=True)
class Question:
    """A query, and the part of the mutation's answer that must be its answer."""

    path: str
    query: str
    variables: dict[str, Any]
    expected: Any


def test_no_example_is_of_a_mutation_that_is_gone() -> None:
    assert MUTATIONS.keys() - set(NAMES) == set()


@pytest.fixture(scope="module")
def setting_tables(embedded: Engine) -> Iterator[Restoring]:
    with restoring(embedded, *setting()) as made:
        yield made


@pytest.mark.parametrize("name", NAMES)
def test_every_mutation_has_an_example(name: str) -> None:
    assert name in MUTATIONS, f"{name} has no example in tests/contract/examples"


@pytest.mark.parametrize("name", some_of(NAMES))
def test_the_first_mutation_of_a_process_answers_what_a_query_then_answers(
    embedded: Engine, zygote: socket.socket, setting_tables: Restoring, name: str
) -> None:
    api = setting_tables.api
    asyncio.run(_compare(partial(fresh_function, zygote, embedded, api), api, name, MUTATIONS[name]))
    setting_tables.restore()


async def _compare(fresh: Start, api: Changing, name: str, example: Example) -> None:
    with fresh("write") as write, _reader(fresh) as read:
        starting = [each.start() for each in (write, read) if each]
        await asyncio.gather(*starting, asyncio.to_thread(_prepare, api, example))
        before = await _removed(example)
        answer = await _mutate(name, example, write)
        _check_filled(name, answer)
        if example.removes:
            assert_same(answer, before, name)
            assert await _removed(example, read) is None
        elif example.then:
            query, expected = example.then
            assert await ask(query, {}, read=read) == expected
        else:
            await _ask_again(name, example, answer, read)


def _reader(fresh: Start) -> AbstractContextManager[Fresh | None]:
    """Who answers queries afterwards; None is this process."""
    return fresh("read") if IS_THOROUGH else nullcontext()


def _prepare(api: Changing, example: Example) -> None:
    store_items(api, *example.stored)
    if example.before:
        example.before(api)


async def _mutate(name: str, example: Example, write: Fresh) -> Any:
    """The answer of the write function, and below it what another process resolves."""
    field = fields_of("Mutation")[name]
    type_ = get_named_type(field.type)
    selection = whole_selection(type_, example.types, with_resolved=example.removes is None)
    query = f"mutation ($input: {field.args['input'].type}) {{ {name}(input: $input) {selection} }}"
    return (await ask(query, {"input": example.input}, write=write))[name]


async def _ask_again(name: str, example: Example, answer: Any, read: Fresh | None) -> None:
    questions = list(_questions(name, get_named_type(fields_of("Mutation")[name].type), example.types, answer))
    assert questions, f"nothing that {name} answers can be asked for again: its example must say what `then` is so"
    for each in questions:
        (found,) = (await ask(each.query, each.variables, read=read)).values()
        assert_same(each.expected, found, each.path)


def _questions(path: str, type_: GraphQLNamedType, types: tuple[str, ...], answer: Any) -> Iterator[Question]:
    """How to ask for an answer again: by global ids, or part by part."""
    if is_node(type_.name):
        yield _by_id(path, types or (type_.name,), answer)
        return
    for name, field in fields_of(type_.name).items():
        inner = get_named_type(field.type)
        if is_node(inner.name):
            with_resolved = not is_resolved(type_.name, name)
            yield _by_id(f"{path}.{name}", (inner.name,), answer[name], with_resolved=with_resolved)
        elif inner.name == "Sweep":
            query = f"query ($id: ID!) {{ sweep(sweepId: $id) {whole_selection(inner)} }}"
            yield Question(f"{path}.{name}", query, {"id": answer[name]["sweepId"]}, answer[name])


def _by_id(path: str, types: tuple[str, ...], answer: Any, *, with_resolved: bool = True) -> Question:
    assert answer, f"{path} is {answer}"
    selection = whole_selection(NODE, types, with_resolved=with_resolved)
    if isinstance(answer, list):
        query = f"query ($ids: [ID!]!) {{ nodes(ids: $ids) {selection} }}"
        return Question(path, query, {"ids": [each["id"] for each in answer]}, answer)
    return Question(path, f"query ($id: ID!) {{ node(id: $id) {selection} }}", {"id": answer["id"]}, answer)


async def _removed(example: Example, read: Fresh | None = None) -> Any:
    """What a query says of the item that is to be removed."""
    if example.removes is None:
        return None
    selection = whole_selection(NODE, (type(example.removes).__name__,), with_resolved=False)
    query = f"query ($id: ID!) {{ node(id: $id) {selection} }}"
    return (await ask(query, {"id": global_id(example.removes)}, read=read))["node"]


def _check_filled(name: str, answer: Any) -> None:
    """An empty list is the same wherever it comes from: there must be something in what the function embeds."""
    embedded = list(embedded_fields(answer, below_resolved=False))
    empty = {field for field, _ in embedded} - {field for field, is_filled in embedded if is_filled}
    assert not empty, f"{name} answers with nothing in {', '.join(sorted(empty))}"
    below = [is_filled for _, is_filled in embedded_fields(answer, below_resolved=True)]
    assert any(below) or not below, f"{name} answers with nothing in anything that is embedded"
