"""A query with its named fragments written out, so that AppSync's report of the selection is complete."""

from typing import Any

from graphql import (
    REMOVE,
    DocumentNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    Visitor,
    parse,
    print_ast,
    visit,
)


def inlined(query: str) -> str:
    """The same query without named fragments."""
    document = parse(query)
    fragments = {each.name.value: each for each in document.definitions if isinstance(each, FragmentDefinitionNode)}
    return print_ast(visit(document, _WritingOut(fragments))) if fragments else query


class _WritingOut(Visitor):
    def __init__(self, fragments: dict[str, FragmentDefinitionNode]) -> None:
        super().__init__()
        self._fragments = fragments

    def enter_fragment_definition(self, *_: Any) -> Any:
        return REMOVE

    def enter_fragment_spread(self, node: FragmentSpreadNode, *_: Any) -> InlineFragmentNode:
        body = self._fragments[node.name.value]
        written = InlineFragmentNode(
            type_condition=body.type_condition, directives=node.directives, selection_set=body.selection_set
        )
        whole: Any = visit(DocumentNode(definitions=(written,)), self)  # type: ignore[arg-type]
        found: InlineFragmentNode = whole.definitions[0]
        return found
