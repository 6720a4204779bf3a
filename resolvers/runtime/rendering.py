"""Items as JSON: the selected fields, and those that resolvers below need to identify their parent."""

from functools import cache
from typing import Any

from entities.item import Item
from loaders.planning.join import Branch
from resolvers.routing.routes import routes
from resolvers.runtime.fields import own_fields
from resolvers.runtime.ids import global_id
from resolvers.runtime.names import camel
from resolvers.runtime.selection import Selection


def show_branch(branch: Branch, picked: Selection) -> dict[str, Any]:
    """An item with what was selected below it. Fields without a value are left out: AppSync returns them as null."""
    shown = show_item(branch.item, picked)
    for name, below in branch.below.items():
        inner = picked.relations[camel(name)]
        if isinstance(below, list):
            shown[camel(name)] = [show_branch(each, inner) for each in below]
        elif below is not None:
            shown[camel(name)] = show_branch(below, inner)
    return shown


def show_item(item: Item, picked: Selection) -> dict[str, Any]:
    """The own fields of an item. Its type and id are always included, since interfaces and fields below need them."""
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
    """The fields of an item that resolvers below it need."""
    below = (route for route in routes().values() if route.signature.type_name == entity.__name__)
    return frozenset(camel(name) for route in below for name in route.needs)
