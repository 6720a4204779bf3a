"""The alarms as data: metric, threshold, and what to do."""

from collections.abc import Iterator
from dataclasses import dataclass

from aws_cdk import Duration
from aws_cdk import aws_cloudwatch as cloudwatch

from infra.api import ApiStack
from infra.functions import PackagedFunction
from infra.publisher import PublisherStack
from services.metrics import FAILURES, NAMESPACE

FIVE_MINUTES, HOUR = Duration.minutes(5), Duration.hours(1)
SLOW = {"read": 3_000, "write": 3_000, "publisher": 30_000}
"""Milliseconds of functions that a caller waits for."""
UNUSUAL = 0.8
"""For the others: this part of the time that they have."""


@dataclass(frozen=True)
class Alarm:
    """One alarm."""

    name: str
    metric: cloudwatch.IMetric
    above: float
    advice: str
    periods: int = 1


def alarms(api: ApiStack, publisher: PublisherStack) -> Iterator[Alarm]:
    """All alarms of a stage."""
    for each in (api.read, api.write, publisher.publisher):
        yield from of_function(each)
    yield from _of_api(api)
    yield from _of_costs(api)
    yield from _of_publisher(publisher)


def of_function(packaged: PackagedFunction) -> Iterator[Alarm]:
    function, name = packaged.function, packaged.title
    failures = own_metric(packaged, FAILURES)
    yield Alarm(f"{name}-failures", failures, 5, f"{packaged.name} could not answer: look for ERROR in its log.")
    errors = function.metric_errors(period=FIVE_MINUTES, statistic="Sum")
    yield Alarm(f"{name}-errors", errors, 5, f"Look for ERROR in the log of {packaged.name}.")
    throttles = function.metric_throttles(period=FIVE_MINUTES, statistic="Sum")
    yield Alarm(f"{name}-throttles", throttles, 0, "The account's Lambda concurrency is used up: ask for more.")
    slow = function.metric_duration(period=FIVE_MINUTES, statistic="p99")
    milliseconds = SLOW.get(name, UNUSUAL * packaged.seconds * 1000)
    yield Alarm(f"{name}-p99", slow, milliseconds, "See the widgets per field, then the traces in X-Ray.", periods=3)


def _of_api(stack: ApiStack) -> Iterator[Alarm]:
    for name, above, advice in (
        ("5XXError", 5, "AppSync or the functions fail: see the log of the API."),
        ("4XXError", 100, "Many requests are rejected: an old client, an expired key, or an attack."),
    ):
        yield Alarm(f"api-{name[:3].lower()}", api_metric(stack, name, "Sum"), above, advice)
    latency = api_metric(stack, "Latency", "p99")
    yield Alarm("api-p99", latency, 5_000, "See the widgets per field, then the traces in X-Ray.", periods=3)


def _of_publisher(stack: PublisherStack) -> Iterator[Alarm]:
    age = stack.publisher.function.metric("IteratorAge", period=FIVE_MINUTES, statistic="Maximum")
    yield Alarm("stream-age", age, 120_000, "Subscribers are notified late: see the log of the publisher.", periods=2)
    for queue in (stack.parked, stack.skipped):
        depth = queue.metric_approximate_number_of_messages_visible(period=FIVE_MINUTES, statistic="Maximum")
        name = queue.node.id.lower()
        yield Alarm(f"{name}-depth", depth, 0, f"Announcements were not sent: docs/operations.md, {name}.")


def _of_costs(stack: ApiStack) -> Iterator[Alarm]:
    """Units of both functions in an hour: a runaway client is seen before the bill is."""
    for metric, name, above in (
        ("ReadUnits", "read-units", stack.stage.read_units_per_hour),
        ("WriteUnits", "write-units", stack.stage.write_units_per_hour),
    ):
        parts: dict[str, cloudwatch.IMetric] = {
            each.title: own_metric(each, metric, HOUR) for each in (stack.read, stack.write)
        }
        total = cloudwatch.MathExpression(
            expression=" + ".join(f"FILL({part}, 0)" for part in parts), using_metrics=parts, label=metric, period=HOUR
        )
        yield Alarm(name, total, above, "More than meant is read or written: find the field with the saved query.")


def own_metric(
    packaged: PackagedFunction, name: str, period: Duration = FIVE_MINUTES, **dimensions: str
) -> cloudwatch.Metric:
    """A metric that our code emits, as it names it: services/metrics.py."""
    return cloudwatch.Metric(
        namespace=NAMESPACE,
        metric_name=name,
        dimensions_map={"service": packaged.service, "function": packaged.name, **dimensions},
        period=period,
        statistic="Sum",
    )


def api_metric(stack: ApiStack, name: str, statistic: str) -> cloudwatch.Metric:
    return cloudwatch.Metric(
        namespace="AWS/AppSync",
        metric_name=name,
        dimensions_map={"GraphQLAPIId": stack.api.api_id},
        period=FIVE_MINUTES,
        statistic=statistic,
    )
