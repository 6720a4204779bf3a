"""Who makes a change, and for which client. Every write carries the name of its caller.

The caller's own name and client are stored. Only operators and programs with IAM may give others; in inputs that took a
name before there were callers, a given name is kept as it is, and the caller is stored beside it (`recorded_by`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from entities.item import Item
from entities.registry import type_of
from loaders.dynamo.writes import Action, Changes, Put, Update
from loaders.errors import Forbidden
from loaders.request import Request

T = TypeVar("T")

AUTHORS = frozenset({"updated_by", "recorded_by"})
"""Fields that say who stored an item. They are not compared: a repeat by another caller changes nothing."""


def author(request: Request, given: str | None, field: str) -> str | None:
    """The name to store: the caller's, or the given one if the caller may name others."""
    caller = request.caller
    if given is None or given == caller.name:
        return caller.name
    if not caller.is_staff:
        raise Forbidden(
            f"Only operators and IAM may give `{field}`. Leave it out, and your own name is stored.", field=field
        )
    return given


def client(request: Request, given: str | None, field: str = "client_id") -> str | None:
    """The client that a new item belongs to: the caller's, or the given one if the caller may act for others."""
    caller = request.caller
    if given is None or given == caller.client:
        return caller.client
    if not caller.is_staff:
        raise Forbidden(
            f"Only operators and IAM may give another `{field}`. Leave it out, and your own is stored.", field=field
        )
    return given


def signed(request: Request, action: Action) -> Action:
    """The write with its author. Counters that are only added to have none."""
    name = request.caller.name
    if isinstance(action, Put) and name and type_of(action.table, action.record):
        return replace(action, record={action.table.author: name} | action.record)
    if isinstance(action, Update) and (action.changes.set or action.changes.remove):
        return replace(action, changes=_signed_changes(action.changes, action.table.author, name))
    return action


def _signed_changes(changes: Changes, attribute: str, name: str | None) -> Changes:
    """The changes with their author. A caller without a name removes the last one, who did not make this change."""
    if name:
        return replace(changes, set={**changes.set, attribute: name})
    return replace(changes, remove=(*changes.remove, attribute))


def as_signed(actions: Sequence[Action], result: T) -> T:
    """The result of a change, with the authors of the items in it that were written."""
    authors = _authors(actions)
    signed_result: Any = (
        [_with_author(each, authors) for each in result] if isinstance(result, list) else _with_author(result, authors)
    )
    return cast("T", signed_result)


def _authors(actions: Sequence[Action]) -> dict[tuple[Any, ...], str | None]:
    """The author of each item that was written, by its place."""
    found: dict[tuple[Any, ...], str | None] = {}
    for action in actions:
        values = (
            action.record if isinstance(action, Put) else action.changes.set if isinstance(action, Update) else None
        )
        if values is not None:
            found[action.table.name, *action.key.values()] = values.get(action.table.author)
    return found


def _with_author(item: Any, authors: dict[tuple[Any, ...], str | None]) -> Any:
    if not isinstance(item, Item):
        return item
    place = (item.table.name, *item.primary_key().values())
    return item.model_copy(update={"updated_by": authors[place]}) if place in authors else item
