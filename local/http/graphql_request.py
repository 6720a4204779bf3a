"""Reads a GraphQL request: the query, its variables and the name of the operation."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from local.http.refusals import MALFORMED, RefusedRequest, unparsable


@dataclass(frozen=True)
class GraphqlRequest:
    """A request for an operation."""

    query: str
    variables: dict[str, Any] = field(default_factory=dict)
    operation_name: str | None = None


def from_body(body: bytes) -> GraphqlRequest:
    """The request in a body of JSON."""
    if not body.strip():
        raise RefusedRequest(400, MALFORMED, "Request body is empty.")
    try:
        return from_json(orjson.loads(body))
    except orjson.JSONDecodeError:
        raise unparsable() from None


def from_json(value: Any) -> GraphqlRequest:
    """The request in parsed JSON, as it is also sent over WebSockets."""
    if not isinstance(value, dict):
        raise unparsable()
    query, variables, name = value.get("query"), value.get("variables"), value.get("operationName")
    if not isinstance(query, str) or not query.strip():
        raise unparsable()
    if not isinstance(variables, dict | None) or not isinstance(name, str | None):
        raise unparsable()
    return GraphqlRequest(query, variables or {}, name or None)


def from_parameters(parameters: Mapping[str, str]) -> GraphqlRequest:
    """The request in the query string of a GET."""
    try:
        variables = orjson.loads(parameters.get("variables") or "null")
    except orjson.JSONDecodeError:
        raise unparsable() from None
    named = {"query": parameters.get("query"), "operationName": parameters.get("operationName")}
    return from_json({**named, "variables": variables})
