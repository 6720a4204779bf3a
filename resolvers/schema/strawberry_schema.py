"""The same API as a strawberry schema: it runs in process, and tests compare what AppSync would answer with it.

It is made from the catalogue, so that no type is written twice. Here every field is resolved on its own, one item at a
time, as plainly as possible: slow, and hard to get wrong. The Lambda does not import this.
"""

import inspect
import json
import sys
import types
from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Annotated, Any, NewType, Optional

import strawberry
from pydantic import BaseModel
from strawberry.schema.config import StrawberryConfig
from strawberry.types import Info

from entities.item import Item
from loaders.lists.pages import Slice
from loaders.planning.join import Branch
from loaders.planning.relations import relations_of
from loaders.planning.tree import load_below, load_trees
from loaders.request import Request
from resolvers.routing.signatures import Argument, TypeRef
from resolvers.runtime.arguments import converted
from resolvers.runtime.fields import own_fields
from resolvers.runtime.ids import global_id
from resolvers.runtime.names import snake
from resolvers.runtime.results import Lookup, Parent
from resolvers.runtime.sent import AUDIENCE
from resolvers.schema.catalogue import catalogue
from resolvers.schema.model import Field, InputType, ObjectType

_MODULE = types.ModuleType("resolvers.schema_types")
"""Where the made classes live, so that strawberry finds them by name."""

_SCALARS = {"String": "str", "Int": "int", "Float": "float", "Boolean": "bool", "ID": "ID"}


@cache
def schema() -> strawberry.Schema:
    """The schema; execute it with `{"request": Request}` as the context."""
    sys.modules[_MODULE.__name__] = _MODULE
    scalars = {"ID": strawberry.ID, "AWSDateTime": AWSDateTime, "AWSJSON": AWSJSON}
    vars(_MODULE).update({"Optional": Optional, **scalars, **_enums()})
    for taken in catalogue().inputs.values():
        setattr(_MODULE, taken.name, _made_input(taken))
    known = [each for each in catalogue().objects.values() if each.name != "Subscription"]  # AppSync's alone
    for each in sorted(known, key=lambda type_: not type_.is_interface):
        setattr(_MODULE, each.name, _made(each))
    kinds = [getattr(_MODULE, each.name) for each in known]
    config = StrawberryConfig(scalar_map=_scalar_map())
    return strawberry.Schema(query=_MODULE.Query, mutation=_MODULE.Mutation, types=kinds, config=config)


AWSDateTime = NewType("AWSDateTime", str)
AWSJSON = NewType("AWSJSON", str)


def _scalar_map() -> dict[object, Any]:
    return {
        AWSDateTime: strawberry.scalar(name="AWSDateTime", serialize=str, parse_value=str),
        AWSJSON: strawberry.scalar(name="AWSJSON", serialize=_json, parse_value=json.loads),
    }


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _enums() -> dict[str, Any]:
    return {each.name: strawberry.enum(_enum(each.name, each.values)) for each in catalogue().enums.values()}


def _enum(name: str, values: tuple[str, ...]) -> type[Enum]:
    made: Any = Enum(name, {value: value for value in values})  # type: ignore[misc]
    found: type[Enum] = made
    return found


def _made(type_: ObjectType) -> Any:
    """A strawberry class for a type of the catalogue."""
    members: dict[str, Any] = {field.name: _field(type_, field) for field in type_.fields}
    members["__module__"] = _MODULE.__name__
    cls = type_.cls
    if cls:
        members["is_type_of"] = classmethod(lambda _, value, __: isinstance(value, cls))
    elif not type_.is_interface:
        members["is_type_of"] = classmethod(lambda *_: True)
    bases = tuple(getattr(_MODULE, name) for name in type_.implements)
    made = type(type_.name, bases, members)
    decorate = strawberry.interface if type_.is_interface else strawberry.type
    return decorate(made, name=type_.name, description=type_.description)


def _made_input(type_: InputType) -> Any:
    """A strawberry class for an input of the catalogue; what may be left out is unset."""
    given = sorted(type_.fields, key=lambda field: not field.type.is_required)
    members: dict[str, Any] = {
        field.name: strawberry.field(name=field.name)
        if field.type.is_required
        else strawberry.field(name=field.name, default=strawberry.UNSET)
        for field in given
    }
    members |= {
        "__module__": _MODULE.__name__,
        "__annotations__": {field.name: _annotation(field.type) for field in given},
    }
    return strawberry.input(type(type_.name, (), members), name=type_.name, description=type_.description)


def _field(type_: ObjectType, field: Field) -> Any:
    resolve = _resolver(type_, field)

    def resolver(self: Any, info: Info, **arguments: Any) -> Any:
        return resolve(self, info.context["request"], {name: _plain(value) for name, value in arguments.items()})

    parameters = [
        inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD),
        inspect.Parameter("info", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Info),
        *map(_parameter, field.arguments),
    ]
    returns = _annotation(field.type)
    resolver.__signature__ = inspect.Signature(parameters, return_annotation=returns)  # type: ignore[attr-defined]
    resolver.__annotations__ = {each.name: each.annotation for each in parameters[1:]} | {"return": returns}
    resolver.__module__, resolver.__name__ = _MODULE.__name__, field.name
    return strawberry.field(resolver=resolver, name=field.name, description=field.description)


def _parameter(argument: Argument) -> inspect.Parameter:
    value = strawberry.UNSET if argument.value is None else argument.value
    default = inspect.Parameter.empty if argument.type.is_required else value
    described = strawberry.argument(description=argument.description)
    annotation = Annotated[_annotation(argument.type), described]  # type: ignore[valid-type]
    return inspect.Parameter(argument.name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _annotation(kind: TypeRef) -> str:
    core = f"list[{_annotation(kind.inner)}]" if kind.is_list else _SCALARS.get(kind.name, kind.name)
    return core if kind.is_required else f"Optional[{core}]"


def _plain(value: Any) -> Any:
    if value is strawberry.UNSET:
        return None
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if type(value).__name__ in catalogue().inputs:
        given = {name: _plain(each) for name, each in vars(value).items() if each is not strawberry.UNSET}
        return {name: each for name, each in given.items() if each is not None}
    return value.value if isinstance(value, Enum) else value


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
        return _members(own.type, value, shown)
    relation = relations_of(type(item))[snake(name)]
    (branch,) = load_below(request, [item], {snake(name): {}})
    below = branch.below[snake(name)]
    if relation.is_list:
        return [each.item for each in below] if isinstance(below, list) else []
    return below.item if isinstance(below, Branch) else None


def _members(kind: TypeRef, value: Any, shown: Any) -> Any:
    """Maps stay objects, so that their own fields are resolved; enums become members."""
    if kind.name in catalogue().objects:
        return value
    if kind.name in catalogue().enums:
        members = getattr(_MODULE, kind.name)
        return None if shown is None else members(shown)
    return shown


def _routed(field: Field) -> Resolve:
    route = field.route
    if route is None:
        raise LookupError(field.name)

    def resolve(source: Any, request: Request, given: dict[str, Any]) -> Any:
        if route.is_publish:
            return None  # there is nobody here who could have subscribed
        function = route.load()
        arguments = converted(route.signature, function, given)
        if route.is_batched:
            return _opened(request, function(request, [_parent(route.signature.type_name, source)], **arguments)[0])
        return _opened(request, function(request, **arguments))

    return resolve


def _parent(type_name: str, source: Any) -> Parent:
    values = {name: getattr(source, name) for name in type(source).model_fields}
    return Parent(type_name, values)


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
    return {"edges": edges, "nodes": page.items, "pageInfo": info}
