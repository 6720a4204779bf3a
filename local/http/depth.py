"""The depth of a query: the levels of fields below its root, without introspection."""

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    OperationDefinitionNode,
    SelectionSetNode,
)


def deepest(document: DocumentNode) -> int:
    """The depth of the deepest operation; validation has already ruled out cycles of fragments."""
    fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}
    known: dict[str, int] = {}

    def below(selections: SelectionSetNode | None) -> int:
        return max((level(node) for node in selections.selections), default=0) if selections else 0

    def level(node: object) -> int:
        if isinstance(node, FieldNode):
            return 0 if node.name.value.startswith("__") else 1 + below(node.selection_set)
        if isinstance(node, FragmentSpreadNode):
            name = node.name.value
            if name not in known:
                known[name] = below(fragments[name].selection_set)
            return known[name]
        return below(getattr(node, "selection_set", None))

    operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    return max((below(node.selection_set) for node in operations), default=0)
