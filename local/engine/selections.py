"""What AppSync reports to a resolver about its selection: paths under aliases, and text without fragments."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    SelectionSetNode,
    get_named_type,
    is_abstract_type,
    print_ast,
)
from graphql.execution.values import VariableValues, get_directive_values
from graphql.type import GraphQLIncludeDirective, GraphQLNamedType, GraphQLSkipDirective


class SelectionInfo(Protocol):
    """What graphql-core tells a resolver about its field, as far as it concerns the selection."""

    @property
    def field_nodes(self) -> Sequence[FieldNode]: ...
    @property
    def return_type(self) -> Any: ...
    @property
    def fragments(self) -> Mapping[str, FragmentDefinitionNode]: ...
    @property
    def variable_values(self) -> VariableValues: ...


def selection_list(info: SelectionInfo) -> list[str]:
    """`selectionSetList`: aliases, fragments flattened, nothing that only a concrete type has."""
    sets = [node.selection_set for node in info.field_nodes if node.selection_set]
    paths = (path for each in sets for path in _paths(info, each, get_named_type(info.return_type), ""))
    return list(dict.fromkeys(paths))


def selection_text(info: SelectionInfo) -> str:
    """`selectionSetGraphQL`: as the client wrote it, without the bodies of named fragments."""
    sets = [node.selection_set for node in info.field_nodes if node.selection_set]
    if not sets:
        return ""
    merged = SelectionSetNode(selections=tuple(each for one in sets for each in one.selections))
    return print_ast(merged)


def narrowed(info: SelectionInfo, value: Any) -> Any:
    """Only the selected fields of a value, which may be returned along with an error."""
    if not isinstance(value, dict):
        return value
    names = {path for path in selection_list(info) if "/" not in path}
    return {name: each for name, each in value.items() if name in names}


def _paths(info: SelectionInfo, selections: SelectionSetNode, parent: GraphQLNamedType, above: str) -> Iterator[str]:
    for node in selections.selections:
        if not is_included(node, info.variable_values):
            continue
        if isinstance(node, FieldNode):
            yield from _field_paths(info, node, parent, above)
            continue
        fragment: Any = node
        if isinstance(node, FragmentSpreadNode):
            fragment = info.fragments[node.name.value]
        condition = fragment.type_condition.name.value if fragment.type_condition else parent.name
        if condition == parent.name or not is_abstract_type(parent):
            yield from _paths(info, fragment.selection_set, parent, above)


def _field_paths(info: SelectionInfo, node: FieldNode, parent: GraphQLNamedType, above: str) -> Iterator[str]:
    path = above + (node.alias.value if node.alias else node.name.value)
    yield path
    field = getattr(parent, "fields", {}).get(node.name.value)
    if node.selection_set and field:
        yield from _paths(info, node.selection_set, get_named_type(field.type), f"{path}/")


def is_included(node: Any, variables: VariableValues) -> bool:
    """Whether `@skip` and `@include` keep it."""
    skip = get_directive_values(GraphQLSkipDirective, node, variables)
    include = get_directive_values(GraphQLIncludeDirective, node, variables)
    return not (skip and skip["if"]) and not (include and not include["if"])
