"""Writes as data: what is to be changed, and under which condition, before it is sent.

The answer to a write may be lost on its way. Then it is unknown whether it was done, and it is sent again. To store,
set, remove or delete the same thing twice comes to the same. To add to a number does not: unless its condition names
the number as it was, it goes as a transaction, which DynamoDB does once for each token (`can_repeat`).

Where the second try finds its condition broken, the first may have broken it. So the item that comes with the refusal
is compared with what was asked for (`is_done`): if it looks like that, the write is done, else it is a conflict that
admits its doubt. A transaction would know for certain, at twice the price for every write and without answering what
the item became; who needs that certainty can ask for one.

A second try may also come after another writer's change. Writers who mind say so by a condition on a version.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from entities.attributes import Record, decode_item, encode_item
from entities.tables import Table
from loaders.dynamo.sizes import item_size
from loaders.errors import BadInput

MAX_TRANSACTION_ACTIONS = 100
MAX_TRANSACTION_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True)
class Raw:
    """A condition in DynamoDB's syntax, with the names (#...) and values (:...) that it uses."""

    expression: str
    names: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Condition:
    """What must be true of the stored item: all of these together."""

    exists: bool | None = None
    """Whether the item must exist (True) or must not (False); None if it does not matter."""
    has: tuple[str, ...] = ()
    """Attributes that must exist."""
    lacks: tuple[str, ...] = ()
    """Attributes that must not exist."""
    equals: Mapping[str, Any] = field(default_factory=dict)
    one_of: Mapping[str, Collection[Any]] = field(default_factory=dict)
    below: Mapping[str, Any] = field(default_factory=dict)
    """Attributes that must exist and be less than this."""
    any_of: tuple["Condition", ...] = ()
    """At least one of these must hold."""
    raw: Raw | None = None


IS_NEW = Condition(exists=False)
IS_THERE = Condition(exists=True)


@dataclass(frozen=True)
class Changes:
    """Changes to the attributes of an item."""

    set: Mapping[str, Any] = field(default_factory=dict)
    remove: tuple[str, ...] = ()
    add: Mapping[str, Any] = field(default_factory=dict)
    """Numbers to add to the stored value, or sets to unite with it."""


@dataclass(frozen=True)
class Put:
    """Store the whole item, replacing an existing one."""

    table: Table
    record: Record
    condition: Condition | None = None

    @property
    def key(self) -> Record:
        return self.table.key_of(self.record)


@dataclass(frozen=True)
class Update:
    """Change some attributes, and create the item if there is none."""

    table: Table
    key: Record
    changes: Changes
    condition: Condition | None = None


@dataclass(frozen=True)
class Delete:
    """Remove the item, if there is one."""

    table: Table
    key: Record
    condition: Condition | None = None


@dataclass(frozen=True)
class Check:
    """Change nothing, but fail the transaction unless the condition holds."""

    table: Table
    key: Record
    condition: Condition


Action = Put | Update | Delete | Check


def can_repeat(action: Action) -> bool:
    """Whether doing it twice has the same effect as once, or is prevented by its own condition."""
    if not isinstance(action, Update):
        return True
    guarded = action.condition.equals if action.condition else {}
    return all(name in guarded for name, value in action.changes.add.items() if _is_number(value))


def is_done(action: Action, current: Record | None) -> bool:
    """Whether the stored item looks as the action would have left it."""
    if isinstance(action, Put):
        return current == _as_read(action.record)
    if isinstance(action, Update):
        return current is not None and _shows(action, current)
    return isinstance(action, Delete) and current is None


def action_size(action: Action) -> int:
    """Bytes that an action adds to a transaction."""
    if isinstance(action, Put):
        return item_size(action.record)
    changed = item_size(action.changes.set) + item_size(action.changes.add) if isinstance(action, Update) else 0
    return item_size(action.key) + changed


def _shows(action: Update, current: Record) -> bool:
    changes = action.changes
    wanted = _as_read(changes.set)
    return (
        all(name in current and current[name] == value for name, value in wanted.items())
        and not any(name in current for name in changes.remove)
        and all(_was_added(action, name, value, current.get(name)) for name, value in changes.add.items())
    )


def _was_added(action: Update, name: str, value: Any, current: Any) -> bool:
    if not _is_number(value):
        return isinstance(current, set) and current >= _as_read({name: value})[name]
    before = action.condition.equals.get(name) if action.condition else None
    if not _is_number(before) or not _is_number(current):
        return False
    return _exact(before) + _exact(value) == _exact(current)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _exact(value: Any) -> Decimal:
    return Decimal(str(value))


def _as_read(record: Mapping[str, Any]) -> Record:
    """Values as DynamoDB would return them: lists for tuples, 1 for 1.0."""
    return decode_item(encode_item(record))


def check_transaction(actions: Sequence[Action]) -> None:
    """Reject what DynamoDB would reject, before it is sent."""
    if not 1 <= len(actions) <= MAX_TRANSACTION_ACTIONS:
        raise BadInput(f"A transaction has 1 to {MAX_TRANSACTION_ACTIONS} actions, not {len(actions)}.")
    if sum(map(action_size, actions)) > MAX_TRANSACTION_BYTES:
        raise BadInput("A transaction may have at most 4 MB. Split it into smaller ones.")
