"""Items as JSON: what was selected, and what fields below need to find their way back."""

from functools import cache
from typing import Any

from entities.item import Item
from loaders.join import Branch
from resolvers.ids import global_id
from resolvers.names import camel
from resolvers.objects import own_fields
from resolvers.routes import routes
from resolvers.selection import Picked


def show_branch(branch: Branch, picked: Picked) -> dict[str, Any]:
    """An item with what was selected below it. What has no value is left out: AppSync shows it as null."""
    shown = show_item(branch.item, picked)
    for name, below in branch.below.items():
        inner = picked.relations[camel(name)]
        if isinstance(below, list):
            shown[camel(name)] = [show_branch(each, inner) for each in below]
        elif below is not None:
            shown[camel(name)] = show_branch(below, inner)
    return shown


def show_item(item: Item, picked: Picked) -> dict[str, Any]:
    """The own fields of an item; its type and id always, since interfaces and fields below need them."""
    shown: dict[str, Any] = {"__typename": type(item).__name__, "id": global_id(item)}
    own = own_fields(type(item))
    names = own if picked.own is None else (picked.own | needed_below(type(item))) & own.keys()
    for name in names:
        value = getattr(item, own[name].attribute)
        if value is not None:
            shown[name] = own[name].show(value)
    return shown


@cache
def needed_below(entity: type[Item]) -> frozenset[str]:
    """The fields that resolvers below an item ask it for."""
    below = (route for route in routes().values() if route.signature.type_name == entity.__name__)
    return frozenset(camel(name) for route in below for name in route.needs)
