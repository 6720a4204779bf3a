"""One item as it is stored, readable or not: for those who look after the tables."""

from collections.abc import Mapping
from typing import Any

from entities.fields import Json, Part
from entities.item import Item
from entities.registry import type_of
from loaders.request import Request


class StoredItem(Part):
    """An item as it is stored in DynamoDB."""

    table: str
    """The table that it is in: `receipts`, `novae`, `cats`, `documents` or `letters`."""
    item: Json = None
    """The whole item: a JSON object with a plain value for each attribute, keys included."""


def stored_item(request: Request, entity: type[Item], key: Mapping[str, Any]) -> StoredItem | None:
    """The item with a primary key, if it is of this type. What cannot be read as that type is shown all the same."""
    record = request.session.batch_get(entity.table, [dict(key)])[0]
    if not record or type_of(entity.table, record) is not entity or not request.may_see(entity, record):
        return None
    return StoredItem(table=entity.table.name, item=record)
