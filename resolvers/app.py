"""The Lambda handler: takes AppSync's events and returns responses.

A single event returns the bare value, or raises an exception whose name is the error type, as AppSync expects from a
direct resolver. Our JavaScript resolvers ask for an envelope instead (`"envelope": true`), which can also hold error
details and partial errors. A batch always returns envelopes: one for each parent, in order.
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aws_lambda_powertools import Logger, single_metric
from aws_lambda_powertools.event_handler import AppSyncResolver
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.data_classes import AppSyncResolverEvent

from loaders.dynamo.store import Store
from loaders.request import Request
from resolvers.routing.route import Route
from resolvers.routing.routes import routes
from resolvers.runtime.call_log import call_line, is_expected
from resolvers.runtime.dispatch import OnError, dispatch_batch, dispatch_one
from resolvers.runtime.envelopes import Envelope, opened, with_partial_errors
from resolvers.runtime.errors import unreadable
from resolvers.runtime.identity import caller_of

RESERVE_SECONDS = 1.0
MAX_SECONDS = 25.0
MAX_ID = 200
"""Characters of a request's id that are logged: at home a client may send any."""

IS_IN_LAMBDA = "AWS_LAMBDA_FUNCTION_NAME" in os.environ

logger = Logger(service="tessera")
app: AppSyncResolver = AppSyncResolver()  # type: ignore[no-untyped-call]


@dataclass
class AppParts:
    """The dependencies of the Lambda; tests and the local server replace them."""

    store: Store | None = None
    observe: Callable[[Route, Request], None] | None = None
    """Called after every call with its route and its request."""


parts = AppParts()


def _traced(function: Callable[..., Any]) -> Callable[..., Any]:
    """Trace with X-Ray in Lambda; elsewhere there is no daemon to receive traces."""
    if not IS_IN_LAMBDA:
        return function
    # Imported late because only Lambda uses it: SnapStart makes imports free there, while a local environment would
    # take a third longer to start for nothing.
    from aws_lambda_powertools import Tracer  # noqa: PLC0415

    traced: Callable[..., Any] = Tracer(service="tessera", auto_patch=False).capture_lambda_handler(
        function, capture_response=False
    )
    return traced


@_traced
def handler(event: Any, context: Any) -> Any:
    """The entry point that Lambda calls."""
    if event == []:
        return []  # powertools fails on an empty batch: it reads the first event
    logger.set_correlation_id(_trace_id(event))
    try:
        return app.resolve(event, context)
    finally:
        app.context.clear()  # powertools does not clear it after an exception
        logger.clear_state()


def _register(route: Route) -> None:
    """Register the resolver of a field with powertools, for single events and for batches."""

    def answer_single(**_: Any) -> Any:
        event = app.current_event
        return _answer(event.raw_event if event else {}, app.lambda_context, route=route)

    def answer_batch(event: list[AppSyncResolverEvent], **_: Any) -> Any:
        return _answer([each.raw_event for each in event], app.lambda_context, route=route)

    type_name, field_name = route.signature.type_name, route.signature.field_name
    app.resolver(type_name=type_name, field_name=field_name)(answer_single)
    app.batch_resolver(type_name=type_name, field_name=field_name)(answer_batch)


for _each in routes().values():
    if not _each.is_publish:
        _register(_each)


def _answer(event: Any, context: Any, *, route: Route) -> Any:
    """Envelopes for a batch; for a single event its envelope if requested, otherwise the bare value."""
    request = Request(_store().session(_seconds_left(context)), caller=caller_of(event))
    errors: list[Exception] = []
    began = time.perf_counter()
    try:
        envelopes = _envelopes(route, request, event, errors.append)
    except Exception as error:
        errors.append(error)
        raise
    finally:
        milliseconds = round((time.perf_counter() - began) * 1000, 1)
        _log(route, event if isinstance(event, list) else [event], request, errors, milliseconds)
        _count(route, request)
    if isinstance(event, list):
        return envelopes
    return envelopes[0] if event.get("envelope") else opened(envelopes[0])


def _envelopes(route: Route, request: Request, event: Any, on_error: OnError) -> list[Envelope]:
    if isinstance(event, list):
        envelopes = dispatch_batch(route, request, event, on_error)
    elif route.is_batched:
        envelopes = dispatch_batch(route, request, [event], on_error)
    else:
        envelopes = [dispatch_one(route, request, event, on_error)]
    return with_partial_errors(envelopes, [unreadable(each) for each in request.problems])


def _log(route: Route, events: list[Any], request: Request, errors: list[Exception], milliseconds: float) -> None:
    """Log a call in one line; at home it is the same line."""
    line = call_line(route, events, request, errors) | {"milliseconds": milliseconds}
    if not all(map(is_expected, errors)):
        logger.error("failed", extra=line)
    elif request.problems:
        logger.warning("some items could not be read", extra=line)
    else:
        logger.info("refused" if errors else "answered", extra=line)


def _store() -> Store:
    if parts.store is None:
        parts.store = Store.open()
    return parts.store


def _seconds_left(context: Any) -> float:
    """The Lambda's remaining time, less a reserve for reporting a timeout."""
    milliseconds = getattr(context, "get_remaining_time_in_millis", None)
    left = milliseconds() / 1000 - RESERVE_SECONDS if milliseconds else MAX_SECONDS
    return max(0.1, min(MAX_SECONDS, left))


def _count(route: Route, request: Request) -> None:
    """Record capacity units and requests per field, for the dashboard and for tracking costs."""
    if parts.observe:
        parts.observe(route, request)
    if not IS_IN_LAMBDA:
        return
    meter = request.session.meter
    costs = {"ReadUnits": meter.read_units, "WriteUnits": meter.write_units, "Requests": meter.requests}
    for name, value in costs.items():
        with single_metric(name, MetricUnit.Count, value, namespace="Tessera") as metric:
            metric.add_dimension("field", route.key)


def _trace_id(event: Any) -> str | None:
    first = event[0] if isinstance(event, list) else event
    headers = ((first or {}).get("request") or {}).get("headers") or {}
    named = headers.get("x-amzn-trace-id") or headers.get("x-amzn-requestid")
    return str(named)[:MAX_ID] if named else None
