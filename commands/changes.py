"""Changes to stored items: read, decide, and write on condition that what was read is still true.

A change is one conditional write or one transaction. If another writer was faster, the change is decided again with the
new state: a caller with an expectation is refused, any other change is applied on top. A repeat changes nothing.

Only the attributes that change are written, so those of other programs survive in the same item.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeVar

from commands.authors import as_signed, signed
from commands.comparison import same_or_refused
from commands.index_keys import with_index_keys
from entities.attributes import Record
from entities.fields import OpenEnum, is_lifetime
from entities.item import Item, ItemType
from entities.times import format_time
from loaders.current import Found, read_found, require
from loaders.dynamo.retry import full_jitter
from loaders.dynamo.writes import IS_NEW, IS_THERE, Action, Changes, Check, Condition, Delete, Put, Update
from loaders.errors import Conflict, Outdated
from loaders.request import Request

T = TypeVar("T")

PAUSE_SECONDS = 0.2
RESERVE_SECONDS = 2.0


def create(request: Request, item: ItemType, *, ignoring: Collection[str] = ()) -> ItemType:
    """Store a new item. If an equal one exists, apart from the fields to ignore, nothing changes."""
    try:
        return do_alone(request, put_new(item), item)
    except Conflict as conflict:
        if conflict.current is None:
            raise
        current = read_found(request, type(item), conflict.current)
        if current is None:
            raise Conflict(f"This {type(item).__name__} cannot be stored: its id is taken. Use another id.") from None
        return same_or_refused(current.item, item, ignoring=ignoring)


def change(
    request: Request,
    entity: type[ItemType],
    edit: Callable[[ItemType], ItemType],
    *,
    field: str | None = None,
    guard: Collection[str] = (),
    **ids: Any,
) -> ItemType:
    """Store what `edit` returns for the current item. `edit` may raise to refuse, and runs again after a lost race.

    `guard` names attributes that `edit` decides by without changing them: if one of them changes, the race is lost too.
    """

    def try_it() -> ItemType:
        found = require(request, entity, field=field, **ids)
        edited = edit(found.item)
        return do_alone(request, update(found, edited, guard=guard), edited)

    return until_settled(request, try_it)


def transact(request: Request, writes: Callable[[], tuple[Sequence[Action | None], T]]) -> T:
    """Do all actions that `writes` returns, or none, and return its result. After a lost race `writes` runs again."""

    def try_it() -> T:
        wanted, result = writes()
        actions = [signed(request, action) for action in wanted if action is not None]
        if actions:
            request.session.transact_write(actions)
        return as_signed(actions, result)

    return until_settled(request, try_it)


def do_alone(request: Request, action: Put | Update | None, result: ItemType) -> ItemType:
    """Do one conditional write without a transaction, which would cost twice as much, and return what is stored."""
    done = signed(request, action) if action else None
    if isinstance(done, Put):
        request.session.put(done.table, done.record, done.condition)
    elif isinstance(done, Update):
        request.session.update(done.table, done.key, done.changes, done.condition)
    return as_signed([done] if done else [], result)


def until_settled(request: Request, try_it: Callable[[], T]) -> T:
    """Try again after each lost race, until the time is up. A refusal by rule (`Outdated`) is not tried again."""
    deadline = request.session.deadline
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
    """The action that stores an item, on condition that there is none with its key."""
    return Put(item.table, item.to_record(), IS_NEW)


def put(item: Item) -> Put:
    """The action that stores an item and replaces any other with its key."""
    return Put(item.table, item.to_record())


def update(found: Found[ItemType], edited: ItemType, *, guard: Collection[str] = ()) -> Update | None:
    """The action that turns a found item into the edited one, or None if they are equal.

    Its condition: the attributes that it changes, and those in `guard`, are still as they were found.
    """
    before, after = found.item.to_record(), edited.to_record()
    after[edited.table.author] = before.get(edited.table.author)  # the write is signed when it is sent
    changed = {name: value for name, value in after.items() if before.get(name) != value}
    removed = tuple(name for name in before if name not in after)
    if not changed and not removed:
        return None
    changed, removed = with_index_keys(found, edited, changed, removed)
    if not changed and not removed:
        return None
    changed |= healed_expiry(found)
    condition = unchanged(found, {*changed, *removed, *guard})
    return Update(edited.table, edited.table.key_of(found.record), Changes(set=changed, remove=removed), condition)


def healed_expiry(found: Found[Any]) -> Record:
    """The end of an item that stores its lifetime instead: DynamoDB would take that for a moment in 1970."""
    name = found.item.table.ttl
    lifetime = found.record.get(name) if name else None
    if not name or not is_lifetime(lifetime) or lifetime <= 0:
        return {}
    return {name: int(datetime.now(UTC).timestamp() + lifetime)}


def delete(found: Found[Any], *names: str) -> Delete:
    """The action that deletes a found item, on condition that it still exists and these attributes are as they were."""
    item: Item = found.item
    return Delete(item.table, item.table.key_of(found.record), unchanged(found, names))


def still(found: Found[Any], *names: str) -> Check:
    """The action that writes nothing, and fails the transaction if one of these attributes has changed.

    So does the mark of a deletion that has begun meanwhile: what is stored below the item now would be left behind.
    """
    marks = (each.attributes[0] for each in found.item.stored_fields if each.name == "deleted_by")
    return Check(found.item.table, found.item.table.key_of(found.record), unchanged(found, {*names, *marks}))


def added(item: Item, condition: Condition = IS_THERE, **amounts: int) -> Update | None:
    """The action that adds to numbers of an item, whatever they are by then; None if all amounts are 0."""
    changes = {name: amount for name, amount in amounts.items() if amount}
    return Update(item.table, item.primary_key(), Changes(add=changes), condition) if changes else None


def unchanged(found: Found[Any], names: Collection[str]) -> Condition:
    """The condition that these attributes are still as they were found. Inexact numbers are not compared."""
    record, key = found.record, found.item.table.key.attributes
    compared = [name for name in sorted(names) if name not in key and _is_exact(record.get(name))]
    return Condition(
        exists=True,
        equals={name: record[name] for name in compared if name in record},
        lacks=tuple(name for name in compared if name not in record),
    )


def same_owner(found: Found[Any], *names: str) -> Condition:
    """The condition that an item is still that of the client whose it was when it was found: ids can be used again.

    These attributes must be there too.
    """
    item: Item = found.item
    owners = [each.attributes for each in item.stored_fields if each.name == item.owner]
    return replace(unchanged(found, [name for attributes in owners for name in attributes]), has=names)


def revised(item: ItemType, **values: Any) -> ItemType:
    """A copy with other values and the same key. It is not validated again: other writers may have left fields out."""
    return item.model_copy(update=values)


def expect(item: Item, expected: Mapping[str, Any]) -> None:
    """Refuse if the item differs from what the caller expects. An expectation of None always holds."""
    for name, value in expected.items():
        if value is not None and getattr(item, name) != value:
            now = _shown(getattr(item, name))
            raise Outdated(f"`{name}` of this {type(item).__name__} is {now}, not {_shown(value)} as expected.", item)


def _shown(value: Any) -> str:
    """A value as clients know it."""
    if isinstance(value, OpenEnum):
        return value.name
    if isinstance(value, datetime):
        return format_time(value)
    return "null" if value is None else str(value)


def _is_exact(value: Any) -> bool:
    """Whether a value can be compared. DynamoDB may hold more digits of a number than a float does."""
    if isinstance(value, Mapping):
        return all(map(_is_exact, value.values()))
    if isinstance(value, list | set | tuple):
        return all(map(_is_exact, value))
    return not isinstance(value, float)
