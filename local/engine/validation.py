"""Validation errors in AppSync's words: the kind of error, and the path of fields to it."""

import re
from collections.abc import Callable, Iterator
from typing import Any

from graphql import DocumentNode, FieldNode, GraphQLError, Node, print_ast

from local.engine.errors import shown_error

_Told = Callable[[re.Match[str], GraphQLError], str]


def shown_validation(document: DocumentNode, error: GraphQLError) -> dict[str, Any]:
    """A validation error as AppSync returns it."""
    node = error.nodes[0] if error.nodes else None
    path = next(_paths_to(node, document, ()), ()) if node else ()
    for pattern, kind, told in _WORDS:
        if found := pattern.match(error.message):
            return _shown(error, kind, told(found, error), path)
    return shown_error(error)


def introspection_errors(document: DocumentNode) -> list[dict[str, Any]]:
    """The errors for introspection where it is disabled."""
    asked = [node for node in _fields(document) if node.name.value in {"__schema", "__type"}]
    text = "Introspection has been disabled for this request"
    return [_shown(GraphQLError(text, node), "FieldUndefined", text, (node.name.value,)) for node in asked]


def _shown(error: GraphQLError, kind: str, told: str, path: tuple[str, ...]) -> dict[str, Any]:
    where = f" @ '{'/'.join(path)}'" if path else ""
    return shown_error(error) | {"message": f"Validation error of type {kind}: {told}{where}"}


def _paths_to(wanted: Node, node: Node, above: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The names of the fields on the way to a node, itself included."""
    if isinstance(node, FieldNode):
        above = (*above, node.name.value)
    if node is wanted:
        yield above
        return
    for child in _children(node):
        yield from _paths_to(wanted, child, above)


def _fields(node: Node) -> Iterator[FieldNode]:
    if isinstance(node, FieldNode):
        yield node
    for child in _children(node):
        yield from _fields(child)


def _children(node: Node) -> Iterator[Node]:
    for key in node.keys:
        value = getattr(node, key, None)
        for each in value if isinstance(value, list | tuple) else (value,):
            if isinstance(each, Node) and key != "loc":
                yield each


def _wrong_value(_: re.Match[str], error: GraphQLError) -> str:
    node = error.nodes[0] if error.nodes else None
    return f"value '{print_ast(node)}' is not valid: {error.message}" if node else error.message


def _fill(template: str) -> _Told:
    return lambda found, _: template.format(*found.groups())


_WORDS: list[tuple[re.Pattern[str], str, _Told]] = [
    (re.compile(pattern), kind, told)
    for pattern, kind, told in (
        (
            r"Cannot query field '(\w+)' on type '(\w+)'",
            "FieldUndefined",
            _fill("Field '{0}' in type '{1}' is undefined"),
        ),
        (
            r"Field '(\w+)' of type '(.+?)' must have a selection",
            "SubSelectionRequired",
            _fill("Sub selection required for type {1} of field {0}"),
        ),
        (
            r"Field '(\w+)' must not have a selection since type '(.+?)'",
            "SubSelectionNotAllowed",
            _fill("Sub selection not allowed on leaf type {1} of field {0}"),
        ),
        (r"Argument '\w+\.\w+\((\w+):\)' .* required", "MissingFieldArgument", _fill("Missing field argument {0}")),
        (
            r"Argument '@(\w+)\((\w+):\)' .* required",
            "MissingDirectiveArgument",
            _fill("Missing directive argument {1}"),
        ),
        (r"Unknown argument '(\w+)' on field", "UnknownArgument", _fill("Unknown field argument {0}")),
        (r"Unknown argument '(\w+)' on directive", "UnknownDirective", _fill("Unknown directive argument {0}")),
        (r"Unknown type '(\w+)'", "UnknownType", _fill("Unknown type {0}")),
        (r"Unknown directive '@(\w+)'", "UnknownDirective", _fill("Unknown directive {0}")),
        (r"Unknown fragment '(\w+)'", "UndefinedFragment", _fill("Undefined fragment {0}")),
        (r"Fragment '(\w+)' is never used", "UnusedFragment", _fill("Unused fragment {0}")),
        (r"Cannot spread fragment '(\w+)'", "FragmentCycle", _fill("Fragment cycles not allowed")),
        (
            r"Fragment.* cannot be spread here as .*'(\w+)' can never be of type '(\w+)'",
            "InvalidFragmentType",
            _fill("Fragment cannot be spread here as objects of type {0} can never be of type {1}"),
        ),
        (
            r"Fragment.* cannot condition on non composite type",
            "InlineFragmentTypeConditionInvalid",
            _fill("Fragment type condition is invalid, must be on Object/Interface/Union"),
        ),
        (r"Variable '\$(\w+)' is not defined", "UndefinedVariable", _fill("Undefined variable {0}")),
        (r"Variable '\$(\w+)' is never used", "UnusedVariable", _fill("Unused variable {0}")),
        (
            r"Variable '\$(\w+)' of type '(.+?)' used in position expecting type '(.+?)'",
            "VariableTypeMismatch",
            _fill("Variable type '{1}' doesn't match expected type '{2}'"),
        ),
        (
            r"Variable '\$(\w+)' cannot be non-input type '(.+?)'",
            "NonInputTypeOnVariable",
            _fill("Input variable {0} type {1} is not an input type"),
        ),
        (r"Fields '(\w+)' conflict because (.+?)\. Use", "FieldsConflict", _fill("{0}: {1}")),
        (
            r"There can be only one operation named '(\w+)'",
            "DuplicateOperationName",
            _fill("There can be only one operation named '{0}'"),
        ),
        (
            r"This anonymous operation must be the only",
            "LoneAnonymousOperationViolation",
            _fill("Anonymous operation with other operations."),
        ),
        (
            r".*(?:cannot represent|does not exist in|Expected value of|not a valid AWS|is no )",
            "WrongType",
            _wrong_value,
        ),
    )
]
