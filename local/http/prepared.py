"""Caches parsed and validated documents by their text."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from graphql import (
    DocumentNode,
    GraphQLSchema,
    GraphQLSyntaxError,
    OperationDefinitionNode,
    parse,
    validate,
)

from local.engine.validation import introspection_errors, shown_validation
from local.http.depth import deepest
from local.http.refusals import bad_request, unparsable
from local.settings import Limits

_KEPT = 500
_LONGEST_KEPT = 20_000


@dataclass(frozen=True)
class Prepared:
    """A document and its validation errors."""

    document: DocumentNode
    errors: tuple[dict[str, Any], ...]
    operations: dict[str, OperationDefinitionNode]
    depth: int

    def operation(self, name: str | None) -> OperationDefinitionNode:
        """The requested operation."""
        if name is None:
            if len(self.operations) == 1:
                return next(iter(self.operations.values()))
            raise bad_request("Missing operation name.") if self.operations else unparsable()
        if name not in self.operations:
            raise bad_request(f"Unknown operation named '{name}'.")
        return self.operations[name]


class Documents:
    """Prepares documents for a schema."""

    def __init__(self, schema: GraphQLSchema, limits: Limits) -> None:
        self._schema = schema
        self._limits = limits
        self._kept: OrderedDict[str, Prepared] = OrderedDict()

    def prepare(self, text: str) -> Prepared:
        """The document of a text."""
        found = self._kept.get(text)
        if found is None:
            found = self._prepared(text)
            if len(text) <= _LONGEST_KEPT:
                self._kept[text] = found
        else:
            self._kept.move_to_end(text)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return found

    def _prepared(self, text: str) -> Prepared:
        try:
            document = parse(text, max_tokens=self._limits.tokens)
        except GraphQLSyntaxError as error:
            if "tokens" in error.message:
                raise bad_request("Maximum char length exceeded") from None
            raise unparsable() from None
        except RecursionError:
            raise unparsable() from None
        nodes = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
        operations = {node.name.value if node.name else "": node for node in nodes}
        if len(nodes) > len(operations):
            raise bad_request("Missing operation name.")
        errors = [] if self._limits.introspection else introspection_errors(document)
        errors = errors or [shown_validation(document, error) for error in validate(self._schema, document)]
        return Prepared(document, tuple(errors), operations, 0 if errors else deepest(document))
