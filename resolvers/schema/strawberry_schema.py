"""The same API as a strawberry schema: it runs in process, and tests compare what AppSync would answer with it.

Here every field is resolved on its own, one item at a time, as plainly as possible: slow, and hard to get wrong. The
schema that a host should serve is in `resolvers/in_process`.
"""

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import strawberry
from pydantic import BaseModel
from strawberry.schema.config import StrawberryConfig
from strawberry.types import Info

from entities.fields import Part
from entities.item import Item
from loaders.lists.pages import Slice
from loaders.planning.join import Branch
from loaders.planning.relations import relations_of
from loaders.planning.tree import load_below, load_trees
from loaders.request import Request
from resolvers.routing.signatures import TypeRef
from resolvers.runtime.arguments import converted
from resolvers.runtime.computed import computed_of
from resolvers.runtime.fields import own_fields
from resolvers.runtime.ids import global_id
from resolvers.runtime.names import snake
from resolvers.runtime.rendering import ID_NAMES
from resolvers.runtime.results import Lookup, Parent
from resolvers.runtime.sent import AUDIENCE
from resolvers.schema.catalogue import catalogue
from resolvers.schema.model import Field, ObjectType
from resolvers.schema.strawberry_types import known_objects, made_classes, resolved_field, scalar_map

_OF = "_of"
"""Where a map remembers the item that it is in."""


@cache
def schema() -> strawberry.Schema:
    """The schema; execute it with `{"request": Request}` as the context."""
    module = _classes()
    kinds = [getattr(module, each.name) for each in known_objects()]
    config = StrawberryConfig(scalar_map=scalar_map())
    return strawberry.Schema(query=module.Query, mutation=module.Mutation, types=kinds, config=config)


@cache
def _classes() -> ModuleType:
    return made_classes("resolvers.oracle_types", _members_of)


def _members_of(module: ModuleType, type_: ObjectType) -> dict[str, Any]:
    members = {field.name: _field(module, type_, field) for field in type_.fields}
    cls = type_.cls
    if cls:
        members["is_type_of"] = classmethod(lambda _, value, __: isinstance(value, cls))
    elif not type_.is_interface:
        members["is_type_of"] = classmethod(lambda *_: True)
    return members


def _field(module: ModuleType, type_: ObjectType, field: Field) -> Any:
    resolve = _resolver(type_, field)

    def resolved(source: Any, info: Info, given: dict[str, Any]) -> Any:
        return resolve(source, info.context["request"], given)

    return resolved_field(module, field, resolved)


Resolve = Callable[[Any, Request, dict[str, Any]], Any]


def _resolver(type_: ObjectType, field: Field) -> Resolve:
    if field.route:
        return _routed(field)
    if type_.name.endswith("Connection") or type_.name.endswith("Edge") or type_.name == "PageInfo":
        return lambda value, _, __: value[field.name]
    if field.name == "id" and type_.implements:
        return lambda item, _, __: global_id(item)
    if field.name == AUDIENCE:
        return lambda *_: None
    return lambda item, request, _: _own_or_related(item, field.name, request)


def _own_or_related(item: Any, name: str, request: Request) -> Any:
    entity: type[BaseModel] = type(item)
    own = own_fields(entity).get(name)
    if own:
        value = getattr(item, own.attribute)
        shown = None if value is None else own.show(value)
        return _linked(item, _members(own.type, value, shown))
    if name in computed_of(entity):
        return computed_of(entity)[name].compute(item, None)
    relation = relations_of(type(item))[snake(name)]
    (branch,) = load_below(request, [item], {snake(name): {}})
    below = branch.below[snake(name)]
    if relation.is_list:
        return [each.item for each in below] if isinstance(below, list) else []
    return below.item if isinstance(below, Branch) else None


def _linked(item: Any, value: Any) -> Any:
    """Maps inside an item remember it: some lead to other items, by its ids."""
    if isinstance(value, tuple | list):
        return [_linked(item, each) for each in value]
    if isinstance(value, Part) and isinstance(item, Item):
        value = value.model_copy()
        value.__dict__[_OF] = item
    return value


def _members(kind: TypeRef, value: Any, shown: Any) -> Any:
    """Maps stay objects, so that their own fields are resolved; enums become members."""
    if kind.name in catalogue().objects:
        return value
    if kind.name in catalogue().enums:
        members = getattr(_classes(), kind.name)
        return None if shown is None else members(shown)
    return shown


def _routed(field: Field) -> Resolve:
    route = field.route
    if route is None:
        raise LookupError(field.name)

    def resolve(source: Any, request: Request, given: dict[str, Any]) -> Any:
        if route.is_publish:
            return None  # no one can subscribe in process
        function = route.load()
        arguments = converted(route.signature, function, given)
        if route.is_batched:
            return _opened(request, function(request, [_parent(route.signature.type_name, source)], **arguments)[0])
        return _opened(request, function(request, **arguments))

    return resolve


def _parent(type_name: str, source: Any) -> Parent:
    item = source.__dict__.get(_OF)
    ids = {name: getattr(item, name) for name in ID_NAMES if hasattr(item, name)}
    return Parent(type_name, ids | {name: getattr(source, name) for name in type(source).model_fields})


def _opened(request: Request, result: Any) -> Any:
    if isinstance(result, Lookup):
        return _found(request, result)
    if isinstance(result, Slice):
        return _connection(result)
    if isinstance(result, list):
        return [_opened(request, each) for each in result]
    return result


def _found(request: Request, lookup: Lookup) -> Item | None:
    if not lookup.can_exist:
        return None
    (branch,) = load_trees(request, lookup.entity, [lookup.ids], {})
    return branch.item if branch else None


def _connection(page: Slice) -> dict[str, Any]:
    edges = [{"cursor": cursor, "node": item} for cursor, item in zip(page.cursors, page.items, strict=True)]
    info = {
        "hasNextPage": page.has_next,
        "hasPreviousPage": page.has_previous,
        "startCursor": page.cursors[0] if page.cursors else None,
        "endCursor": page.cursors[-1] if page.cursors else None,
    }
    return {"edges": edges, "nodes": page.items, "pageInfo": info, "totalCount": page.total() if page.total else None}
