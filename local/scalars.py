"""AppSync's scalars and directives, which a schema may use but not define."""

import json
from typing import Any

from graphql import GraphQLError, GraphQLScalarType, GraphQLSchema, StringValueNode, build_ast_schema, parse
from graphql.language import ValueNode

from entities.times import parse_time

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
    """A schema as AppSync reads it: its own scalars and directives are there already."""
    schema = build_ast_schema(parse(PRELUDE + sdl))
    _teach(schema, "AWSDateTime", _show_time, _read_time)
    _teach(schema, "AWSJSON", _show_json, _read_json)
    return schema


def _teach(schema: GraphQLSchema, name: str, show: Any, read: Any) -> None:
    scalar = schema.type_map.get(name)
    if isinstance(scalar, GraphQLScalarType):
        taught: Any = scalar
        taught.coerce_output_value = show
        taught.coerce_input_value = read
        taught.coerce_input_literal = lambda node, *_: read(_text(node))


def _text(node: ValueNode) -> Any:
    if not isinstance(node, StringValueNode):
        raise GraphQLError("A text in quotes was expected.")
    return node.value


def _show_time(value: Any) -> str:
    if not isinstance(value, str):
        raise GraphQLError(f"Unable to serialize `{value}` as a valid DateTime Object.")
    _read_time(value)
    return value


def _read_time(value: Any) -> str:
    """The offset is compulsory."""
    try:
        parse_time(value)
    except ValueError:
        raise GraphQLError(f"{value!r} is not a valid AWSDateTime.") from None
    if not isinstance(value, str) or not (value.endswith("Z") or value[-6:-5] in {"+", "-"}):
        raise GraphQLError(f"{value!r} is not a valid AWSDateTime: it has no offset.")
    return value


def _show_json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _read_json(value: Any) -> Any:
    try:
        return json.loads(value)
    except (TypeError, ValueError):
        raise GraphQLError("AWSJSON must be JSON, as text.") from None
