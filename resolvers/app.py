"""The Lambda: AppSync's events in, answers out. It loads what a field needs when the field is first asked for.

A single event gets the bare value, or an exception whose name is the type of the error, as AppSync wants it from a
direct resolver. Our own JavaScript resolvers ask for an envelope instead (`"envelope": true`), which can carry details
of an error, and errors beside an answer. A batch always gets envelopes, as many as there are parents, in order.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aws_lambda_powertools import Logger, single_metric
from aws_lambda_powertools.event_handler import AppSyncResolver
from aws_lambda_powertools.metrics import MetricUnit
from aws_lambda_powertools.utilities.data_classes import AppSyncResolverEvent

from resolvers.routes import routes
from resolvers.routing.route import Route

RESERVE_SECONDS = 1.0
MOST_SECONDS = 25.0

IS_IN_LAMBDA = "AWS_LAMBDA_FUNCTION_NAME" in os.environ

logger = Logger(service="tessera")
app: AppSyncResolver = AppSyncResolver()  # type: ignore[no-untyped-call]


@dataclass
class Parts:
    """What the Lambda is made of; tests and the local server put in their own."""

    store: Any = None
    observe: Callable[[Route, Any], None] | None = None
    """Is told of every call: its route, and what it read."""


parts = Parts()


def _traced(function: Callable[..., Any]) -> Callable[..., Any]:
    """With X-Ray in Lambda; elsewhere nobody listens, and its SDK alone takes longer to import than all the rest."""
    if not IS_IN_LAMBDA:
        return function
    from aws_lambda_powertools import Tracer  # noqa: PLC0415

    traced: Callable[..., Any] = Tracer(service="tessera", auto_patch=False).capture_lambda_handler(
        function, capture_response=False
    )
    return traced


@_traced
def handler(event: Any, context: Any) -> Any:
    """What Lambda calls."""
    if event == []:
        return []  # powertools would look for a first event
    logger.set_correlation_id(_trace_id(event))
    try:
        return app.resolve(event, context)
    finally:
        app.context.clear()  # powertools forgets this when an exception passes through
        logger.clear_state()


def _register(route: Route) -> None:
    """Tell powertools who answers a field, for single events and for batches."""

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
    from loaders.reading import Reading  # noqa: PLC0415  pydantic and all types hang on it: not before they are needed

    reading = Reading(_store().session(_seconds_left(context)))
    try:
        return _many(route, reading, event) if isinstance(event, list) else _one(route, reading, event)
    finally:
        _count(route, reading)


def _many(route: Route, reading: Any, events: list[Any]) -> list[Any]:
    from resolvers.handle import answer_many  # noqa: PLC0415

    answers = answer_many(route, reading, events, _note)
    beside = _beside(reading)
    if beside:
        answers[0] = {**answers[0], "errors": beside}
    return answers


def _one(route: Route, reading: Any, event: Any) -> Any:
    from resolvers.handle import answer_many  # noqa: PLC0415

    wants_envelope = bool(event.get("envelope"))
    if route.is_batched:
        (envelope,) = answer_many(route, reading, [event], _note)
        if not wants_envelope:
            return _opened(envelope)
    else:
        envelope = _single(route, reading, event, wants_envelope=wants_envelope)
    beside = _beside(reading)
    return envelope | ({"errors": beside} if beside else {}) if wants_envelope else envelope["data"]


def _single(route: Route, reading: Any, event: Any, *, wants_envelope: bool) -> dict[str, Any]:
    from resolvers.handle import answer_one  # noqa: PLC0415

    try:
        return {"data": answer_one(route, reading, event)}
    except Exception as error:
        envelope = _told(error)
        if not wants_envelope:
            raise _exception(envelope) from error
        return envelope


def _beside(reading: Any) -> list[dict[str, Any]]:
    """Errors beside an answer: items, or parts of them, that could not be read."""
    from resolvers.handle import problems  # noqa: PLC0415

    beside = [each.as_envelope() for each in problems(reading)]
    for each in beside:
        logger.warning("an item could not be read", extra={"item": each.get("errorInfo")})
    return beside


def _told(error: Exception) -> dict[str, Any]:
    from resolvers.errors import api_error  # noqa: PLC0415

    _note(error)
    return api_error(error).as_envelope()


def _opened(envelope: dict[str, Any]) -> Any:
    if "errorMessage" in envelope:
        raise _exception(envelope)
    return envelope["data"]


def _exception(envelope: dict[str, Any]) -> Exception:
    from resolvers.errors import ApiError  # noqa: PLC0415

    return ApiError(envelope["errorType"], envelope["errorMessage"]).as_exception()


def _note(error: Exception) -> None:
    """What went wrong, for us; expected errors are only a line."""
    from resolvers.errors import api_error  # noqa: PLC0415

    error_type = api_error(error).error_type
    if error_type in {"BadInput", "BadCursor", "Conflict", "NotFound", "TooLarge"}:
        logger.info("refused", extra={"error_type": error_type})
    else:
        logger.error("failed", exc_info=error)


def _store() -> Any:
    from loaders.dynamo.store import Store  # noqa: PLC0415

    if parts.store is None:
        parts.store = Store.open()
    return parts.store


def _seconds_left(context: Any) -> float:
    """What is left of the Lambda's time, less a reserve to say that it was not enough."""
    milliseconds = getattr(context, "get_remaining_time_in_millis", None)
    left = milliseconds() / 1000 - RESERVE_SECONDS if milliseconds else MOST_SECONDS
    return max(0.1, min(MOST_SECONDS, left))


def _count(route: Route, reading: Any) -> None:
    """Units and requests per field, for the dashboard and for whoever pays."""
    if parts.observe:
        parts.observe(route, reading)
    if not IS_IN_LAMBDA:
        return
    meter = reading.session.meter
    costs = {"ReadUnits": meter.read_units, "WriteUnits": meter.write_units, "Requests": meter.requests}
    for name, value in costs.items():
        with single_metric(name, MetricUnit.Count, value, namespace="Tessera") as metric:
            metric.add_dimension("field", route.key)


def _trace_id(event: Any) -> str | None:
    first = event[0] if isinstance(event, list) else event
    headers = ((first or {}).get("request") or {}).get("headers") or {}
    return headers.get("x-amzn-trace-id") or headers.get("x-amzn-requestid")
