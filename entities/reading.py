"""Tolerant reading of stored items: finds values wherever they are stored, and drops fields that are malformed."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from entities.attributes import Record
from entities.errors import Unreadable
from entities.fields import READING
from entities.keys import KeyValue
from entities.stored_fields import StoredField

if TYPE_CHECKING:
    from entities.item import Item, ItemType


def ids_of_odd_key(cls: "type[Item]", values: tuple[Any, ...]) -> dict[str, KeyValue]:
    """The values in a key that does not match its declaration, as far as either half can be read."""
    for key in cls.primary_keys():
        partition = key.partition.parse(values[0])
        if partition is not None:
            return partition | ((key.sort.parse_loosely(values[-1]) if key.sort else None) or {})
    return {}


def complete_from_indexes(cls: "type[Item]", record: Record, values: Record) -> None:
    """Add missing ids from index keys: some are stored only there."""
    missing = cls.required - values.keys()
    declared = [*cls.indexes.items(), *((each.index, each.key) for each in cls.alternates)]
    for index_name, key in declared:
        attributes = cls.table.index(index_name).attributes
        found = key.parse(record.get(attributes[0]), record.get(attributes[-1])) or {}
        values.update({name: found[name] for name in missing & found.keys() - values.keys()})


def first_value(field: StoredField, record: Record) -> Any:
    """The first attribute that has a value: absent, NULL, "" and placeholders count as none."""
    for attribute in field.attributes:
        value = record.get(attribute) if "." not in attribute else _inside(record, attribute)
        if value is None or (value == "" and field.is_optional):
            continue
        if not (isinstance(value, str) and value in field.nothing):
            return value
    return None


def _inside(record: Record, path: str) -> Any:
    value: Any = record
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def without_bad_fields(
    cls: "type[ItemType]", values: Record, error: ValidationError, problem: Unreadable
) -> "ItemType":
    """The item without malformed optional fields; a malformed required field makes the whole item unreadable."""
    bad = {str(each["loc"][0]) for each in error.errors() if each["loc"]}
    if not bad or bad & cls.required:
        raise problem from error
    return cls.model_validate({name: value for name, value in values.items() if name not in bad}, context=READING)


def explain(error: ValidationError) -> str:
    """Which fields are malformed, and why, in one line."""
    return "; ".join(f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors())
