"""What messages to subscribers hold: for each announcement the fields that are sent, and no others.

The publisher selects exactly these. AppSync sends null for every other field, and a client's cache would take that null
for the truth; so a subscription that selects more is refused. The resolvers in infra/appsync and the server at home
follow the same `rule_of`.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from pydantic import BaseModel

from entities.item import Item
from entities.registry import all_types
from resolvers.routing.announcement import Announcement
from resolvers.routing.routes import routes
from resolvers.runtime.fields import own_fields, parts_of

LEAF = 1
SentTree = dict[str, Any]
"""Fields by name: LEAF, or the fields of an object."""

AUDIENCE = "audience"
"""The field that says who may receive a message. It is sent, but subscribers cannot select it."""
ROOT = ""
JSON = "AWSJSON"


@dataclass(frozen=True)
class Sent:
    """What the messages of one announcement hold."""

    own: SentTree
    relations: dict[str, SentTree]
    """Single objects that the item leads to. Where there is none, a message leaves it out."""
    partial: tuple[str, ...]
    """The objects of which not all own fields are sent, by path; ROOT is the announced object itself."""

    @property
    def tree(self) -> SentTree:
        return {**self.own, **self.relations}


@cache
def sent_of(announcement: Announcement) -> Sent:
    """What is sent to the subscribers of an announcement."""
    cls = class_of(announcement)
    own = _tree(cls, sends_json=announcement.sends_json)
    own = {name: below for name, below in own.items() if name not in announcement.without}
    relations = {
        name: _chosen(_related(announcement, name), fields.split()) for name, fields in announcement.relations.items()
    }
    leaves_out = own.keys() != _tree(cls, sends_json=True).keys()
    return Sent(own, relations, (*((ROOT,) if leaves_out else ()), *relations))


def class_of(announcement: Announcement) -> type[BaseModel]:
    """The class of what is told."""
    if not announcement.made:
        return all_types()[announcement.signature.returns.name]
    module, name = announcement.made.split(":")
    found: type[BaseModel] = getattr(import_module(module), name)
    return found


def selection_of(announcement: Announcement, relations: Collection[str]) -> str:
    """What the publishing mutation selects: what is sent, with those relations that there are."""
    sent = sent_of(announcement)
    there = {name: tree for name, tree in sent.relations.items() if name in relations}
    audience = {AUDIENCE: LEAF} if announcement.has_audience else {}
    return _text({**sent.own, **there, **audience}, with_types=True)


def rule_of(announcement: Announcement) -> dict[str, Any]:
    """What decides whether a selection is refused, as JSON."""
    sent = sent_of(announcement)
    return {
        "field": announcement.signature.field_name,
        "query": announcement.query,
        "sent": sent.tree,
        "partial": list(sent.partial),
        "text": _text(sent.tree, with_types=False),
        "hasAudience": announcement.has_audience,
    }


def _related(announcement: Announcement, name: str) -> type[Item]:
    route = routes()[f"{announcement.signature.returns.name}.{name}"]
    return all_types()[route.signature.returns.name]


def _tree(cls: type[BaseModel], *, sends_json: bool) -> SentTree:
    parts = {each.__name__: each for each in parts_of(cls) if issubclass(each, BaseModel)}
    own = [each for each in own_fields(cls).values() if sends_json or each.type.name != JSON]
    fields = {
        each.name: _tree(parts[each.type.name], sends_json=sends_json) if each.type.name in parts else LEAF
        for each in own
    }
    return {"id": LEAF, **fields} if issubclass(cls, Item) else fields


def _chosen(cls: type[Item], names: list[str]) -> SentTree:
    unknown = sorted(set(names) - own_fields(cls).keys())
    if unknown:
        raise ValueError(f"{cls.__name__} has no {', '.join(unknown)} to send")
    return {"id": LEAF, **dict.fromkeys(names, LEAF)}


def _text(tree: SentTree, *, with_types: bool) -> str:
    fields = [
        name if below == LEAF else f"{name} {_text(below, with_types=with_types)}" for name, below in tree.items()
    ]
    return "{ " + " ".join([*(["__typename"] if with_types else []), *fields]) + " }"
