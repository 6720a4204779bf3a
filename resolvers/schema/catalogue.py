"""The whole API as one catalogue: every type with its fields. Printing, in-process execution and tests start here."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, get_type_hints

from pydantic import BaseModel

from commands.inputs import Input
from entities.annotations import leaves_of
from entities.fields import ClosedEnum, OpenEnum, Part
from entities.item import Item
from entities.novae.products import PhotometryTable, SpectraProduct
from entities.registry import all_types
from loaders.planning.relations import Relation, relations_of
from resolvers.routing.announcement import Announcement
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.routing.deprecations import deprecation_of
from resolvers.routing.route import SHARED, Route
from resolvers.routing.routes import routes
from resolvers.routing.signatures import Argument, TypeRef
from resolvers.runtime.computed import COMPUTED, ComputedField, computed_of
from resolvers.runtime.fields import UNKNOWN, OwnField, own_fields, parts_of
from resolvers.runtime.identified import identified, parts_in
from resolvers.runtime.names import camel, listed
from resolvers.runtime.sent import AUDIENCE, class_of
from resolvers.schema.completeness import demand_descriptions
from resolvers.schema.connections import connections
from resolvers.schema.descriptions import describe, describe_field
from resolvers.schema.model import Catalogue, EnumType, Field, InputType, ObjectType

PRODUCTS = (PhotometryTable, SpectraProduct)

NODE = "Anything that is stored and has a global id."
PRODUCT = "A data product of a nova: its photometry table (brightness measurements), or one of its spectra."
QUERY = (
    "Everything that can be read. An item that does not exist is null, and not an error. A wrong argument fails with "
    "`BadInput`, and a cursor that belongs to another list with `BadCursor`."
)
MUTATION = (
    "Everything that can be changed. Unless a description says otherwise, repeating a call changes nothing. A call "
    "fails with `BadInput` if a value is not allowed, with `NotFound` if something that it names does not exist, and "
    "with `Conflict` if what is stored does not allow the change. Then `errorInfo.current` usually shows what is "
    "stored, as far as the caller may see it; fields too long for an error are named in `errorInfo.leftOut` instead. "
    "What belongs to another client does not exist for the caller."
)
SUBSCRIPTION = (
    "Changes as they happen, whichever program makes them. If several arguments are given, a change must match all of "
    "them. A message has the item's own data, and the ids and names of single objects that it leads to; selecting more "
    "fails with `BadInput` and a text that says what is sent, and which query has the rest. In rare cases, a change "
    "arrives twice."
)
"""Descriptions of types that have no class of their own."""

_ID = Field(
    "id",
    TypeRef("ID!"),
    "The global id of the item, unique among all types and opaque; `Query.node` finds the item by it.",
)

_AUDIENCE = Field(
    AUDIENCE,
    TypeRef("String"),
    "For internal use: who may receive a message about the item. It cannot be subscribed to, and queries answer null.",
)


@cache
def catalogue() -> Catalogue:
    """Everything that the API has, and all of it described."""
    classes = _classes()
    by_name = {each.__name__: each for each in classes}
    objects = [
        *_interfaces(),
        *(_object(each) for each in classes if not issubclass(each, OpenEnum)),
        *connections(_listed()),
        *_roots(),
    ]
    enums = [_enum(each) for each in classes if issubclass(each, OpenEnum)]
    inputs = [_input(each, by_name.get(each.about)) for each in _inputs()]
    whole = Catalogue(
        {each.name: each for each in objects},
        {each.name: each for each in enums},
        {each.name: each for each in inputs},
    )
    demand_descriptions(whole)
    return whole


def _classes() -> list[type[BaseModel] | type[OpenEnum]]:
    """Entities, and every map and enum that fields or resolvers give or take."""
    modules = {route.function.split(":")[0] for route in routes().values() if not route.is_publish}
    loaded = [import_module(name) for name in sorted(modules)]
    extra = [each for module in loaded for each in vars(module).values() if _is_part(each)]
    told = [class_of(each) for each in ANNOUNCEMENTS]
    enums = (each for cls in _inputs() for each in parts_of(cls) if issubclass(each, OpenEnum))
    computed = [each.part for fields in COMPUTED.values() for each in fields.values()]
    return _with_parts([*all_types().values(), *computed, *extra, *told, *enums, *_choices()])


def _choices() -> list[type[OpenEnum]]:
    """The enums that only arguments have."""
    functions = [route.load() for route in routes().values() if not route.is_publish]
    hints = [hint for function in functions for hint in get_type_hints(function).values()]
    leaves = [leaf for hint in hints for leaf in leaves_of(hint)]
    return [leaf for leaf in leaves if isinstance(leaf, type) and issubclass(leaf, ClosedEnum)]


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


def _input(cls: type[Input], about: type | None) -> InputType:
    """A field that has a default may be left out; what it means may be said in the class that the input is about."""
    described = (cls, about) if about else (cls,)
    own = own_fields(cls).values()
    fields = [Field(each.name, _given(cls, each), describe_field(each.attribute, *described)) for each in own]
    return InputType(cls.__name__, describe(cls), (*_id_of(cls), *fields), cls)


def _id_of(cls: type[Input]) -> Iterator[Field]:
    """The `id` of what an input names, if it names something stored."""
    required = [camel(name) for name in parts_in(cls) if cls.model_fields[name].is_required()]
    if required:
        types = " or ".join(f"`{name}`" for name in identified(cls))
        either = f"Give either this or {listed(required)}."
        yield Field("id", TypeRef("ID"), f"The global id of the {types}. {either}")


def _given(cls: type[Input], own: OwnField) -> TypeRef:
    is_required = cls.model_fields[own.attribute].is_required() and own.attribute not in parts_in(cls)
    return own.type if is_required else own.type.optional


def _is_part(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Part) and value is not Part


def _object(cls: type[BaseModel]) -> ObjectType:
    fields = [_ID] if issubclass(cls, Item) else []
    own = (each for each in own_fields(cls).values() if f"{cls.__name__}.{each.name}" not in routes())
    fields += [_own(cls, each) for each in own]
    fields += [_computed(cls, name, each) for name, each in computed_of(cls).items()]
    relations = relations_of(cls) if issubclass(cls, Item) else {}
    fields += [_related(name, each) for name, each in relations.items()]
    fields += _resolved(cls.__name__)
    fields += [_AUDIENCE] if cls.__name__ in _with_audience() else []
    implements = (("Node",) if issubclass(cls, Item) else ()) + (("Product",) if cls in PRODUCTS else ())
    return ObjectType(cls.__name__, describe(cls), tuple(fields), implements, cls)


def _with_audience() -> set[str]:
    """The types whose messages say who may receive them."""
    return {each.signature.returns.name for each in ANNOUNCEMENTS if each.has_audience}


def _own(cls: type[BaseModel], own: OwnField) -> Field:
    deprecated = deprecation_of(cls.__name__, own.name)
    return Field(own.name, own.type, describe_field(own.attribute, cls), deprecated=deprecated)


def _computed(cls: type[BaseModel], name: str, computed: ComputedField) -> Field:
    return Field(name, TypeRef(computed.part.__name__), computed.description.format(cls.__name__.lower()))


def _resolved(type_name: str) -> Iterator[Field]:
    return (_declared(route) for route in routes().values() if route.signature.type_name == type_name)


def _declared(declared: Route | Announcement) -> Field:
    """A field as its route or its announcement declares it."""
    signature = declared.signature
    return Field(
        signature.field_name,
        signature.returns,
        declared.description,
        _arguments(declared),
        declared if isinstance(declared, Route) else None,
        declared.access,
        declared,
    )


def _arguments(declared: Route | Announcement) -> tuple[Argument, ...]:
    """The arguments of a field, each with what it means."""
    texts = {**SHARED, **declared.arguments}
    return tuple(
        replace(each, description=texts.get(each.name) or _input_text(declared, each.name))
        for each in declared.signature.arguments
    )


def _input_text(declared: Route | Announcement, name: str) -> str:
    """What the input says that an argument takes."""
    if isinstance(declared, Announcement) or declared.is_publish:
        return ""
    hint = get_type_hints(declared.load()).get(name)
    return describe(hint) if hint and _is_input(hint) else ""


def _related(name: str, relation: Relation) -> Field:
    return Field(camel(name), _relation_type(relation), relation.description, declared_by=relation)


def _relation_type(relation: Relation) -> TypeRef:
    name = relation.children[0].__name__ if len(relation.children) == 1 else "Product"
    return TypeRef(f"[{name}!]!" if relation.is_list else name)


def _interfaces() -> Iterator[ObjectType]:
    yield ObjectType("Node", NODE, (_ID,), is_interface=True)
    shared = [own_fields(cls) for cls in PRODUCTS]
    common = {name: own for name, own in shared[0].items() if all(name in each for each in shared)}
    fields = [
        Field(
            name,
            _loosest([each[name].type for each in shared]),
            describe_field(own.attribute, PRODUCTS[0]),
        )
        for name, own in common.items()
        if len({each[name].type.text.rstrip("!") for each in shared}) == 1
    ]
    yield ObjectType("Product", PRODUCT, (_ID, *fields), is_interface=True)


def _loosest(types: list[TypeRef]) -> TypeRef:
    """Where one type may be null, so may what they have in common."""
    return next((each for each in types if not each.is_required), types[0])


def _listed() -> set[str]:
    """The types of which there are pages."""
    names = (route.signature.returns.name for route in routes().values())
    return {name.removesuffix("Connection") for name in names if name.endswith("Connection")}


def _roots() -> Iterator[ObjectType]:
    yield ObjectType("Query", QUERY, tuple(_resolved("Query")))
    yield ObjectType("Mutation", MUTATION, tuple(_resolved("Mutation")))
    yield ObjectType("Subscription", SUBSCRIPTION, tuple(map(_declared, ANNOUNCEMENTS)))


def _enum(cls: type[OpenEnum]) -> EnumType:
    unknown = [] if issubclass(cls, ClosedEnum) else [UNKNOWN]
    values = tuple(dict.fromkeys([*cls.__members__, *unknown]))
    return EnumType(cls.__name__, describe(cls), values, cls)
