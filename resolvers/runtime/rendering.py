"""Items as JSON: the selected fields, and those that resolvers below need to identify their parent."""

from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Any

from entities.item import Item
from entities.sketches import shown_of
from loaders.planning.join import Branch
from resolvers.routing.routes import routes
from resolvers.runtime.computed import computed_of
from resolvers.runtime.fields import OwnField, own_fields, show_part
from resolvers.runtime.ids import global_id
from resolvers.runtime.names import camel, snake
from resolvers.runtime.selection import ID, TYPE_NAME, Selection

ID_NAMES = ("image_id", "receipt_id")
"""The ids that maps inside an item share with it."""


def show_branch(branch: Branch, picked: Selection) -> dict[str, Any]:
    """An item with what was selected below it. Fields without a value are left out: AppSync returns them as null."""
    return show_branches([branch], picked)[0]


def show_branches(branches: Sequence[Branch], picked: Selection) -> list[dict[str, Any]]:
    """The same for many, level by level: they make up most of an answer."""
    shown = [show_item(each.item, picked) for each in branches]
    for field, selected in picked.relations.items():
        name = snake(field)
        below = [each.below.get(name) for each in branches]
        nodes = iter(show_branches([child for each in below for child in _listed(each)], selected))
        for node, each in zip(shown, below, strict=True):
            if type(each) is list:
                node[field] = list(islice(nodes, len(each)))
            elif each is not None:
                node[field] = next(nodes)
    return shown


def _listed(below: list[Branch] | Branch | None) -> Sequence[Branch]:
    """What is below an item by one relation, which leads to many, to one or to none."""
    if type(below) is list:
        return below
    return () if below is None else (below,)  # type: ignore[return-value]


def show_item(item: Item, picked: Selection) -> dict[str, Any]:
    """The selected fields of an item, and its type and id where they are selected or needed below."""
    read = shown_of(item)
    if read is None:
        shown = _shown_by_model(item, picked)
    elif picked.own is None or picked.own.issuperset(read):
        shown = read.copy()
    else:  # the same item is shown in several places, and not the same of it
        shown = {name: value for name, value in read.items() if name in picked.own}
    if picked.identity:
        _add_identity(shown, item, picked)
    return shown


def _add_identity(shown: dict[str, Any], item: Item, picked: Selection) -> None:
    if TYPE_NAME in picked.identity:
        shown[TYPE_NAME] = type(item).__name__
    if ID in picked.identity:
        shown[ID] = global_id(item)


def _shown_by_model(item: Item, picked: Selection) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    own = own_fields(type(item))
    for name in own if picked.own is None else picked.own & own.keys():
        value = getattr(item, own[name].attribute)
        if value is not None:
            shown[name] = _with_ids(item, own[name], own[name].show(value))
    for name, paths in picked.computed.items():
        part = computed_of(type(item))[name].compute(item, paths) if name in computed_of(type(item)) else None
        if part is not None:
            shown[name] = show_part(part)
    return shown


def _with_ids(item: Item, own: OwnField, shown: Any) -> Any:
    """A map, or a list of maps, that leads somewhere: with the ids of its item, which its resolvers need."""
    if own.type.name not in _types_with_routes():
        return shown
    if isinstance(shown, list):
        return [_ids_of(item) | each for each in shown]
    return _ids_of(item) | shown


def _ids_of(item: Item) -> dict[str, Any]:
    return {camel(name): getattr(item, name) for name in ID_NAMES if hasattr(item, name)}


@cache
def _types_with_routes() -> frozenset[str]:
    return frozenset(route.signature.type_name for route in routes().values())
