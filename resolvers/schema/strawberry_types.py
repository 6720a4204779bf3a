"""The types of the catalogue as strawberry classes, so that no type is written twice.

Two schemas are made of them: the oracle of the tests (`strawberry_schema.py`), and the one that plans
(`resolvers/in_process`). They differ in how a field is resolved. The Lambda imports neither.
"""

import inspect
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from types import ModuleType
from typing import Annotated, Any, NewType, Optional

import strawberry
from strawberry.types import Info

from resolvers.routing.signatures import Argument, TypeRef
from resolvers.schema.catalogue import catalogue
from resolvers.schema.model import Field, InputType, ObjectType

_SCALARS = {"String": "str", "Int": "int", "Float": "float", "Boolean": "bool", "ID": "ID"}

AWSDateTime = NewType("AWSDateTime", str)
AWSJSON = NewType("AWSJSON", str)

Resolve = Callable[[Any, Info, dict[str, Any]], Any]
"""Takes the parent, what strawberry knows of the field, and the arguments as AppSync sends them."""


def made_classes(module_name: str, members_of: Callable[[ModuleType, ObjectType], Mapping[str, Any]]) -> ModuleType:
    """A module with the classes of all types; `members_of` gives what is in the class of an object.

    Classes refer to each other by name, and strawberry looks for a name in the module of the class.
    """
    module = ModuleType(module_name)
    sys.modules[module_name] = module
    scalars = {"ID": strawberry.ID, "AWSDateTime": AWSDateTime, "AWSJSON": AWSJSON}
    vars(module).update({"Optional": Optional, **scalars, **_enums()})
    for taken in catalogue().inputs.values():
        setattr(module, taken.name, _made_input(module, taken))
    for each in sorted(known_objects(), key=lambda type_: not type_.is_interface):
        setattr(module, each.name, _made_object(module, each, members_of(module, each)))
    return module


def known_objects() -> list[ObjectType]:
    """All objects but subscriptions, which are AppSync's alone."""
    return [each for each in catalogue().objects.values() if each.name != "Subscription"]


def scalar_map() -> dict[object, Any]:
    """AppSync's scalars: times are text, and JSON is text with JSON in it."""
    return {
        AWSDateTime: strawberry.scalar(name="AWSDateTime", serialize=str, parse_value=str),
        AWSJSON: strawberry.scalar(name="AWSJSON", serialize=_json, parse_value=json.loads),
    }


def resolved_field(module: ModuleType, field: Field, resolve: Resolve, *, is_async: bool = False) -> Any:
    """A field with a resolver that takes the field's arguments."""

    def resolver(self: Any, info: Info, **arguments: Any) -> Any:
        return resolve(self, info, _given(arguments.items()))

    async def async_resolver(self: Any, info: Info, **arguments: Any) -> Any:
        return await resolve(self, info, _given(arguments.items()))

    parameters = [
        inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD),
        inspect.Parameter("info", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Info),
        *map(_parameter, field.arguments),
    ]
    returns = annotation_of(field.type)
    function: Any = async_resolver if is_async else resolver
    function.__signature__ = inspect.Signature(parameters, return_annotation=returns)
    function.__annotations__ = {each.name: each.annotation for each in parameters[1:]} | {"return": returns}
    function.__module__, function.__name__ = module.__name__, field.name
    return strawberry.field(
        resolver=function, name=field.name, description=field.description, deprecation_reason=field.deprecated
    )


def annotation_of(kind: TypeRef) -> str:
    """A type as Python writes it, by name."""
    core = f"list[{annotation_of(kind.inner)}]" if kind.is_list else _SCALARS.get(kind.name, kind.name)
    return core if kind.is_required else f"Optional[{core}]"


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _enums() -> dict[str, Any]:
    return {each.name: strawberry.enum(_enum(each.name, each.values)) for each in catalogue().enums.values()}


def _enum(name: str, values: tuple[str, ...]) -> type[Enum]:
    made: Any = Enum(name, {value: value for value in values})  # type: ignore[misc]
    found: type[Enum] = made
    return found


def _made_object(module: ModuleType, type_: ObjectType, members: Mapping[str, Any]) -> Any:
    bases = tuple(getattr(module, name) for name in type_.implements)
    made = type(type_.name, bases, {**members, "__module__": module.__name__})
    decorate = strawberry.interface if type_.is_interface else strawberry.type
    return decorate(made, name=type_.name, description=type_.description)


def _made_input(module: ModuleType, type_: InputType) -> Any:
    """What may be left out is unset."""
    given = sorted(type_.fields, key=lambda field: not field.type.is_required)
    members: dict[str, Any] = {
        field.name: strawberry.field(name=field.name)
        if field.type.is_required
        else strawberry.field(name=field.name, default=strawberry.UNSET)
        for field in given
    }
    members |= {
        "__module__": module.__name__,
        "__annotations__": {field.name: annotation_of(field.type) for field in given},
    }
    return strawberry.input(type(type_.name, (), members), name=type_.name, description=type_.description)


def _parameter(argument: Argument) -> inspect.Parameter:
    value = strawberry.UNSET if argument.value is None else argument.value
    default = inspect.Parameter.empty if argument.type.is_required else value
    described = strawberry.argument(description=argument.description)
    annotation = Annotated[annotation_of(argument.type), described]  # type: ignore[valid-type]
    return inspect.Parameter(argument.name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _given(values: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """What a client gave; a null that it wrote is kept, what it left out is not there."""
    return {name: _plain(each) for name, each in values if each is not strawberry.UNSET}


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if type(value).__name__ in catalogue().inputs:
        return _given(vars(value).items())
    return value.value if isinstance(value, Enum) else value
