"""The dashboard: traffic, latency and cost, field by field."""

from collections.abc import Iterator

from aws_cdk import Duration
from aws_cdk import aws_cloudwatch as cloudwatch

from infra.alarms import FIVE_MINUTES, api_metric
from infra.api import ApiStack
from infra.publisher import PublisherStack
from infra.stage import Stage

DOLLARS_PER_READ_UNIT = 0.125 / 1e6
DOLLARS_PER_WRITE_UNIT = 0.625 / 1e6
"""On demand in us-east-1."""
HALF, WHOLE = 12, 24


def widgets(stage: Stage, api: ApiStack, publisher: PublisherStack) -> Iterator[list[cloudwatch.IWidget]]:
    """The widgets, row by row."""
    yield [
        _graph("Requests", [api_metric(api, "Latency", "SampleCount")]),
        _graph("Latency of the API (ms)", [api_metric(api, "Latency", each) for each in ("p50", "p90", "p99")]),
    ]
    yield [
        _graph("Refused and failed", [api_metric(api, each, "Sum") for each in ("4XXError", "5XXError")]),
        _graph("Duration of the functions (ms, p99)", _durations(api, publisher)),
    ]
    yield [_per_field(stage, "Read units per field", "ReadUnits"), _per_field(stage, "Requests per field", "Requests")]
    yield [_cost_per_field(stage)]
    yield [
        _graph("Age of the streams (ms)", [_age(publisher)]),
        _graph("Parked and skipped", [_depth(publisher, each) for each in ("parked", "skipped")]),
    ]


def search(stage: Stage, metric: str, period: int = 300) -> str:
    """One line for each field that reported a metric."""
    service = stage.named("api")
    return f"SEARCH('{{Tessera,field,service}} MetricName=\"{metric}\" service=\"{service}\"', 'Sum', {period})"


def _per_field(stage: Stage, title: str, metric: str) -> cloudwatch.GraphWidget:
    lines = cloudwatch.MathExpression(expression=search(stage, metric), label="", using_metrics={}, period=FIVE_MINUTES)
    return _graph(title, [lines], stacked=True)


def _cost_per_field(stage: Stage) -> cloudwatch.GraphWidget:
    """DynamoDB's costs only: AppSync and Lambda cost the same for every field."""
    units = {"ReadUnits": DOLLARS_PER_READ_UNIT, "WriteUnits": DOLLARS_PER_WRITE_UNIT}
    lines: list[cloudwatch.IMetric] = [
        cloudwatch.MathExpression(
            expression=f"{search(stage, metric, 3600)} * {dollars:.10f}",
            label=metric,
            using_metrics={},
            period=Duration.hours(1),
        )
        for metric, dollars in units.items()
    ]
    return _graph("Dollars per hour and field, for DynamoDB", lines, stacked=True, width=WHOLE)


def _graph(
    title: str, lines: list[cloudwatch.IMetric], *, stacked: bool = False, width: int = HALF
) -> cloudwatch.GraphWidget:
    return cloudwatch.GraphWidget(title=title, left=lines, stacked=stacked, width=width)


def _durations(api: ApiStack, publisher: PublisherStack) -> list[cloudwatch.IMetric]:
    functions = (api.read, api.write, publisher.publisher)
    return [each.function.metric_duration(statistic="p99", period=FIVE_MINUTES) for each in functions]


def _age(publisher: PublisherStack) -> cloudwatch.IMetric:
    return publisher.publisher.function.metric("IteratorAge", statistic="Maximum", period=FIVE_MINUTES)


def _depth(publisher: PublisherStack, name: str) -> cloudwatch.IMetric:
    queue = publisher.parked if name == "parked" else publisher.skipped
    return queue.metric_approximate_number_of_messages_visible(statistic="Maximum", period=FIVE_MINUTES)
