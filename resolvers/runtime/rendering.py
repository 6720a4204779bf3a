"""Items as JSON: the selected fields, and those that resolvers below need to identify their parent."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from entities.item import Item
from loaders.planning.join import Growth
from loaders.planning.relations import relations_of
from loaders.rows import IdValues, Place, Row
from resolvers.routing.routes import routes
from resolvers.runtime.computed import computed_of
from resolvers.runtime.fields import OwnField, own_fields, show_part
from resolvers.runtime.ids import global_id, global_id_of
from resolvers.runtime.names import camel, snake
from resolvers.runtime.selection import ID, TYPE_NAME, Selection

ID_NAMES = ("image_id", "receipt_id")
"""The ids that maps inside an item share with it."""


class ShownAt(Growth):
    """Items as JSON at one position of an answer. Fields without a value are left out: AppSync returns them as null."""

    names_nothing = False

    def __init__(self, picked: Selection, repeated: frozenset[type[Item]]) -> None:
        super().__init__({snake(field): ShownAt(below, repeated) for field, below in picked.relations.items()})
        self._picked = picked
        self._repeated = repeated
        """The types that are shown at other positions too, and perhaps not the same of them."""
        self._fields = {snake(field): field for field in picked.relations}

    def nodes(self, entity: type[Item], rows: Sequence[Row]) -> list[dict[str, Any]]:
        """What was read is shown as it is, unless it is shown elsewhere too."""
        if entity in self._repeated or self._picked.identity:
            return [self._node(entity, *row) for row in rows]
        return [shown if type(shown) is dict else show_item(shown, self._picked) for _, shown, _ in rows]

    def below(self, nodes: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return nodes

    def name(self, relation: str) -> str:
        return self._fields[relation]

    def _node(self, entity: type[Item], _: IdValues, known: Item | dict[str, Any], place: Place) -> dict[str, Any]:
        if isinstance(known, Item):
            return show_item(known, self._picked)
        own = self._picked.own
        shown = known.copy() if own is None else {name: value for name, value in known.items() if name in own}
        if TYPE_NAME in self._picked.identity:
            shown[TYPE_NAME] = entity.__name__
        if ID in self._picked.identity:
            shown[ID] = global_id_of(entity, place)
        return shown


def shown_at(entity: type[Item], picked: Selection) -> ShownAt:
    """The answer for items of a type, with all positions below them."""
    positions = Counter(_types_at(entity, picked))
    return ShownAt(picked, frozenset(each for each, times in positions.items() if times > 1))


def _types_at(entity: type[Item], picked: Selection) -> Iterator[type[Item]]:
    """The type of every position of an answer."""
    yield entity
    for field, below in picked.relations.items():
        relation = relations_of(entity).get(snake(field))
        for child in relation.children if relation else ():
            yield from _types_at(child, below)


def show_item(item: Item, picked: Selection) -> dict[str, Any]:
    """The selected fields of an item, and its type and id where they are selected or needed below."""
    shown = _shown_by_model(item, picked)
    if TYPE_NAME in picked.identity:
        shown[TYPE_NAME] = type(item).__name__
    if ID in picked.identity:
        shown[ID] = global_id(item)
    return shown


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
