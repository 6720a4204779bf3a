"""What a schema is made of: types, their fields and arguments, each with its description."""

from dataclasses import dataclass, field

from pydantic import BaseModel

from commands.inputs import Input
from entities.fields import OpenEnum
from loaders.planning.relations import Relation
from resolvers.routing.announcement import Announcement
from resolvers.routing.route import READ, Route
from resolvers.routing.signatures import Argument, TypeRef


@dataclass(frozen=True)
class Field:
    """A field of a type, with its resolver if it has one."""

    name: str
    type: TypeRef
    description: str
    arguments: tuple[Argument, ...] = ()
    route: Route | None = None
    access: tuple[str, ...] = READ
    declared_by: Route | Announcement | Relation | None = None
    """What describes it, if not the class of its type."""
    deprecated: str | None = None
    """What to use instead, if the field should not be used any more."""


@dataclass(frozen=True)
class ObjectType:
    """An object type, or an interface."""

    name: str
    description: str
    fields: tuple[Field, ...]
    implements: tuple[str, ...] = ()
    cls: type[BaseModel] | None = None
    is_interface: bool = False


@dataclass(frozen=True)
class EnumType:
    """An enum; unknown values show as UNKNOWN."""

    name: str
    description: str
    values: tuple[str, ...]
    cls: type[OpenEnum]


@dataclass(frozen=True)
class InputType:
    """What a mutation takes, or a part of it."""

    name: str
    description: str
    fields: tuple[Field, ...]
    cls: type[Input]


@dataclass(frozen=True)
class Catalogue:
    """All types by name."""

    objects: dict[str, ObjectType] = field(default_factory=dict)
    enums: dict[str, EnumType] = field(default_factory=dict)
    inputs: dict[str, InputType] = field(default_factory=dict)
