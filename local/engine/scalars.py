"""AppSync's scalars and directives, which a schema may use but not define."""

from collections.abc import Callable
from typing import Any

from graphql import (
    GraphQLError,
    GraphQLScalarType,
    GraphQLSchema,
    IntValueNode,
    StringValueNode,
    build_ast_schema,
    parse,
)
from graphql.language import ValueNode

from local.engine.comments import comments_as_descriptions
from local.engine.errors import Unserializable
from local.engine.values import KINDS, Kind, json_text, read_json, read_timestamp, show_timestamp

PRELUDE = """
scalar AWSDate
scalar AWSTime
scalar AWSDateTime
scalar AWSTimestamp
scalar AWSEmail
scalar AWSJSON
scalar AWSPhone
scalar AWSURL
scalar AWSIPAddress
directive @aws_api_key on OBJECT | FIELD_DEFINITION
directive @aws_iam on OBJECT | FIELD_DEFINITION
directive @aws_oidc on OBJECT | FIELD_DEFINITION
directive @aws_lambda on OBJECT | FIELD_DEFINITION
directive @aws_cognito_user_pools(cognito_groups: [String]) on OBJECT | FIELD_DEFINITION
directive @aws_auth(cognito_groups: [String]) on FIELD_DEFINITION
directive @aws_subscribe(mutations: [String]) on FIELD_DEFINITION
"""


def read_schema(sdl: str) -> GraphQLSchema:
    """A schema as AppSync reads it: its own scalars and directives are defined, comments are descriptions."""
    schema = build_ast_schema(parse(PRELUDE + comments_as_descriptions(sdl)))
    for name, kind in KINDS.items():
        _teach(schema, name, _shower(kind), _reader(name, kind), _text)
    _teach(schema, "AWSTimestamp", _telling(show_timestamp), _refusing(read_timestamp), _integer)
    _teach(schema, "AWSJSON", _telling(json_text), _refusing(read_json), _text)
    return schema


def _teach(schema: GraphQLSchema, name: str, show: Any, read: Any, literal: Callable[[ValueNode], Any]) -> None:
    scalar = schema.type_map.get(name)
    if isinstance(scalar, GraphQLScalarType):
        taught: Any = scalar
        taught.coerce_output_value = show
        taught.coerce_input_value = read
        taught.coerce_input_literal = lambda node, *_: read(literal(node))


def _shower(kind: Kind) -> Callable[[Any], str]:
    def show(value: Any) -> str:
        if not isinstance(value, str) or not kind.is_valid(value):
            raise Unserializable(f"Unable to serialize `{value}` as a valid {kind.name} Object.")
        return value

    return show


def _reader(name: str, kind: Kind) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if not isinstance(value, str) or not kind.is_valid(value):
            raise GraphQLError(f"{value!r} is not a valid {name}: {kind.rule}.")
        return value

    return read


def _telling(show: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def told(value: Any) -> Any:
        try:
            return show(value)
        except ValueError as error:
            raise Unserializable(str(error)) from None

    return told


def _refusing(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def refused(value: Any) -> Any:
        try:
            return read(value)
        except ValueError as error:
            raise GraphQLError(str(error)) from None

    return refused


def _text(node: ValueNode) -> Any:
    if not isinstance(node, StringValueNode):
        raise GraphQLError("Expected value of text in quotes.")
    return node.value


def _integer(node: ValueNode) -> Any:
    if not isinstance(node, IntValueNode):
        raise GraphQLError("Expected value of whole seconds.")
    return int(node.value)
