"""The whole API as one catalogue: every type with its fields. Printing, in-process execution and tests start here."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, get_type_hints

from pydantic import BaseModel

from entities.fields import OpenEnum, Part
from entities.item import Item
from entities.novae.products import PhotometryTable, SpectraProduct
from entities.registry import all_types
from loaders.relations import RELATIONS, Relation
from resolvers.descriptions import describe
from resolvers.inputs import Input
from resolvers.names import camel
from resolvers.objects import UNKNOWN, OwnField, own_fields, parts_of
from resolvers.routes import routes
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.routing.route import OPERATE, READ, Route
from resolvers.signatures import Argument, TypeRef

RESTRICTED = {"CatImage.logs": OPERATE}
"""Own fields that not everybody may see: debug logs may tell of other people's images."""

PRODUCTS = (PhotometryTable, SpectraProduct)


@dataclass(frozen=True)
class Field:
    """A field of a type, with its resolver if it has one."""

    name: str
    type: TypeRef
    description: str
    arguments: tuple[Argument, ...] = ()
    route: Route | None = None
    access: tuple[str, ...] = READ


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
    """An enum; values that nobody knows show as UNKNOWN."""

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


@dataclass(frozen=True)
class Catalogue:
    """All types by name."""

    objects: dict[str, ObjectType] = field(default_factory=dict)
    enums: dict[str, EnumType] = field(default_factory=dict)
    inputs: dict[str, InputType] = field(default_factory=dict)


@cache
def catalogue() -> Catalogue:
    """Everything that the API has."""
    classes = _classes()
    objects = [
        *_interfaces(),
        *(_object(each) for each in classes if not issubclass(each, OpenEnum)),
        *_pages(),
        *_roots(),
    ]
    taken = _inputs()
    enums = [_enum(each) for each in classes if issubclass(each, OpenEnum)]
    return Catalogue(
        {each.name: each for each in objects},
        {each.name: each for each in enums},
        {each.name: each for each in map(_input, taken)},
    )


def _classes() -> list[type[BaseModel] | type[OpenEnum]]:
    """Entities, and every map and enum that fields or resolvers give or take."""
    modules = {route.function.split(":")[0] for route in routes().values() if not route.is_publish}
    loaded = [import_module(f"resolvers.{name}") for name in sorted(modules)]
    extra = [each for module in loaded for each in vars(module).values() if _is_own_part(each, module.__name__)]
    enums = (each for cls in _inputs() for each in parts_of(cls) if issubclass(each, OpenEnum))
    return _with_parts([*all_types().values(), *extra, *enums])


def _inputs() -> list[type[Input]]:
    """Every input that mutations take, and those inside them."""
    functions = [route.load() for route in routes().values() if route.is_mutation and not route.is_publish]
    taken = [hint for function in functions for hint in get_type_hints(function).values() if _is_input(hint)]
    return [cls for cls in _with_parts(taken) if issubclass(cls, Input)]


def _with_parts(classes: Iterable[Any]) -> list[Any]:
    """These classes, and all that their fields hold."""
    found: dict[Any, None] = {}
    waiting = list(classes)
    while waiting:
        cls = waiting.pop(0)
        if cls not in found:
            found[cls] = None
            waiting += parts_of(cls) if issubclass(cls, BaseModel) else ()
    return list(found)


def _is_input(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, Input)


def _input(cls: type[Input]) -> InputType:
    """A field that has a default may be left out."""
    fields = [
        Field(own.name, own.type if _must_be_given(cls, own) else own.type.optional, _input_text(cls, own))
        for own in own_fields(cls).values()
    ]
    return InputType(cls.__name__, _sentence(cls), tuple(fields))


def _must_be_given(cls: type[Input], own: OwnField) -> bool:
    return cls.model_fields[own.attribute].is_required()


def _input_text(cls: type[Input], own: OwnField) -> str:
    """What the field means in the input, or else in the type that the input is about."""
    return describe(f"{cls.__name__}.{own.attribute}", f"{cls.about}.{own.attribute}", own.attribute)


def _is_own_part(value: object, module: str) -> bool:
    return isinstance(value, type) and issubclass(value, Part) and value.__module__ == module


def _object(cls: type[BaseModel]) -> ObjectType:
    fields = [Field("id", TypeRef("ID!"), describe(f"{cls.__name__}.{'id'}", "id"))] if issubclass(cls, Item) else []
    fields += [_own(cls, each) for each in own_fields(cls).values()]
    relations = RELATIONS.get(cls, {}) if issubclass(cls, Item) else {}
    fields += [Field(camel(name), _relation_type(each), _relation_text(name)) for name, each in relations.items()]
    fields += _resolved(cls.__name__)
    implements = (("Node",) if issubclass(cls, Item) else ()) + (("Product",) if cls in PRODUCTS else ())
    return ObjectType(cls.__name__, _sentence(cls), tuple(fields), implements, cls)


def _own(cls: type[BaseModel], own: OwnField) -> Field:
    access = RESTRICTED.get(f"{cls.__name__}.{own.name}", READ)
    return Field(own.name, own.type, describe(f"{cls.__name__}.{own.attribute}", own.attribute), access=access)


def _resolved(type_name: str) -> Iterator[Field]:
    for route in routes().values():
        signature = route.signature
        if signature.type_name == type_name:
            field_name, arguments = signature.field_name, signature.arguments
            yield Field(field_name, signature.returns, route.description, arguments, route, route.access)


def _relation_type(relation: Relation) -> TypeRef:
    name = relation.children[0].__name__ if len(relation.children) == 1 else "Product"
    return TypeRef(f"[{name}!]!" if relation.is_list else name)


def _relation_text(name: str) -> str:
    return RELATION_TEXTS[name]


RELATION_TEXTS = {
    "receipts": "The receipts on it, by number.",
    "lines": "Its lines in reading order.",
    "words": "Its words in reading order.",
    "letters": "Its letters in reading order.",
    "labels": "What its words mean, in reading order.",
    "metadata": "Whose it is.",
    "fields": "Its fields, such as its address.",
    "label_analysis": "What an analysis made of its labels.",
    "structure_analyses": "What analyses made of its structure, one for each version.",
    "line_item_analysis": "What was bought, and whether it adds up.",
    "validation": "Whether it is valid.",
    "categories": "Each kind of field that was checked.",
    "results": "Each finding.",
    "chat_gpt_validations": "Second opinions on its validation.",
    "compaction_runs": "The runs that merged its vectors.",
    "gpt_validation": "What GPT answered when it checked tags.",
    "gpt_initial_tagging": "What GPT answered when it first tagged words.",
    "tag_items": "Its tags with what was thought of them.",
    "statuses": "Its history in order of time.",
    "latest_status": "The last entry of its history.",
    "resources": "What it was given to run on.",
    "checkpoints": "Its saved states in order of time.",
    "dependencies": "What it waits for.",
    "jobs": "The jobs on it.",
    "products": "Its photometry first, then its spectra by provider.",
    "references": "The papers on it.",
    "files": "Its files in S3.",
}


def _interfaces() -> Iterator[ObjectType]:
    node = (Field("id", TypeRef("ID!"), describe("id")),)
    yield ObjectType("Node", "Anything that is stored, found again by its global id.", node, is_interface=True)
    shared = [own_fields(cls) for cls in PRODUCTS]
    common = [name for name in shared[0] if all(name in each for each in shared)]
    fields = [
        Field(
            name,
            _loosest([each[name].type for each in shared]),
            describe(f"{PRODUCTS[0].__name__}.{shared[0][name].attribute}", shared[0][name].attribute),
        )
        for name in common
        if len({each[name].type.text.rstrip("!") for each in shared}) == 1
    ]
    text = "A data product of a nova: its photometry, or one of its spectra."
    yield ObjectType("Product", text, (node[0], *fields), is_interface=True)


def _loosest(types: list[TypeRef]) -> TypeRef:
    """Where one type may be null, so may what they have in common."""
    return next((each for each in types if not each.is_required), types[0])


def _pages() -> Iterator[ObjectType]:
    """Connections, edges and what they say of themselves."""
    yield ObjectType(
        "PageInfo",
        "Where a page stands in its list.",
        (
            Field("hasNextPage", TypeRef("Boolean!"), "Whether there is more: ask again with `after: endCursor`."),
            Field("hasPreviousPage", TypeRef("Boolean!"), "Whether the page was asked for with a cursor."),
            Field("startCursor", TypeRef("String"), "The cursor of the first item."),
            Field("endCursor", TypeRef("String"), "The cursor of the last item."),
        ),
    )
    names = {route.signature.returns.name for route in routes().values()}
    for name in sorted(each.removesuffix("Connection") for each in names if each.endswith("Connection")):
        yield _edge(name)
        yield _connection(name)


def _edge(name: str) -> ObjectType:
    fields = (
        Field("cursor", TypeRef("String!"), "To go on after this item."),
        Field("node", TypeRef(f"{name}!"), "The item."),
    )
    return ObjectType(f"{name}Edge", "An item of a page, and its place.", fields)


def _connection(name: str) -> ObjectType:
    fields = (
        Field("edges", TypeRef(f"[{name}Edge!]!"), "The items with their cursors."),
        Field("nodes", TypeRef(f"[{name}!]!"), "The items."),
        Field("pageInfo", TypeRef("PageInfo!"), "Where the page stands in its list."),
    )
    return ObjectType(f"{name}Connection", "A page of a list.", fields)


def _roots() -> Iterator[ObjectType]:
    yield ObjectType("Query", "Everything that can be asked.", tuple(_resolved("Query")))
    yield ObjectType("Mutation", "Everything that can be changed.", tuple(_resolved("Mutation")))
    told = [
        Field(
            each.signature.field_name,
            each.signature.returns,
            each.description,
            each.signature.arguments,
            access=each.access,
        )
        for each in ANNOUNCEMENTS
    ]
    yield ObjectType("Subscription", "Everything that can be watched.", tuple(told))


def _enum(cls: type[OpenEnum]) -> EnumType:
    values = tuple(dict.fromkeys([*cls.__members__, UNKNOWN]))
    return EnumType(cls.__name__, _sentence(cls), values, cls)


def _sentence(cls: type[object]) -> str:
    return " ".join((cls.__doc__ or "").split("\n\n")[0].split())
