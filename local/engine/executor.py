"""GraphQL as AppSync executes it: the schema file, our Lambda behind the routes, batches for each field and level."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Coroutine
from dataclasses import dataclass, field
from inspect import isawaitable
from typing import Any

import orjson
from graphql import (
    DocumentNode,
    GraphQLResolveInfo,
    GraphQLSchema,
    GraphQLSyntaxError,
    execute,
    parse,
    validate,
)

from local.engine.errors import DepthLimitReached, LambdaError, NotAuthorized, ResolverLimitReached, shown_error
from local.engine.selections import narrowed, selection_list, selection_text
from local.engine.validation import shown_validation
from local.event_json import read_event, write_event
from resolvers.routing.limits import RESOLVER_COUNT
from resolvers.routing.route import Route
from resolvers.routing.routes import routes

Handler = Callable[[Any], Any]


@dataclass
class Operation:
    """One request, and what it took to answer it."""

    handler: Handler
    """Takes an event and returns the Lambda's answer; a coroutine function converts JSON itself."""
    request: dict[str, Any]
    identity: Any = None
    denied: Collection[tuple[str, str]] = frozenset()
    """Types and fields that the caller may not see."""
    most_resolvers: int = RESOLVER_COUNT
    most_levels: int = 0
    """How deep a query may go; 0 means no limit."""
    variables: dict[str, Any] = field(default_factory=dict)
    """As the client sent them."""
    lambda_calls: int = 0
    resolvers: int = 0
    partial_errors: list[dict[str, Any]] = field(default_factory=list)
    """Errors that were returned along with a value."""
    waiting: dict[str, list[tuple[Any, asyncio.Future[Any]]]] = field(default_factory=lambda: defaultdict(list))
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    """Fields that are being resolved. After an error elsewhere, some may no longer be awaited."""

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start to resolve a field; `finish` cancels what is left."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        return task

    async def finish(self) -> None:
        """Cancel whatever is still running: the answer is complete without it."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.tasks.clear()

    async def call(self, event: Any) -> Any:
        """Call the Lambda: JSON in, JSON out, nothing shared."""
        self.lambda_calls += 1
        if asyncio.iscoroutinefunction(self.handler):
            return await self.handler(event)
        return orjson.loads(orjson.dumps(self.handler(read_event(write_event(event)))))


async def run(
    schema: GraphQLSchema, operation: Operation, query: str, variables: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The answer to a query, shaped as AppSync shapes it."""
    try:
        document = parse(query)
    except GraphQLSyntaxError as error:
        return {"data": None, "errors": [shown_error(error)]}
    errors = validate(schema, document)
    if errors:
        return {"data": None, "errors": [shown_validation(document, error) for error in errors]}
    return await run_document(schema, operation, document, variables)


async def run_document(
    schema: GraphQLSchema,
    operation: Operation,
    document: DocumentNode,
    variables: dict[str, Any] | None = None,
    name: str | None = None,
) -> dict[str, Any]:
    """The answer to a document that is known to be valid."""
    operation.variables = variables or {}
    outcome = execute(
        schema,
        document,
        context_value=operation,
        variable_values=variables,
        operation_name=name,
        field_resolver=_resolve,
        type_resolver=_type_name,
    )
    try:
        result: Any = await outcome if isawaitable(outcome) else outcome
    finally:
        await operation.finish()
    errors = [*(shown_error(error, schema) for error in result.errors or []), *operation.partial_errors]
    return {"data": result.data, **({"errors": errors} if errors else {})}


def _type_name(value: Any, *_: Any) -> str | None:
    return value.get("__typename") if isinstance(value, dict) else None


def _resolve(source: Any, info: GraphQLResolveInfo[Any], **arguments: Any) -> Any:
    operation: Operation = info.context
    parent, name = info.parent_type.name, info.field_name
    if operation.denied and (parent, name) in operation.denied:
        raise NotAuthorized(parent, name)
    if operation.most_levels and _level(info) > operation.most_levels:
        raise DepthLimitReached
    route = routes().get(f"{parent}.{name}")
    if route is None:
        return source.get(name) if isinstance(source, dict) else None
    operation.resolvers += 1
    if operation.resolvers > operation.most_resolvers:
        raise ResolverLimitReached
    if route.is_publish:
        return arguments.get("item")
    if route.is_batched and isinstance(source, dict) and source.get(name):
        return source[name]  # the publisher has brought it
    event = _event(operation, info, source, arguments)
    if route.is_batched:
        return operation.start(_batched(operation, route, event, info))
    return operation.start(_single(operation, event, info))


def _level(info: GraphQLResolveInfo[Any]) -> int:
    """How deep a field is: the names in its path, not the places in lists."""
    return sum(isinstance(key, str) for key in info.path.as_list())


def _event(
    operation: Operation, info: GraphQLResolveInfo[Any], source: Any, arguments: dict[str, Any]
) -> dict[str, Any]:
    return {
        "arguments": arguments,
        "identity": operation.identity,
        "source": source,
        "request": operation.request,
        "prev": None,
        "info": {
            "selectionSetList": selection_list(info),
            "selectionSetGraphQL": selection_text(info),
            "parentTypeName": info.parent_type.name,
            "fieldName": info.field_name,
            "variables": operation.variables,
        },
        "stash": {},
    }


async def _single(operation: Operation, event: Any, info: GraphQLResolveInfo[Any]) -> Any:
    (envelope,) = await _call_for(operation, {**event, "envelope": True})
    return _opened(operation, info, envelope)


async def _batched(operation: Operation, route: Route, event: Any, info: GraphQLResolveInfo[Any]) -> Any:
    """Wait until all siblings are queued, then resolve them in one batch."""
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    waiting = operation.waiting[route.key]
    waiting.append((event, answer))
    if len(waiting) == 1:
        operation.start(_flush(operation, route))
    return _opened(operation, info, await answer)


async def _flush(operation: Operation, route: Route) -> None:
    """Resolve the field for all parents of a level, in concurrent batches."""
    for _ in range(3):
        await asyncio.sleep(0)
    asked = operation.waiting.pop(route.key)
    chunks = [asked[start : start + route.batch_size] for start in range(0, len(asked), route.batch_size)]
    await asyncio.gather(*(_answer_chunk(operation, chunk) for chunk in chunks))


async def _answer_chunk(operation: Operation, chunk: list[tuple[Any, asyncio.Future[Any]]]) -> None:
    answers = await _call_for(operation, [event for event, _ in chunk])
    if len(answers) != len(chunk):
        answers = [{"errorMessage": "Batch and answers differ in size.", "errorType": "Lambda"}] * len(chunk)
    for (_, future), answer in zip(chunk, answers, strict=True):
        if not future.done():
            future.set_result(answer)


async def _call_for(operation: Operation, event: Any) -> list[Any]:
    """The envelopes for an event or a batch. If the Lambda fails, every item of its batch does."""
    try:
        answer = await operation.call(event)
    except Exception as error:  # noqa: BLE001  AppSync returns the name of any error
        failed = {"errorMessage": str(error), "errorType": getattr(error, "error_type", type(error).__name__)}
        return [failed] * (len(event) if isinstance(event, list) else 1)
    return (answer if isinstance(answer, list) else []) if isinstance(event, list) else [answer]


def _opened(operation: Operation, info: GraphQLResolveInfo[Any], envelope: Any) -> Any:
    if not isinstance(envelope, dict):
        return None
    for each in envelope.get("errors", []):
        error = LambdaError(each).with_place(info.field_nodes, info.path.as_list())
        operation.partial_errors.append(shown_error(error))
    if envelope.get("errorMessage"):
        raise LambdaError({**envelope, "data": narrowed(info, envelope.get("data"))})
    return envelope.get("data")
