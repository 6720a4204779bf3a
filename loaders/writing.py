"""Changes to stored items: look, decide, and write on condition that nobody came between.

A change is one conditional write or one transaction. Where somebody else was faster, it is decided anew with what is
there then: whoever gave an expectation is refused, everybody else gets their change on top. A repeat of a change finds
it done and changes nothing.

Only what a change touches is written, so that attributes of other programs survive in the same item.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from entities.attributes import Record
from entities.item import Item, ItemType
from loaders.dynamo.requests import Query
from loaders.dynamo.retry import full_jitter
from loaders.dynamo.writes import IS_NEW, IS_THERE, Action, Changes, Check, Condition, Delete, Put, Update
from loaders.errors import Conflict, NotFound, Outdated
from loaders.reading import Reading

T = TypeVar("T")

PAUSE_SECONDS = 0.2
RESERVE_SECONDS = 2.0


@dataclass(frozen=True)
class Found(Generic[ItemType]):
    """An item, and the record that it was read from."""

    item: ItemType
    record: Record


def find(reading: Reading, entity: type[ItemType], **ids: Any) -> Found[ItemType] | None:
    """The item as it is now, or None."""
    record = reading.session.get(entity.table, entity.key_for(**ids), is_consistent=True)
    return _found(reading, entity, record) if record else None


def require(reading: Reading, entity: type[ItemType], *, field: str | None = None, **ids: Any) -> Found[ItemType]:
    """The item as it is now; `NotFound` where there is none. `field` names the argument to blame."""
    found = find(reading, entity, **ids)
    if found is None:
        named = ", ".join(f"{value}" for value in ids.values())
        raise NotFound(f"There is no {entity.__name__} {named}.", field=field)
    return found


def find_many(
    reading: Reading, entity: type[ItemType], ids: Sequence[Mapping[str, Any]]
) -> list[Found[ItemType] | None]:
    """Items as they are now, in the order of their ids, None for those that are not there."""
    keys = [entity.key_for(**each) for each in ids]
    records = reading.session.batch_get(entity.table, keys, is_consistent=True) if keys else []
    return [_found(reading, entity, record) if record else None for record in records]


def find_all(reading: Reading, entity: type[ItemType], query: Query) -> list[Found[ItemType]]:
    """The items of a range of the table as they are now."""
    records = reading.session.query(replace(query, is_consistent=True))
    found = (_found(reading, entity, record) for record in records)
    return [each for each in found if each is not None]


def create(reading: Reading, item: ItemType, *, ignoring: Collection[str] = ()) -> ItemType:
    """Store a new item. One that is there and says the same, but for some fields, is a repeat and stays as it is."""
    try:
        reading.session.put(item.table, item.to_record(), IS_NEW)
    except Conflict as conflict:
        current = _found(reading, type(item), conflict.current) if conflict.current else None
        if current is None:
            raise
        return same_or_refused(current.item, item, ignoring=ignoring)
    return item


def change(
    reading: Reading,
    entity: type[ItemType],
    edit: Callable[[ItemType], ItemType],
    *,
    field: str | None = None,
    **ids: Any,
) -> ItemType:
    """The item as `edit` makes it of what it is. `edit` may refuse by raising; after a lost race it is asked again."""

    def try_it() -> ItemType:
        found = require(reading, entity, field=field, **ids)
        edited = edit(found.item)
        action = update(found, edited)
        if action:
            reading.session.update(action.table, action.key, action.changes, action.condition)
        return edited

    return until_settled(reading, try_it)


def transact(reading: Reading, plan: Callable[[], tuple[Sequence[Action | None], T]]) -> T:
    """Do all that `plan` says or nothing, and give what it gives; after a lost race it is asked for a new plan."""

    def try_it() -> T:
        planned, result = plan()
        actions = [action for action in planned if action is not None]
        if actions:
            reading.session.transact_write(actions)
        return result

    return until_settled(reading, try_it)


def until_settled(reading: Reading, try_it: Callable[[], T]) -> T:
    """Try until nobody comes between, or the time is up. A refusal by rule (`Outdated`) is final."""
    deadline = reading.session.deadline
    while True:
        try:
            return try_it()
        except Outdated:
            raise
        except Conflict:
            if deadline.left() < RESERVE_SECONDS:
                raise
            deadline.clock.sleep(full_jitter(PAUSE_SECONDS))


def put_new(item: Item) -> Put:
    """The action that stores an item where there must be none."""
    return Put(item.table, item.to_record(), IS_NEW)


def put(item: Item) -> Put:
    """The action that stores an item in place of what may be there."""
    return Put(item.table, item.to_record())


def update(found: Found[ItemType], edited: ItemType, *, guard: Collection[str] = ()) -> Update | None:
    """The action that makes a found item the edited one, if nobody has touched what it changes, or what it guards.

    None where there is nothing to change.
    """
    before, after = found.item.to_record(), edited.to_record()
    changed = {name: value for name, value in after.items() if name not in before or before[name] != value}
    removed = tuple(name for name in before if name not in after)
    if not changed and not removed:
        return None
    condition = unchanged(found, {*changed, *removed, *guard})
    return Update(edited.table, edited.table.key_of(found.record), Changes(set=changed, remove=removed), condition)


def delete(found: Found[Any]) -> Delete:
    """The action that removes a found item, unless it is gone already."""
    item: Item = found.item
    return Delete(item.table, item.table.key_of(found.record), IS_THERE)


def still(found: Found[Any], *names: str) -> Check:
    """The action that changes nothing, but lets the transaction fail unless these attributes are as they were found."""
    return Check(found.item.table, found.item.table.key_of(found.record), unchanged(found, names))


def added(item: Item, condition: Condition = IS_THERE, **amounts: int) -> Update | None:
    """The action that adds to numbers of an item, whatever they are by then. None where nothing is added."""
    changes = {name: amount for name, amount in amounts.items() if amount}
    return Update(item.table, item.primary_key(), Changes(add=changes), condition) if changes else None


def unchanged(found: Found[Any], names: Collection[str]) -> Condition:
    """That these attributes are still as they were found. Numbers that Python cannot hold exactly are not compared."""
    record, key = found.record, found.item.table.key.attributes
    compared = [name for name in sorted(names) if name not in key and _is_exact(record.get(name))]
    return Condition(
        exists=True,
        equals={name: record[name] for name in compared if name in record},
        lacks=tuple(name for name in compared if name not in record),
    )


def revised(item: ItemType, **values: Any) -> ItemType:
    """A copy with other values that lies where the item lies. What others left out of it is not demanded now."""
    return item.model_copy(update=values)


def same_or_refused(current: ItemType, wanted: ItemType, *, ignoring: Collection[str] = ()) -> ItemType:
    """What is there, if it says what was wanted; otherwise a conflict that shows it."""
    fields = [name for name in type(wanted).model_fields if name not in ignoring]
    if all(getattr(current, name) == getattr(wanted, name) for name in fields):
        return current
    raise Outdated(f"There is another {type(wanted).__name__} of that name already.", current)


def expect(item: Item, expected: Mapping[str, Any]) -> None:
    """Refuse where the item is not as somebody expects; None means that they do not mind."""
    for name, value in expected.items():
        if value is not None and getattr(item, name) != value:
            said = getattr(item, name)
            raise Outdated(f"{type(item).__name__}.{name} is {said!s} now, not {value!s}.", item)


def _found(reading: Reading, entity: type[ItemType], record: Record) -> Found[ItemType] | None:
    item = next(reading.items(entity.table, [record], entity), None)
    return Found(item, record) if isinstance(item, entity) else None


def _is_exact(value: Any) -> bool:
    """Floats are not: DynamoDB may hold more digits than they do."""
    if isinstance(value, Mapping):
        return all(map(_is_exact, value.values()))
    if isinstance(value, list | set | tuple):
        return all(map(_is_exact, value))
    return not isinstance(value, float)
