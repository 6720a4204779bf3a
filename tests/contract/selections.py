"""Whole selections, written from the schema and the routes: all that a type has, and all that is embedded in it."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from graphql import (
    GraphQLField,
    GraphQLInterfaceType,
    GraphQLNamedType,
    GraphQLObjectType,
    get_named_type,
    is_abstract_type,
    is_composite_type,
    is_required_argument,
)

from local.engine.scalars import read_schema
from resolvers.routing.routes import routes

SCHEMA = read_schema((Path(__file__).parents[2] / "schema.graphql").read_text())
NODE = SCHEMA.type_map["Node"]


def fields_of(type_name: str) -> Mapping[str, GraphQLField]:
    """The fields of a type of the schema."""
    type_ = SCHEMA.type_map[type_name]
    assert isinstance(type_, GraphQLObjectType | GraphQLInterfaceType)
    fields: Mapping[str, GraphQLField] = type_.fields
    return fields


def is_node(type_name: str) -> bool:
    """Whether what has this type is stored as an item, with a global id."""
    type_ = SCHEMA.type_map[type_name]
    return isinstance(type_, GraphQLObjectType | GraphQLInterfaceType) and "id" in type_.fields


def is_resolved(type_name: str, name: str) -> bool:
    """Whether a field has a resolver of its own; what has none comes with its parent."""
    return f"{type_name}.{name}" in routes()


def whole_selection(type_: GraphQLNamedType, types: Iterable[str] = (), *, with_resolved: bool = True) -> str:
    """All fields of a type, below embedded ones to any depth; of those with resolvers only the type's own, if wanted.

    Where the type is an interface, `types` are those of its types that are asked for; without any, all are.
    """
    return _selection(type_, (type_.name,), tuple(types), with_resolved=with_resolved)


def embedded_fields(answer: Any, *, below_resolved: bool) -> Iterator[tuple[str, bool]]:
    """The embedded relations in an answer by `Type.field`, and whether there is anything in them."""
    if isinstance(answer, list):
        for each in answer:
            yield from embedded_fields(each, below_resolved=below_resolved)
    elif isinstance(answer, dict):
        type_name = answer["__typename"]
        for name, value in answer.items():
            if below_resolved or not is_resolved(type_name, name):
                yield from embedded_fields(value, below_resolved=below_resolved)
            if name in fields_of(type_name) and is_embedded(type_name, name):
                yield f"{type_name}.{name}", bool(value)


def is_embedded(type_name: str, name: str) -> bool:
    """Whether a field of an item holds other items that come with it."""
    holds_items = is_node(get_named_type(fields_of(type_name)[name].type).name)
    return is_node(type_name) and holds_items and not is_resolved(type_name, name)


def _selection(
    type_: GraphQLNamedType, above: tuple[str, ...], types: tuple[str, ...] = (), *, with_resolved: bool
) -> str:
    parts = ["__typename", *_fields(type_.name, above, types, with_resolved=with_resolved)]
    if is_abstract_type(type_):
        # What all types have is selected once, above: it may be nullable there and not here, and could not be merged.
        shared = tuple(fields_of(type_.name))
        for each in SCHEMA.get_possible_types(type_):
            if not types or each.name in types:
                own = _fields(each.name, above, (), without=shared, with_resolved=with_resolved)
                parts.append(f"... on {each.name} {{ {' '.join(own)} }}")
    return f"{{ {' '.join(parts)} }}"


def _fields(
    type_name: str,
    above: tuple[str, ...],
    types: tuple[str, ...],
    *,
    without: tuple[str, ...] = (),
    with_resolved: bool,
) -> Iterator[str]:
    for name, field in fields_of(type_name).items():
        inner = get_named_type(field.type)
        if name in without:
            continue
        if not is_composite_type(inner):
            yield name
        elif is_resolved(type_name, name):
            if with_resolved and not any(map(is_required_argument, field.args.values())):
                yield f"{name} {_selection(inner, (inner.name,), types, with_resolved=False)}"
        elif inner.name not in above:
            goes_on = with_resolved and not (is_node(inner.name) and is_node(type_name))
            yield f"{name} {_selection(inner, (*above, inner.name), types, with_resolved=goes_on)}"
