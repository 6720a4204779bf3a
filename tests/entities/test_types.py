"""What holds for every type, however many there are: a new class is tested by being declared."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entities.attributes import decode_item, encode_item
from entities.item import Item
from entities.registry import all_types, type_of
from tests.entities.strategies import full_items, items
from tests.read_item import read_item
from tests.thoroughness import many

TYPES = all_types()

every_type = pytest.mark.parametrize("entity", TYPES.values(), ids=TYPES.keys())


@every_type
@settings(max_examples=many(8, 200))
@given(data=st.data())
def test_a_type_comes_back_from_its_item_as_it_was(entity: type[Item], data: st.DataObject) -> None:
    item = data.draw(items(entity))
    stored = decode_item(encode_item(item.to_record()))
    assert read_item(entity.table, stored) == item


@every_type
@given(data=st.data())
@settings(max_examples=many(4, 20))
def test_the_keys_of_an_item_are_those_of_its_templates(entity: type[Item], data: st.DataObject) -> None:
    record = data.draw(full_items(entity)).to_record()
    assert entity.key.parse(*_values(entity, None, record)) is not None
    for name, key in entity.indexes.items():
        values = _values(entity, name, record)
        needed = values if entity.table.index(name).sort else values[:1]
        assert None in needed or key.parse(*values) is not None  # without a part of the key it is not in the index


@every_type
@given(data=st.data())
@settings(max_examples=many(4, 20))
def test_a_type_is_known_by_the_shape_of_its_key_alone(entity: type[Item], data: st.DataObject) -> None:
    record = data.draw(items(entity)).to_record()
    if entity.table.discriminator:
        del record[entity.table.discriminator]
    assert type_of(entity.table, record) is entity


@every_type
@given(data=st.data())
@settings(max_examples=many(4, 20))
def test_no_key_attribute_is_ever_null_empty_or_boolean(entity: type[Item], data: st.DataObject) -> None:
    record = data.draw(items(entity)).to_record()
    kinds = {str, int, float, Decimal}
    for index in (entity.table.key, *entity.table.indexes.values()):
        for attribute in index.attributes:
            assert attribute not in record or (type(record[attribute]) in kinds and record[attribute] != "")


@every_type
def test_a_type_and_each_of_its_parts_is_described(entity: type[Item]) -> None:
    assert entity.__doc__
    assert entity.__doc__.strip().endswith((".", "…"))


def _values(entity: type[Item], index_name: str | None, record: dict[str, Any]) -> tuple[Any, Any]:
    index = entity.table.index(index_name)
    return record.get(index.partition), record.get(index.sort) if index.sort else None
