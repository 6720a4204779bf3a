"""Nasty inputs: every argument of every field and every field of every input, each with values not to be sent."""

import random
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLList,
    GraphQLNonNull,
    get_named_type,
    get_nullable_type,
    is_composite_type,
    is_object_type,
)

from resolvers.routing.routes import routes
from resolvers.runtime.ids import global_id
from tests.contract.examples.mutations import MUTATIONS
from tests.contract.examples.queries import QUERIES
from tests.contract.examples.setting import setting
from tests.contract.nasty_values import BY_TYPE
from tests.contract.selections import SCHEMA, fields_of

Path = tuple[str | int, ...]

ROOTS = {"Query", "Mutation", "Subscription"}
NESTED: Mapping[str, Mapping[str, Any]] = {
    "CatBatch.imagesByFingerprint": {"fingerprints": ["f1"]},
    "Nova.referencesByRole": {"role": "DISCOVERY"},
    "Sweep.metrics": {"metricName": "val_loss"},
    "Sweep.bestRun": {"metricName": "val_loss"},
}
"""What fields with required arguments are asked for."""


@dataclass(frozen=True)
class Through:
    """The query that leads to an object, and its arguments."""

    query: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class NastyCase:
    """A field with its arguments, some of them nasty."""

    root: str
    """`Query`, `Mutation`, or the type of an object that a query leads to."""
    field: str
    arguments: Mapping[str, Any]
    changed: tuple[Path, ...]

    through: Through | None = None
    """How to reach the field, if it is not one of the roots."""

    @property
    def is_mutation(self) -> bool:
        return self.root == "Mutation"

    @property
    def variables(self) -> dict[str, Any]:
        above = self.through.arguments if self.through else {}
        return {**self.arguments, **{f"above_{name}": value for name, value in above.items()}}

    @property
    def query(self) -> str:
        kinds = {name: fields_of(self.root)[self.field].args[name].type for name in self.arguments}
        asked = f"{self.field}{_given({name: name for name in kinds})} {selection_of(self.field, self.root)}"
        if self.through:
            above = fields_of("Query")[self.through.query].args
            kinds |= {f"above_{name}": above[name].type for name in self.through.arguments}
            given = _given({name: f"above_{name}" for name in self.through.arguments})
            asked = f"{self.through.query}{given} {{ ... on {self.root} {{ {asked} }} }}"
        declared = ", ".join(f"${name}: {kind}" for name, kind in kinds.items())
        return f"{'mutation' if self.is_mutation else 'query'} {f'({declared})' if declared else ''} {{ {asked} }}"

    def answered(self, answer: Mapping[str, Any]) -> Any:
        """What was answered for the field."""
        data = answer["data"]
        return (data[self.through.query] or {}).get(self.field) if self.through else data[self.field]


def is_given(case: NastyCase, field: str) -> bool:
    """Whether clients of a field can give this: an argument of it, or a place below one."""
    name, *steps = field.split(".")
    arguments = fields_of(case.root)[case.field].args
    kind = arguments[name].type if name in arguments else None
    for step in steps:
        inner = get_nullable_type(kind)
        if getattr(inner, "name", "") == "AWSJSON":
            return True
        if isinstance(inner, GraphQLList):
            kind = inner.of_type if step.isdigit() else None
        else:
            kind = (
                inner.fields[step].type if isinstance(inner, GraphQLInputObjectType) and step in inner.fields else None
            )
    return kind is not None


def _given(variables: Mapping[str, str]) -> str:
    given = ", ".join(f"{name}: ${variable}" for name, variable in variables.items())
    return f"({given})" if given else ""


def selection_of(field_name: str, root: str) -> str:
    """What is selected below: scalars, a level down; of the items of a page what the field has arguments for."""
    field = fields_of(root)[field_name]
    kind = get_named_type(field.type)
    return scalars_of(kind.name, tuple(field.args)) if is_composite_type(kind) else ""


def scalars_of(type_name: str, of_nodes: Sequence[str] = ()) -> str:
    parts = ["__typename"]
    for name, field in fields_of(type_name).items():
        inner = get_named_type(field.type)
        if f"{type_name}.{name}" in routes() or name == "logs":
            continue
        if not is_composite_type(inner):
            parts.append(name)
        elif name == "nodes":
            parts.append(f"nodes {{ {' '.join(['__typename', *_shown(inner.name, of_nodes)])} }}")
        elif name == "pageInfo":
            parts.append("pageInfo { hasNextPage endCursor }")
    return f"{{ {' '.join(parts)} }}"


def _shown(type_name: str, names: Sequence[str]) -> Iterator[str]:
    fields = fields_of(type_name)
    for name in dict.fromkeys(("id", *names)):
        if name in fields and not is_composite_type(get_named_type(fields[name].type)):
            yield name


@cache
def all_cases() -> tuple[NastyCase, ...]:
    """Every position of every field, each with every value of its type."""
    return tuple(case for field in _fields() for case in _of_field(field))


def pairs(cases: Sequence[NastyCase], chance: random.Random) -> Iterator[NastyCase]:
    """Cases with two positions changed, without end."""
    by_field: dict[str, list[NastyCase]] = {}
    for case in cases:
        by_field.setdefault(f"{case.root}.{case.field}", []).append(case)
    several = [those for those in by_field.values() if len({case.changed for case in those}) > 1]
    while True:
        one, other = chance.sample(chance.choice(several), 2)
        if one.changed != other.changed:
            ((path,), value) = other.changed, value_at(other.arguments, other.changed[0])
            arguments = _with(one.arguments, path, value)
            if arguments is not None:
                yield replace(one, arguments=arguments, changed=(*one.changed, path))


def _fields() -> Iterator[NastyCase]:
    """Every field with its example, not nasty yet."""
    for name, example in MUTATIONS.items():
        yield NastyCase("Mutation", name, {"input": dict(example.input)}, ())
    for name, asking in QUERIES.items():
        yield NastyCase("Query", name, dict(asking.arguments), ())
    for type_name, name in nested_fields():
        yield NastyCase(type_name, name, NESTED.get(f"{type_name}.{name}", {}), (), _through(type_name))


def nested_fields() -> list[tuple[str, str]]:
    """The fields with arguments that are not roots."""
    objects = (each for each in SCHEMA.type_map.values() if is_object_type(each) and each.name not in ROOTS)
    named = (each for each in objects if not each.name.startswith("__"))
    return [(each.name, name) for each in named for name, field in each.fields.items() if field.args]


def _through(type_name: str) -> Through:
    """The query that leads to an object of a type: one of its own, or that for everything with an id."""
    for name, asking in QUERIES.items():
        kind = fields_of("Query")[name].type
        if getattr(kind, "of_type", kind) is SCHEMA.type_map[type_name]:
            return Through(name, asking.arguments)
    return Through("node", {"id": next(global_id(each) for each in setting() if type(each).__name__ == type_name)})


def _of_field(plain: NastyCase) -> Iterator[NastyCase]:
    for name, argument in fields_of(plain.root)[plain.field].args.items():
        for path, value in _values(argument.type, plain.arguments.get(name), (name,)):
            changed = _with(plain.arguments, path, value)
            if changed is not None:
                yield replace(plain, arguments=changed, changed=(path,))


def _values(kind: GraphQLInputType, given: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Nasty values for a position, and for all positions below it."""
    yield path, None
    if isinstance(kind, GraphQLNonNull):
        yield from (each for each in _values(kind.of_type, given, path) if each[1] is not None)
    elif isinstance(kind, GraphQLList):
        inner = given[0] if isinstance(given, list) and given else _sample(kind.of_type)
        yield from ((path, each) for each in ([], [None], [inner, inner], [inner] * 150, [[inner]]))
        if isinstance(given, list) and given:
            yield from _values(kind.of_type, given[0], (*path, 0))
        else:
            yield from ((path, [value]) for place, value in _values(kind.of_type, None, ()) if place == ())
    elif isinstance(kind, GraphQLInputObjectType):
        yield from ((path, each) for each in ({}, {"nothing": 1}, "text"))
        for name, field in kind.fields.items():
            if given is not None:
                yield from _values(field.type, given.get(name), (*path, name))
    elif isinstance(kind, GraphQLEnumType):
        yield from ((path, each) for each in (*kind.values, "nope", "", 1))
    else:
        yield from ((path, each) for each in BY_TYPE[kind.name])


def _sample(kind: GraphQLInputType) -> Any:
    name = get_named_type(kind).name
    return {"Int": 1, "Float": 1.0, "Boolean": True, "AWSJSON": "{}", "AWSDateTime": "2026-11-16T12:00:00Z"}.get(
        name, "a"
    )


def _with(arguments: Mapping[str, Any], path: Path, value: Any) -> dict[str, Any] | None:
    """The arguments with another value at one place; None if there is no such place."""
    copied: Any = deepcopy(dict(arguments))
    place = copied
    for step in path[:-1]:
        try:
            place = place[step]
        except (KeyError, IndexError, TypeError):
            return None
        if not isinstance(place, dict | list):
            return None
    try:
        place[path[-1]] = value
    except (IndexError, TypeError):
        return None
    result: dict[str, Any] = copied
    return result


def value_at(arguments: Mapping[str, Any], path: Path) -> Any:
    place: Any = arguments
    for step in path:
        place = place[step]
    return place
