"""Delivers mutations to subscribers. Equal subscriptions share one rendered message."""

import logging
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from graphql import GraphQLObjectType, OperationDefinitionNode, get_argument_values

from local.http.graphql_request import GraphqlRequest
from local.http.prepared import Prepared
from local.realtime.subscription import Subscription, Tree, variables_of
from local.realtime.trees import Selections, by_field_names
from local.settings import Limits

Deliver = Callable[[str], None]
REMEMBERED_EVENTS = 100_000
logger = logging.getLogger("tessera.realtime")


@dataclass
class _Group:
    """Subscribers that receive the same messages."""

    subscription: Subscription
    members: dict[int, Deliver] = field(default_factory=dict)


class Hub:
    """All subscriptions of the server."""

    def __init__(self, schema: Any, limits: Limits) -> None:
        self._schema = schema
        self._limits = limits
        self._groups: dict[str, dict[str, _Group]] = defaultdict(dict)
        self._seen: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._count = 0

    @property
    def subscribers(self) -> int:
        """The number of subscriptions."""
        return sum(len(group.members) for groups in self._groups.values() for group in groups.values())

    def add(self, subscription: Subscription, deliver: Deliver) -> Callable[[], None]:
        """Subscribe; returns a function that unsubscribes."""
        self._count += 1
        number = self._count
        for mutation in subscription.mutations:
            groups = self._groups[mutation]
            groups.setdefault(subscription.key, _Group(subscription)).members[number] = deliver

        def leave() -> None:
            for mutation in subscription.mutations:
                group = self._groups[mutation].get(subscription.key)
                if group and group.members.pop(number, None) and not group.members:
                    del self._groups[mutation][subscription.key]

        return leave

    def publish(
        self, prepared: Prepared, operation: OperationDefinitionNode, asked: GraphqlRequest, answer: Any
    ) -> None:
        """Notify subscribers of the successful mutations of a request."""
        parent = self._schema.mutation_type
        if parent is None or not any(self._groups.values()):
            return
        selections = Selections(self._schema, prepared.document, variables_of(self._schema, operation, asked))
        for name, event_id, tree in _results(selections, operation, parent, answer):
            if self._groups[name] and self._is_new(name, event_id):
                self._tell(name, tree)

    def _tell(self, mutation: str, tree: Tree) -> None:
        for group in list(self._groups[mutation].values()):
            if not group.subscription.wants(tree):
                continue
            message = group.subscription.message(tree)
            if len(message.encode()) > self._limits.message_bytes:
                logger.warning("a message of %s is larger than 240 KB and was dropped", mutation)
                continue
            for deliver in list(group.members.values()):
                deliver(message)

    def _is_new(self, mutation: str, event_id: str | None) -> bool:
        """Whether an event is published for the first time: the publisher may have to retry."""
        if event_id is None:
            return True
        event = (mutation, event_id)
        if event in self._seen:
            return False
        self._seen[event] = None
        if len(self._seen) > REMEMBERED_EVENTS:
            self._seen.popitem(last=False)
        return True


def _results(
    selections: Selections, operation: OperationDefinitionNode, parent: GraphQLObjectType, answer: Any
) -> Iterator[tuple[str, str | None, Tree]]:
    """Each mutation that has a result and no error: its name, the id of the event, what it selected."""
    failed = {(error.get("path") or [None])[0] for error in answer.get("errors", [])}
    for key, nodes in selections.fields([operation], parent).items():
        value = (answer.get("data") or {}).get(key)
        if value is None or key in failed or None in failed:
            continue
        name = nodes[0].name.value
        arguments = get_argument_values(parent.fields[name], nodes[0], selections.variables)
        tree = by_field_names(selections, value, parent.fields[name].type, nodes)
        if isinstance(tree, dict):
            yield name, arguments.get("eventId"), tree
