"""A subscription: its mutations, its filter, and the selection that its messages contain."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import orjson
from graphql import (
    FieldNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLObjectType,
    GraphQLSchema,
    OperationDefinitionNode,
    OperationType,
    get_argument_values,
    get_variable_values,
)
from graphql.execution.values import VariableValues

from local.engine.errors import LambdaError, NotAuthorized, shown_error
from local.engine.selections import selection_list, selection_text
from local.http.api import AppSyncApi
from local.http.callers import Caller
from local.http.graphql_request import GraphqlRequest
from local.realtime.filters import Filter, filters_for, null_problem
from local.realtime.selection_rule import Rule, problem_of
from local.realtime.trees import Projection, Selections
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.runtime.sent import rule_of

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
    filters: tuple[Filter, ...] | None = None
    """What a message must pass instead of the arguments, if the resolver of the subscription has set it."""

    def wants(self, tree: Tree) -> bool:
        """Every given argument must equal the field of the same name; null matches only null or absent."""
        if self.filters is not None:
            return all(each.passes(tree) for each in self.filters)
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
    filters = _resolved(caller, response_key, nodes, selections, arguments)
    told = [asked.query, asked.operation_name, asked.variables, caller.mode, sorted(caller.groups)]
    return Subscription(
        key=orjson.dumps([*told, [each.value for each in filters or ()]], option=orjson.OPT_SORT_KEYS).decode(),
        mutations=_mutations(parent, name),
        arguments=arguments,
        response_key=response_key,
        nodes=tuple(nodes),
        selections=selections,
        denied=denied,
        filters=filters,
    )


@dataclass(frozen=True)
class FieldInfo:
    """What a resolver of the subscription sees of its selection."""

    field_nodes: list[FieldNode]
    return_type: Any
    fragments: Mapping[str, FragmentDefinitionNode]
    variable_values: VariableValues


def field_info(selections: Selections, nodes: list[FieldNode]) -> FieldInfo:
    """The selection of a subscription."""
    parent = selections.schema.subscription_type
    assert parent  # noqa: S101  it was subscribed to
    returns = parent.fields[nodes[0].name.value].type
    return FieldInfo(nodes, returns, selections.fragments, selections.variables)


def _resolved(
    caller: Caller, response_key: str, nodes: list[FieldNode], selections: Selections, arguments: dict[str, Any]
) -> tuple[Filter, ...] | None:
    """What the resolver of the subscription does in AppSync: it refuses, or sets a filter."""
    rule = _rules().get(nodes[0].name.value)
    if rule is None:
        return None
    info = field_info(selections, nodes)
    problem = problem_of(rule, selection_text(info), selection_list(info)) or null_problem(rule, arguments)
    if problem:
        told = {"subscription": rule["field"], "sent": rule["text"], "query": rule["query"]}
        envelope = {"errorMessage": problem, "errorType": "BadInput", "errorInfo": told}
        raise NotSubscribed(shown_error(LambdaError(envelope, nodes, [response_key])))
    return filters_for(rule, caller, arguments)


@cache
def _rules() -> dict[str, Rule]:
    return {each.signature.field_name: rule_of(each) for each in ANNOUNCEMENTS}


def _mutations(parent: GraphQLObjectType, name: str) -> tuple[str, ...]:
    """What `@aws_subscribe` lists."""
    node = parent.fields[name].ast_node
    directives = [each for each in (node.directives if node else None) or () if each.name.value == "aws_subscribe"]
    values: list[Any] = [argument.value for each in directives for argument in each.arguments or ()]
    return tuple(text.value for value in values for text in value.values)


def _same(value: Any, wanted: Any) -> bool:
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)
