"""GraphQL as AppSync executes it: the schema file, our Lambda behind the routes, batches for each field and level."""

import asyncio
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import orjson
from graphql import (
    GraphQLError,
    GraphQLResolveInfo,
    GraphQLSchema,
    GraphQLSyntaxError,
    OperationType,
    execute,
    parse,
    validate,
)

from local.selections import selection_list, selection_text
from resolvers.routes import Route, routes

Handler = Callable[[Any], Any]


@dataclass
class Operation:
    """One request, and what it took to answer it."""

    handler: Handler
    request: dict[str, Any]
    identity: Any = None
    lambda_calls: int = 0
    beside: list[dict[str, Any]] = field(default_factory=list)
    """Errors that came with an answer instead of in its place."""
    waiting: dict[str, list[tuple[Any, asyncio.Future[Any]]]] = field(default_factory=lambda: defaultdict(list))

    def call(self, event: Any) -> Any:
        """Call the Lambda: JSON in, JSON out, nothing shared."""
        self.lambda_calls += 1
        return orjson.loads(orjson.dumps(self.handler(orjson.loads(orjson.dumps(event)))))


class LambdaError(GraphQLError):
    """An error that the Lambda told of."""


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
        return {"data": None, "errors": [shown_error(error) for error in errors]}
    outcome = execute(
        schema,
        document,
        context_value=operation,
        variable_values=variables,
        field_resolver=_resolve,
        type_resolver=lambda value, *_: value.get("__typename"),
    )
    result: Any = await outcome if asyncio.iscoroutine(outcome) or asyncio.isfuture(outcome) else outcome
    errors_shown = [*(shown_error(error) for error in result.errors or []), *operation.beside]
    return {"data": result.data, **({"errors": errors_shown} if errors_shown else {})}


def shown_error(error: GraphQLError) -> dict[str, Any]:
    """An error as AppSync shows it: its type at the top, not among extensions."""
    extensions = error.extensions or {}
    locations = [{"line": each.line, "column": each.column, "sourceName": None} for each in error.locations or []]
    shown: dict[str, Any] = {"path": error.path, "locations": locations or None, "message": error.message}
    if "errorType" in extensions:
        shown |= {"data": None, "errorType": extensions["errorType"], "errorInfo": extensions.get("errorInfo")}
    return shown


def _resolve(source: Any, info: GraphQLResolveInfo[Any], **arguments: Any) -> Any:
    route = routes().get(f"{info.parent_type.name}.{info.field_name}")
    if route is None:
        return source.get(info.field_name) if isinstance(source, dict) else None
    operation: Operation = info.context
    event = _event(operation, info, source, arguments)
    if not route.is_batched or info.operation.operation is not OperationType.QUERY:
        (envelope,) = _call_for(operation, {**event, "envelope": True})
        _note_beside(operation, info, envelope)
        return _opened(envelope)
    return _batched(operation, route, event, info)


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
            "variables": _raw_variables(info),
        },
        "stash": {},
    }


def _raw_variables(info: GraphQLResolveInfo[Any]) -> dict[str, Any]:
    values: Any = getattr(info.variable_values, "coerced", info.variable_values)
    return dict(values)


def _note_beside(operation: Operation, info: GraphQLResolveInfo[Any], envelope: Any) -> None:
    for each in (envelope or {}).get("errors", []):
        error = GraphQLError(
            each["errorMessage"],
            info.field_nodes,
            path=info.path.as_list(),
            extensions={"errorType": each["errorType"], "errorInfo": each.get("errorInfo")},
        )
        operation.beside.append(shown_error(error))


async def _batched(operation: Operation, route: Route, event: Any, info: GraphQLResolveInfo[Any]) -> Any:
    """Wait until all siblings have asked, then ask for all of them."""
    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    waiting = operation.waiting[route.key]
    waiting.append((event, answer))
    if len(waiting) == 1:
        asyncio.get_running_loop().create_task(_flush(operation, route))
    envelope = await answer
    _note_beside(operation, info, envelope)
    return _opened(envelope)


async def _flush(operation: Operation, route: Route) -> None:
    for _ in range(3):
        await asyncio.sleep(0)
    asked = operation.waiting.pop(route.key)
    for start in range(0, len(asked), route.batch_size):
        chunk = asked[start : start + route.batch_size]
        answers = _call_for(operation, [event for event, _ in chunk])
        if len(answers) != len(chunk):
            answers = [{"errorMessage": "Batch and answers differ in size.", "errorType": "Lambda"}] * len(chunk)
        for (_, future), answer in zip(chunk, answers, strict=True):
            future.set_result(answer)


def _call_for(operation: Operation, event: Any) -> list[Any]:
    """The envelopes for an event or a batch. Where the Lambda fails, every item of its batch does."""
    try:
        answer = operation.call(event)
    except Exception as error:  # noqa: BLE001  whatever it is, AppSync shows its name
        failed = {"errorMessage": str(error), "errorType": type(error).__name__}
        return [failed] * (len(event) if isinstance(event, list) else 1)
    return answer if isinstance(event, list) else [answer]


def _opened(envelope: Any) -> Any:
    if envelope and envelope.get("errorMessage"):
        told = {"errorType": envelope.get("errorType"), "errorInfo": envelope.get("errorInfo")}
        raise LambdaError(envelope["errorMessage"], extensions=told)
    return envelope.get("data") if envelope else None
