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

from aws_lambda_powertools import Logger
from aws_lambda_powertools.event_handler import AppSyncResolver
from aws_lambda_powertools.utilities.data_classes import AppSyncResolverEvent

from loaders.dynamo.store import Store
from loaders.request import Request
from resolvers.routing.route import Route
from resolvers.routing.routes import routes
from resolvers.runtime.call_log import call_line, is_expected
from resolvers.runtime.calls import answer_call
from resolvers.runtime.envelopes import opened
from resolvers.runtime.garbage import collected_later
from resolvers.runtime.identity import caller_of
from services.metrics import FAILURES, emit

RESERVE_SECONDS = 1.0
MAX_SECONDS = 25.0
MAX_ID = 200
"""Characters of a request's id that are logged: at home a client may send any."""

OURS_TO_MEND = frozenset({"Internal", "Unavailable", "Throttled"})
"""Errors that no caller caused."""

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
        with collected_later():
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
    events = event if isinstance(event, list) else [event]
    errors: list[Exception] = []
    failures = 1  # unless there are envelopes that tell otherwise
    began = time.perf_counter()
    try:
        envelopes = answer_call(route, request, events, errors.append)
        failures = sum(each.get("errorType") in OURS_TO_MEND for each in envelopes)
    except Exception as error:
        errors.append(error)
        raise
    finally:
        milliseconds = round((time.perf_counter() - began) * 1000, 1)
        _log(route, events, request, errors, milliseconds)
        _count(route, request, failures)
    if isinstance(event, list):
        return envelopes
    return envelopes[0] if event.get("envelope") else opened(envelopes[0])


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


def _count(route: Route, request: Request, failures: int) -> None:
    """Report what a call cost and what failed. What each field costs is in the log, where it costs nothing to keep."""
    if parts.observe:
        parts.observe(route, request)
    meter = request.session.meter
    costs = {"ReadUnits": meter.read_units, "WriteUnits": meter.write_units, "Requests": meter.requests}
    emit({**costs, FAILURES: failures})


def _trace_id(event: Any) -> str | None:
    first = event[0] if isinstance(event, list) else event
    headers = ((first or {}).get("request") or {}).get("headers") or {}
    named = headers.get("x-amzn-trace-id") or headers.get("x-amzn-requestid")
    return str(named)[:MAX_ID] if named else None
