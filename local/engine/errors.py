"""Errors as AppSync returns them: its messages, its locations, and `errorType` at the top, not in extensions."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from graphql import FieldNode, GraphQLError, GraphQLSchema, get_named_type

_NULL = re.compile(r"Cannot return null for non-nullable field (\w+)\.(\w+)\.")
_NO_LIST = re.compile(r"Expected Iterable, but did not find one for field")
_NO_SCALAR = re.compile(r"^(Int|Float|String|Boolean|ID) cannot represent .*?: (.*)$", re.DOTALL)
_NO_ENUM = re.compile(r"^Enum '(\w+)' cannot represent value: (.*)$", re.DOTALL)
_NO_VARIABLE = re.compile(r"^Variable '\$(\w+)' ")
_UNAUTHORIZED = "You are not authorized to make this call."


class Unserializable(GraphQLError):
    """A value that its scalar cannot serialize."""


class LambdaError(GraphQLError):
    """An error that the Lambda returned."""

    def __init__(self, envelope: Mapping[str, Any], *place: Any) -> None:
        self._envelope = envelope
        kind, message = envelope.get("errorType"), envelope["errorMessage"]
        told = {"errorType": kind, "errorInfo": envelope.get("errorInfo"), "data": envelope.get("data")}
        nodes, path = place or (None, None)
        super().__init__(
            _UNAUTHORIZED if kind == "UnauthorizedException" else message, nodes, path=path, extensions=told
        )

    def with_place(self, nodes: Sequence[FieldNode], path: Sequence[str | int]) -> "LambdaError":
        """The same error with its location."""
        return LambdaError(self._envelope, nodes, path)


class NotAuthorized(GraphQLError):
    """A field that this caller may not access."""

    def __init__(self, parent: str, name: str) -> None:
        super().__init__(f"Not Authorized to access {name} on type {parent}", extensions={"errorType": "Unauthorized"})


class ResolverLimitReached(GraphQLError):
    """A field whose resolver would be one more than allowed: it does not run."""

    def __init__(self) -> None:
        super().__init__(
            "Resolver invocation limit reached.", extensions={"errorType": "ResolverExecutionLimitReached"}
        )


class DepthLimitReached(GraphQLError):
    """A field that is deeper than allowed: it is not resolved."""

    def __init__(self) -> None:
        super().__init__("Query depth limit reached.", extensions={"errorType": "QueryDepthLimitReached"})


def shown_error(error: GraphQLError, schema: GraphQLSchema | None = None) -> dict[str, Any]:
    """An error as AppSync returns it."""
    extensions = error.extensions or {}
    shown: dict[str, Any] = {"path": error.path, "locations": _locations(error), "message": error.message}
    if "errorType" in extensions:
        told = {key: extensions.get(key) for key in ("data", "errorType", "errorInfo")}
        return {"path": error.path, **told, "locations": shown["locations"], "message": error.message}
    if error.path:
        return _execution_error(error, schema) or shown
    return shown | {"message": _variable_error(error.message)}


def shown_fault(error_type: str, message: str) -> dict[str, Any]:
    """An error of the whole request."""
    return {
        "path": None,
        "data": None,
        "errorType": error_type,
        "errorInfo": None,
        "locations": None,
        "message": message,
    }


def null_error(type_name: str, parent: str, path: Sequence[str | int]) -> dict[str, Any]:
    """A null where the schema allows none."""
    where = path_text(path)
    message = f"Cannot return null for non-nullable type: '{type_name}' within parent '{parent}' ({where})"
    return {"path": list(path), "message": message}


def path_text(path: Sequence[str | int]) -> str:
    """A path as AppSync writes it in messages: /images/nodes[0]/id."""
    return "".join(f"[{part}]" if isinstance(part, int) else f"/{part}" for part in path)


def _execution_error(error: GraphQLError, schema: GraphQLSchema | None) -> dict[str, Any] | None:
    """graphql-core's error for an invalid value, in AppSync's words."""
    path = error.path or []
    if found := _NULL.search(error.message):
        parent, name = found.groups()
        fields = getattr(schema.get_type(parent), "fields", {}) if schema else {}
        type_name = get_named_type(fields[name].type).name if name in fields else name
        return null_error(type_name, parent, path)
    if _NO_LIST.search(error.message):
        reason = "type mismatch error, expected type LIST, got OBJECT"
        return {"path": path, "locations": None, "message": f"Can't resolve value ({path_text(path)}) : {reason}"}
    told = _serialization(error)
    if told is None:
        return None
    return {"path": path, "locations": None, "message": f"Can't serialize value ({path_text(path)}) : {told}"}


def _serialization(error: GraphQLError) -> str | None:
    if isinstance(error.original_error, Unserializable) or isinstance(error, Unserializable):
        return error.message
    if found := _NO_SCALAR.match(error.message):
        return f"Expected type '{found[1]}' but was {found[2]}."
    if found := _NO_ENUM.match(error.message):
        return f"Invalid input for Enum '{found[1]}'. No value found for name {found[2]}"
    return None


def _variable_error(message: str) -> str:
    return _NO_VARIABLE.sub(lambda found: f"Variable '{found[1]}' ", message)


def _locations(error: GraphQLError) -> list[dict[str, Any]] | None:
    return [{"line": each.line, "column": each.column, "sourceName": None} for each in error.locations or []] or None
