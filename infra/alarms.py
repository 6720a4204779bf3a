"""The alarms as data: metric, threshold, and what to do."""

from collections.abc import Iterator
from dataclasses import dataclass

from aws_cdk import Duration
from aws_cdk import aws_cloudwatch as cloudwatch

from infra.api import ApiStack
from infra.functions import PackagedFunction
from infra.publisher import PublisherStack

FIVE_MINUTES = Duration.minutes(5)


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
        yield from _of_function(each)
    yield from _of_api(api)
    yield from _of_publisher(publisher)


def _of_function(packaged: PackagedFunction) -> Iterator[Alarm]:
    function, name = packaged.function, packaged.node.id.lower()
    errors = function.metric_errors(period=FIVE_MINUTES, statistic="Sum")
    yield Alarm(f"{name}-errors", errors, 5, f"Look for ERROR in the log of {packaged.name}.")
    throttles = function.metric_throttles(period=FIVE_MINUTES, statistic="Sum")
    yield Alarm(f"{name}-throttles", throttles, 0, "The account's Lambda concurrency is used up: ask for more.")
    slow = function.metric_duration(period=FIVE_MINUTES, statistic="p99")
    milliseconds = 3_000 if name != "publisher" else 30_000
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


def api_metric(stack: ApiStack, name: str, statistic: str) -> cloudwatch.Metric:
    return cloudwatch.Metric(
        namespace="AWS/AppSync",
        metric_name=name,
        dimensions_map={"GraphQLAPIId": stack.api.api_id},
        period=FIVE_MINUTES,
        statistic=statistic,
    )
