"""The content of messages: the fields that both the mutation and the subscriber selected."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLObjectType,
    GraphQLSchema,
    SelectionSetNode,
    get_named_type,
    is_composite_type,
    is_list_type,
    is_non_null_type,
)
from graphql.execution.values import VariableValues

from local.engine.errors import NotAuthorized, null_error, shown_error
from local.engine.selections import is_included

Path = tuple[str | int, ...]
Fields = Mapping[str, list[FieldNode]]


class _Nulled(Exception):
    """A non-null field is null, so its parent becomes null."""


@dataclass
class Selections:
    """The fields that an operation selects, with fragments expanded."""

    schema: GraphQLSchema
    document: DocumentNode
    variables: VariableValues

    def __post_init__(self) -> None:
        nodes = [node for node in self.document.definitions if isinstance(node, FragmentDefinitionNode)]
        self.fragments = {node.name.value: node for node in nodes}

    def fields(self, nodes: Iterable[Any], type_: Any) -> Fields:
        """The fields below some nodes by the names that they have in the answer."""
        found: dict[str, list[FieldNode]] = {}
        for node in nodes:
            for each in self._opened(node.selection_set, type_):
                found.setdefault(each.alias.value if each.alias else each.name.value, []).append(each)
        return found

    def _opened(self, selections: SelectionSetNode | None, type_: Any) -> Iterator[FieldNode]:
        for node in selections.selections if selections else ():
            if not is_included(node, self.variables):
                continue
            if isinstance(node, FieldNode):
                yield node
                continue
            fragment: Any = self.fragments[node.name.value] if isinstance(node, FragmentSpreadNode) else node
            condition = fragment.type_condition
            if condition is None or self._applies(condition.name.value, type_):
                yield from self._opened(fragment.selection_set, type_)

    def _applies(self, condition: str, type_: Any) -> bool:
        """Whether a fragment applies; it may if the type is not known."""
        wanted: Any = self.schema.get_type(condition)
        if wanted is type_ or not isinstance(type_, GraphQLObjectType):
            return True
        return not isinstance(wanted, GraphQLObjectType) and self.schema.is_sub_type(wanted, type_)

    def concrete(self, type_: Any, type_name: str | None) -> Any:
        """The concrete type of an object, if it is known."""
        return type_ if isinstance(type_, GraphQLObjectType) or not type_name else self.schema.get_type(type_name)


def by_field_names(selections: Selections, value: Any, type_: Any, nodes: Sequence[FieldNode]) -> Any:
    """A value of a response with the schema's names instead of aliases."""
    if isinstance(value, list):
        return [by_field_names(selections, each, type_, nodes) for each in value]
    named = get_named_type(type_)
    if not isinstance(value, dict) or not is_composite_type(named):
        return value
    named = selections.concrete(named, _type_name(selections, value, named, nodes))
    tree: dict[str, Any] = {"__typename": named.name} if isinstance(named, GraphQLObjectType) else {}
    for key, below in selections.fields(nodes, named).items():
        name = below[0].name.value
        definition = getattr(named, "fields", {}).get(name)
        if key in value and name not in tree:
            tree[name] = by_field_names(selections, value[key], definition.type, below) if definition else value[key]
    return tree


def _type_name(selections: Selections, value: Any, type_: Any, nodes: Sequence[FieldNode]) -> str | None:
    for key, below in selections.fields(nodes, type_).items():
        if below[0].name.value == "__typename":
            name: str | None = value.get(key)
            return name
    return None


@dataclass
class Projection:
    """A subscriber's view of a tree. Nothing is resolved again: fields that the mutation did not select are null."""

    selections: Selections
    denied: Collection[tuple[str, str]] = frozenset()
    errors: list[dict[str, Any]] = field(default_factory=list)

    def root(self, key: str, nodes: Sequence[FieldNode], parent: GraphQLObjectType, tree: Any) -> dict[str, Any] | None:
        """The data of a message."""
        definition = parent.fields[nodes[0].name.value]
        try:
            return {key: self._value(tree, definition.type, nodes, (key,), parent.name)}
        except _Nulled:
            return None

    def _value(self, value: Any, type_: Any, nodes: Sequence[FieldNode], path: Path, parent: str) -> Any:
        if is_non_null_type(type_):
            return self._present(value, type_.of_type, nodes, path, parent)
        try:
            return self._nullable(value, type_, nodes, path, parent)
        except _Nulled:
            return None

    def _present(self, value: Any, type_: Any, nodes: Sequence[FieldNode], path: Path, parent: str) -> Any:
        shown = self._nullable(value, type_, nodes, path, parent)
        if shown is None:
            self.errors.append(null_error(get_named_type(type_).name, parent, path))
            raise _Nulled
        return shown

    def _nullable(self, value: Any, type_: Any, nodes: Sequence[FieldNode], path: Path, parent: str) -> Any:
        if value is None:
            return None
        if is_list_type(type_):
            items = value if isinstance(value, list) else [value]
            return [self._value(each, type_.of_type, nodes, (*path, place), parent) for place, each in enumerate(items)]
        return self._object(value, type_, nodes, path) if is_composite_type(type_) else value

    def _object(self, value: Any, type_: Any, nodes: Sequence[FieldNode], path: Path) -> Any:
        concrete = self.selections.concrete(type_, value.get("__typename"))
        shown = {}
        for key, below in self.selections.fields(nodes, concrete).items():
            shown[key] = self._field(value, concrete, below, (*path, key))
        return shown

    def _field(self, value: Any, type_: Any, nodes: Sequence[FieldNode], path: Path) -> Any:
        name = nodes[0].name.value
        if name == "__typename":
            return type_.name
        definition = type_.fields[name]
        if (type_.name, name) in self.denied:
            self._refuse(type_.name, name, nodes, path)
            if is_non_null_type(definition.type):
                raise _Nulled
            return None
        return self._value(value.get(name), definition.type, nodes, path, type_.name)

    def _refuse(self, parent: str, name: str, nodes: Sequence[FieldNode], path: Path) -> None:
        refused = NotAuthorized(parent, name)
        located = GraphQLError(refused.message, nodes, path=path, extensions=refused.extensions)
        self.errors.append(shown_error(located))
