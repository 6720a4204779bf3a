"""Items as they are now: read consistently and with their records, because writes depend on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from entities.attributes import Record
from entities.item import ItemType
from loaders.dynamo.requests import Query
from loaders.errors import NotFound
from loaders.request import Request


@dataclass(frozen=True)
class Found(Generic[ItemType]):
    """An item, and the record that it was read from."""

    item: ItemType
    record: Record


def find(request: Request, entity: type[ItemType], **ids: Any) -> Found[ItemType] | None:
    """The item as it is now, or None."""
    record = request.session.get(entity.table, entity.key_for(**ids), is_consistent=True)
    return read_found(request, entity, record) if record else None


def require(request: Request, entity: type[ItemType], *, field: str | None = None, **ids: Any) -> Found[ItemType]:
    """The item as it is now; raises `NotFound` if there is none. `field` is the argument that the error names."""
    found = find(request, entity, **ids)
    if found is None:
        named = ", ".join(f"{value}" for value in ids.values())
        raise NotFound(f"There is no {entity.__name__} {named}.", field=field)
    return found


def find_many(
    request: Request, entity: type[ItemType], ids: Sequence[Mapping[str, Any]]
) -> list[Found[ItemType] | None]:
    """Items as they are now, in the order of their ids; None for those that do not exist."""
    keys = [entity.key_for(**each) for each in ids]
    records = request.session.batch_get(entity.table, keys, is_consistent=True) if keys else []
    return [read_found(request, entity, record) if record else None for record in records]


def find_all(request: Request, entity: type[ItemType], query: Query) -> list[Found[ItemType]]:
    """The items of a range of the table as they are now."""
    records = request.session.query(replace(query, is_consistent=True))
    found = (read_found(request, entity, record) for record in records)
    return [each for each in found if each is not None]


def read_found(request: Request, entity: type[ItemType], record: Record) -> Found[ItemType] | None:
    """The item of a record, with the record; None if it has another type or has expired."""
    item = next(request.items(entity.table, [record], entity), None)
    return Found(item, record) if isinstance(item, entity) else None
