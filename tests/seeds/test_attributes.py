"""Every attribute of every item type in the documents is answered with the value that is stored in it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from local.data.engines import Engine
from resolvers.runtime.ids import global_id
from tests.commands.conftest import Changing
from tests.contract.examples.setting import setting
from tests.formats.api import asking
from tests.seeds.names import SeedName, of_kind
from tests.seeds.roads import ROADS
from tests.seeds.samples import attributes_of, base_item, entity_of, expected, field_of, record_of, selection

ITEMS = [(each.seed, each.name) for each in of_kind("item")]


@pytest.fixture(scope="module", params=["000", "001", "002", "003", "004"])
def documented(request: pytest.FixtureRequest, embedded: Engine) -> Iterator[tuple[str, Changing]]:
    """The API over the small world, in which one item of each type is as one document describes it."""
    seed: str = request.param
    mine = {item: record_of(seed, item) for each, item in ITEMS if each == seed}
    replaced = {
        (entity_of(item).table.name, *_key(entity_of(item).table.key_of(record))) for item, record in mine.items()
    }
    others = [(each.table, each.to_record()) for each in setting()]
    kept = [(table, record) for table, record in others if (table.name, *_key(table.key_of(record))) not in replaced]
    stored = [*kept, *((entity_of(item).table, record) for item, record in mine.items())]
    with asking(embedded, stored) as api:
        yield seed, api


def _key(key: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(key.values())


def test_every_attribute_has_its_value(documented: tuple[str, Changing]) -> None:
    seed, api = documented
    wrong: list[str] = []
    for item in (item for each, item in ITEMS if each == seed):
        found = answered(api, seed, item)
        for name in attributes_of(seed, item):
            got, wanted = inside(found.get(field_of(name)), name), inside(expected(name), name)
            wrong += [f"{name}: {got!r}, not {wanted!r}"] if got != wanted or wanted is None else []
    assert not wrong, "\n".join(wrong)


def answered(api: Changing, seed: str, item: str) -> dict[str, Any]:
    """What the road to an item answers about it."""
    text = ROADS[item][1] % selection(seed, item)
    answer = api.ask(f"{{ {text} }}")
    assert "errors" not in answer, (item, answer["errors"])
    nodes = list(nodes_in(answer["data"]))
    wanted = global_id(base_item(item))
    return next((each for each in nodes if each.get("id") == wanted), {})


def nodes_in(answer: Any) -> Iterator[dict[str, Any]]:
    if isinstance(answer, dict):
        yield answer
        answer = list(answer.values())
    for each in answer if isinstance(answer, list) else []:
        yield from nodes_in(each)


def inside(value: Any, name: SeedName) -> Any:
    """The part of a value that a name stands for."""
    value = opened(value)
    for part in name.path.split(".")[1:]:
        value = value[0] if isinstance(value, list) and value else value
        head, *rest = part.split("_")
        names = (part, head + "".join(each.title() for each in rest))
        value = next((value[each] for each in names if isinstance(value, dict) and each in value), None)
    return value


def opened(value: Any) -> Any:
    """A value in which JSON texts are what they say."""
    if isinstance(value, dict):
        return {name: opened(each) for name, each in value.items()}
    if isinstance(value, list):
        return [opened(each) for each in value]
    return json.loads(value) if isinstance(value, str) and value[:1] in {"{", "["} else value
