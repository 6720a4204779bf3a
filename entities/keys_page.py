"""Prints docs/keys.md from the entities: what is stored, where, and where we differ from the documents."""

from collections.abc import Iterator

from entities.item import Item
from entities.keys import Key
from entities.registry import types_in
from entities.stored_fields import StoredField
from entities.tables import TABLES, Index, Table

_INTRODUCTION = """\
# Keys

Printed from `entities/` by `make keys`; do not edit.

`{name}` is a field, `{name:05d}` a number padded so that keys sort like numbers, `{name:text}` free text, `[…]` is left
out when a field inside has no value. An index key is written only where all of its fields have values. *Also read*
are keys that other writers use for the same type.
"""


def keys_page() -> str:
    """The whole page."""
    return "\n".join([_INTRODUCTION, *(line for table in TABLES.values() for line in _table(table))]) + "\n"


def _table(table: Table) -> Iterator[str]:
    types = list(types_in(table))
    yield f"## {table.name}"
    yield ""
    yield f"Table `{table.usual_name}`, or `${table.variable}`; {len(types)} types; a stream with both images."
    yield f"Types are told apart by {_discriminator(table)}. Items expire by `{table.ttl}` (epoch seconds)."
    yield ""
    yield "| index | partition key | sort key | holds |"
    yield "|---|---|---|---|"
    for name in (None, *table.indexes):
        index = table.index(name)
        sort = f"`{index.sort}`" if index.sort else ""
        yield f"| {name or '(the table)'} | `{index.partition}` | {sort} | {_held(index)} |"
    yield ""
    yield "| type | keys | attributes |"
    yield "|---|---|---|"
    yield from (_row(entity) for entity in types)
    yield ""
    yield from _corrections(types)


def _held(index: Index) -> str:
    if index.projected is None:
        return "whole items"
    return ", ".join(["keys", *(f"`{name}`" for name in index.projected)])


def _discriminator(table: Table) -> str:
    return f"`{table.discriminator}`, or by the shape of their keys" if table.discriminator else "being the only one"


def _row(entity: type[Item]) -> str:
    keys = [f"**key** {_key(entity.key)}"]
    keys += [f"{name} {_key(key)}" for name, key in entity.indexes.items() if key.sort or key.names]
    keys += [f"*also read* {each.index or 'key'} {_key(each.key)} ({each.by})" for each in entity.alternates]
    attributes = ", ".join(_attribute(field) for field in entity.stored_fields if field.name != "expires_at")
    name = entity.__name__ if entity.type_name == entity.__name__ else f"{entity.__name__}<br>`{entity.type_name}`"
    return f"| {name} | {'<br>'.join(keys)} | {attributes} |"


def _key(key: Key) -> str:
    return f"`{key.partition}` / `{key.sort}`" if key.sort else f"`{key.partition}`"


def _attribute(field: StoredField) -> str:
    if field.is_in_key:
        return f"{field.name} (key)"
    own, *others = field.attributes
    return f"`{own}`" + (f" (also {', '.join(f'`{other}`' for other in others)})" if others else "")


def _corrections(types: list[type[Item]]) -> Iterator[str]:
    noted = [entity for entity in types if entity.notes]
    if noted:
        yield "### Where we differ from the documents, and why"
        yield ""
    for entity in noted:
        yield from (f"- **{entity.__name__}**: {note}" for note in entity.notes)
    yield ""
