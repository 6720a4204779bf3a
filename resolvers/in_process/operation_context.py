"""The context of one operation in process: its caller, the batches of its relations, and what it took.

A call here is what a call of the Lambda is in AWS: it has a `Request` of its own, takes an event or a batch of them,
and gives envelopes. So plans, batches, errors and costs are the same.
"""

import logging
from asyncio import to_thread
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson
from graphql import GraphQLError
from strawberry.dataloader import DataLoader
from strawberry.types import Info

from loaders.caller import RequestCaller
from loaders.dynamo.store import Store
from loaders.request import Request
from resolvers.in_process.access import may_call
from resolvers.in_process.levels import Levels
from resolvers.in_process.selections import SelectionTexts
from resolvers.routing.route import Route
from resolvers.runtime.call_log import call_line, is_expected
from resolvers.runtime.calls import answer_call
from resolvers.runtime.envelopes import Envelope

logger = logging.getLogger("tessera")

Event = Mapping[str, Any]


@dataclass
class OperationContext:
    """The context of one query or mutation; strawberry hands it to every field."""

    store: Store
    caller: RequestCaller
    requests: list[Request] = field(default_factory=list)
    """One for each call, with what it read."""
    partial_errors: list[GraphQLError] = field(default_factory=list)
    """What is missing from the answer, and why."""
    _batches: dict[str, DataLoader[Event, Envelope]] = field(default_factory=dict)
    _selections: SelectionTexts = field(default_factory=SelectionTexts)
    _levels: Levels = field(default_factory=Levels)

    async def resolve(self, route: Route, source: Any, info: Info, arguments: dict[str, Any]) -> Any:
        """The value of a field that has a route."""
        if not may_call(route, self.caller):
            raise _not_authorized(route)
        event = {
            "arguments": arguments,
            "source": source,
            "info": {"selectionSetGraphQL": self._selections.of(info)},
        }
        if route.is_batched:
            await self._levels.complete()
            envelope = await self._batch(route).load(event)
        else:
            (envelope,) = await self._call(route, [event])
        return self._opened(envelope, info)

    def _batch(self, route: Route) -> DataLoader[Event, Envelope]:
        """All parents of a level go into one call. Nothing is kept for later: a mutation may have changed it."""
        if route.key not in self._batches:

            async def load(events: list[Event]) -> list[Envelope]:
                return await self._call(route, events)

            self._batches[route.key] = DataLoader(load, max_batch_size=route.batch_size, cache=False)
        return self._batches[route.key]

    async def _call(self, route: Route, events: list[Event]) -> list[Envelope]:
        """Answer in a thread: reading waits for DynamoDB, and other fields and operations go on meanwhile."""
        request = Request(self.store.session(), caller=self.caller)
        self.requests.append(request)
        return await to_thread(_answered, route, request, events)

    def _opened(self, envelope: Envelope, info: Info) -> Any:
        for each in envelope.get("errors", ()):
            self.partial_errors.append(_graphql_error(each, path=info.path.as_list()))
        if "errorMessage" in envelope:
            raise _graphql_error(envelope)
        return envelope["data"]


def _answered(route: Route, request: Request, events: list[Event]) -> list[Envelope]:
    """The envelopes as AppSync would get them: JSON, which shares nothing with what the loaders hold."""
    errors: list[Exception] = []
    envelopes: list[Envelope] = orjson.loads(orjson.dumps(answer_call(route, request, events, errors.append)))
    level = logging.INFO if all(map(is_expected, errors)) else logging.ERROR
    if logger.isEnabledFor(level):
        logger.log(level, "%s", orjson.dumps(call_line(route, events, request, errors), default=str).decode())
    return envelopes


def _graphql_error(envelope: Envelope, path: list[str | int] | None = None) -> GraphQLError:
    """An error as GraphQL has it: what AppSync adds beside the message stands in `extensions`."""
    told = {key: envelope[key] for key in ("errorType", "errorInfo") if envelope.get(key)}
    return GraphQLError(envelope["errorMessage"], path=path, extensions=told)


def _not_authorized(route: Route) -> GraphQLError:
    type_name, name = route.signature.type_name, route.signature.field_name
    message = f"Not Authorized to access {name} on type {type_name}"
    return GraphQLError(message, extensions={"errorType": "Unauthorized"})
