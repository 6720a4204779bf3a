"""schema.graphql: printed from the types, taken by AppSync, and explained to people."""

import re
from pathlib import Path
from typing import Any

from graphql import GraphQLObjectType, parse
from graphql.language import DirectiveDefinitionNode, InterfaceTypeDefinitionNode, ScalarTypeDefinitionNode
from graphql.utilities import find_breaking_changes

from local.engine.scalars import read_schema
from resolvers.routing.routes import routes
from resolvers.schema.catalogue import catalogue
from resolvers.schema.model import InputType, ObjectType
from resolvers.schema.sdl import schema_text
from resolvers.schema.strawberry_schema import schema

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "schema.graphql").read_text()
SCALARS = {"AWSDate", "AWSTime", "AWSTimestamp", "AWSEmail", "AWSPhone", "AWSURL", "AWSIPAddress"}


def test_the_file_is_printed_from_the_types() -> None:
    assert schema_text() == TEXT, "run `make schema`"


def test_it_has_nothing_that_appsync_refuses() -> None:
    for node in parse(TEXT, no_location=True).definitions:
        assert not isinstance(node, ScalarTypeDefinitionNode | DirectiveDefinitionNode)
        if isinstance(node, InterfaceTypeDefinitionNode):
            assert not node.interfaces
    assert '"""' not in TEXT
    assert "= null" not in TEXT
    assert "extend " not in TEXT
    assert not re.search(r"@(oneOf|specifiedBy)", TEXT)
    assert set(re.findall(r"@(\w+)", TEXT)) <= {
        "aws_api_key",
        "aws_iam",
        "aws_cognito_user_pools",
        "aws_subscribe",
        "deprecated",
    }
    assert len(TEXT.encode()) < 1_000_000


def test_enums_have_no_comments_inside() -> None:
    for body in re.findall(r"enum \w+ \{(.*?)\}", TEXT, re.DOTALL):
        assert "#" not in body


def test_every_type_field_and_argument_is_explained() -> None:
    lines = TEXT.splitlines()
    for number, line in enumerate(lines):
        is_root = line in {"  query: Query", "  mutation: Mutation", "  subscription: Subscription"}
        if re.match(r"(type|interface|enum|input) |  \w+[:(]|    \w+: ", line) and not is_root:
            assert lines[number - 1].strip().startswith("# "), line


def test_people_are_shown_what_every_type_field_and_argument_means() -> None:
    shown = read_schema(TEXT).type_map
    types: list[ObjectType | InputType] = [*catalogue().objects.values(), *catalogue().inputs.values()]
    for type_ in types:
        kind: Any = shown[type_.name]
        assert kind.description == type_.description
        for field in type_.fields:
            found = kind.fields[field.name]
            assert found.description == field.description, f"{type_.name}.{field.name}"
            for argument in field.arguments:
                assert found.args[argument.name].description == argument.description, field.name


def test_strawberry_explains_arguments_in_the_same_words() -> None:
    printed = read_schema(TEXT).type_map
    for name, kind in schema()._schema.type_map.items():
        ours = printed[name] if name in catalogue().objects else None
        if isinstance(kind, GraphQLObjectType) and isinstance(ours, GraphQLObjectType):
            for field_name, field in kind.fields.items():
                theirs = {each: argument.description for each, argument in field.args.items()}
                expected = ours.fields[field_name].args.items()
                assert theirs == {each: argument.description for each, argument in expected}, field_name


def test_strawberry_knows_the_same_schema() -> None:
    ours, theirs = read_schema(TEXT), schema()._schema
    assert find_breaking_changes(theirs, ours) == []
    missing = [change.description for change in find_breaking_changes(ours, theirs)]
    assert [
        each for each in missing if "Directive" not in each and each.split()[0] not in SCALARS | {"Subscription"}
    ] == []


def test_every_route_is_a_field_and_every_field_with_arguments_is_a_route() -> None:
    read = read_schema(TEXT)
    fields = {
        f"{name}.{field}": definition
        for name, kind in read.type_map.items()
        if isinstance(kind, GraphQLObjectType) and not name.startswith("__")
        for field, definition in kind.fields.items()
    }
    assert routes().keys() <= fields.keys()
    resolved = {key for key, definition in fields.items() if definition.args or key.startswith("Query.")}
    assert {key for key in resolved if not key.startswith("Subscription.")} <= routes().keys()


def test_every_subscription_has_a_mutation_of_the_same_type_that_only_the_publisher_may_call() -> None:
    read = read_schema(TEXT)
    assert read.subscription_type
    assert read.mutation_type
    for name, field in read.subscription_type.fields.items():
        mutation = f"publish{name.removeprefix('on')}"
        assert f"  {name}(" in TEXT or f"  {name}: " in TEXT
        assert f'@aws_subscribe(mutations: ["{mutation}"])' in TEXT
        assert read.mutation_type.fields[mutation].type is field.type
        assert routes()[f"Mutation.{mutation}"].access == ("iam",)
        assert all(argument.default is None for argument in field.args.values())


def test_every_stored_type_can_be_reached_from_a_query() -> None:
    from entities.registry import all_types  # noqa: PLC0415

    reached, waiting = set[str](), ["Query"]
    objects = catalogue().objects
    while waiting:
        name = waiting.pop()
        if name in objects and name not in reached:
            reached.add(name)
            waiting += [field.type.name for field in objects[name].fields]
            waiting += [each.name for each in objects.values() if name == "Product" and name in each.implements]
    assert all_types().keys() <= reached


def test_debug_logs_have_no_directive_because_their_owners_may_read_them() -> None:
    """tests/contract/test_who_may_see.py holds who may: the resolver decides."""
    assert "  logs: String\n" in TEXT
    assert "  imagesWithLogs: [CatImage!]!\n" in TEXT
