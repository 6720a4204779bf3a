"""Every state in the documents is stored as they say, and answered as a member of its enum, or as its text."""

from collections.abc import Iterator
from typing import Any

import pytest

from entities.annotations import leaves_of
from entities.fields import OpenEnum
from entities.item import Item
from local.data.engines import Engine
from resolvers.runtime.ids import global_id
from resolvers.runtime.names import camel
from tests.commands.conftest import Changing, changing
from tests.seeds.names import SeedName, of_kind
from tests.seeds.roads import FIELDS, ROADS
from tests.seeds.samples import base_item, entity_of


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with changing(embedded) as made:
        yield made


@pytest.mark.parametrize("state", of_kind("state"), ids=str)
def test_a_state_is_stored_and_answered(api: Changing, state: SeedName) -> None:
    name, _, value = state.name.partition("=")
    item, attribute = item_in_state(state)
    record = item.to_record()
    assert str(record.get(attribute, value)).casefold() == value.casefold()
    api.store.session().put(item.table, record)
    answer = api.get(state_query(name, global_id(item)))
    (shown,) = answer["node"].values()
    assert shown == (value.upper() if _enum(item, attribute) else value)


def state_query(name: str, id_: str) -> str:
    item, _, attribute = name.partition(".")
    field = FIELDS.get(name, camel(attribute))
    return f'{{ node(id: "{id_}") {{ ... on {ROADS[item][0]} {{ {field} }} }} }}'


def item_in_state(state: SeedName) -> tuple[Item, str]:
    """An item in a state, and the attribute that holds it."""
    name, _, value = state.name.partition("=")
    item, _, attribute = name.partition(".")
    base = base_item(item)
    field = _field(entity_of(item), attribute)
    kind = _enum(base, attribute)
    values = {each: getattr(base, each) for each in type(base).model_fields}
    return type(base)(**{**values, field: kind(value) if kind else value}), attribute


def _field(entity: type[Item], attribute: str) -> str:
    return next(each.name for each in entity.stored_fields if attribute in each.attributes)


def _enum(item: Item, attribute: str) -> Any:
    annotation = type(item).model_fields[_field(type(item), attribute)].annotation
    return next((each for each in leaves_of(annotation) if isinstance(each, type) and issubclass(each, OpenEnum)), None)
