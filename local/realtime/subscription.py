"""A subscription: its mutations, its filter, and the selection that its messages contain."""

from dataclasses import dataclass
from typing import Any

import orjson
from graphql import (
    FieldNode,
    GraphQLError,
    GraphQLObjectType,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    get_argument_values,
    get_variable_values,
)

from local.engine.errors import NotAuthorized, shown_error
from local.http.api import AppSyncApi
from local.http.callers import Caller
from local.http.graphql_request import GraphqlRequest
from local.realtime.trees import Projection, Selections

Tree = dict[str, Any]


class NotSubscribed(Exception):
    """A rejected subscription, with the errors."""

    def __init__(self, *errors: dict[str, Any]) -> None:
        super().__init__(str(errors))
        self.errors = list(errors)


@dataclass(frozen=True)
class Subscription:
    """One subscription."""

    key: str
    """Equal for subscriptions that receive the same messages."""
    mutations: tuple[str, ...]
    arguments: dict[str, Any]
    response_key: str
    nodes: tuple[FieldNode, ...]
    selections: Selections
    denied: frozenset[tuple[str, str]]

    def wants(self, tree: Tree) -> bool:
        """Every given argument must equal the field of the same name; null matches only null or absent."""
        return all(_same(tree.get(name), value) for name, value in self.arguments.items())

    def message(self, tree: Tree) -> str:
        """The message for subscribers."""
        parent = self.selections.schema.subscription_type
        assert parent  # noqa: S101  it was subscribed to
        projection = Projection(self.selections, self.denied)
        data = projection.root(self.response_key, self.nodes, parent, tree)
        errors = {"errors": projection.errors} if projection.errors else {}
        return orjson.dumps({"data": data, **errors}).decode()


def subscription_for(api: AppSyncApi, asked: GraphqlRequest, caller: Caller) -> Subscription:
    """The requested subscription."""
    prepared = api.documents.prepare(asked.query)
    node = prepared.operation(asked.operation_name)
    if prepared.errors:
        raise NotSubscribed(*prepared.errors)
    if node.operation is not OperationType.SUBSCRIPTION:
        message = f"{node.operation.value} not supported through the realtime channel"
        raise NotSubscribed({"errorType": "UnsupportedOperation", "message": message})
    selections = Selections(api.schema, prepared.document, variables_of(api.schema, node, asked))
    return _subscription(api, asked, caller, node, selections)


def variables_of(schema: GraphQLSchema, node: OperationDefinitionNode, asked: GraphqlRequest) -> Any:
    """The variables, converted to their types."""
    values = get_variable_values(schema, node.variable_definitions or (), asked.variables)
    if isinstance(values, list):
        raise NotSubscribed(*(shown_error(error) for error in values))
    return values


def _subscription(
    api: AppSyncApi, asked: GraphqlRequest, caller: Caller, node: OperationDefinitionNode, selections: Selections
) -> Subscription:
    parent = api.schema.subscription_type
    assert parent  # noqa: S101  the operation is valid
    ((response_key, nodes),) = selections.fields([node], parent).items()
    name, denied = nodes[0].name.value, api.access.denied(caller)
    if (parent.name, name) in denied:
        raise NotSubscribed(shown_error(NotAuthorized(parent.name, name)))
    try:
        arguments = get_argument_values(parent.fields[name], nodes[0], selections.variables)
    except GraphQLError as error:
        raise NotSubscribed(shown_error(error)) from None
    told = [asked.query, asked.operation_name, asked.variables, caller.mode, sorted(caller.groups)]
    return Subscription(
        key=orjson.dumps(told, option=orjson.OPT_SORT_KEYS).decode(),
        mutations=_mutations(parent, name),
        arguments=arguments,
        response_key=response_key,
        nodes=tuple(nodes),
        selections=selections,
        denied=denied,
    )


def _mutations(parent: GraphQLObjectType, name: str) -> tuple[str, ...]:
    """What `@aws_subscribe` lists."""
    node = parent.fields[name].ast_node
    directives = [each for each in (node.directives if node else None) or () if each.name.value == "aws_subscribe"]
    values: list[Any] = [argument.value for each in directives for argument in each.arguments or ()]
    return tuple(text.value for value in values for text in value.values)


def _same(value: Any, wanted: Any) -> bool:
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)
