"""The dashboard: traffic, latency, failures and cost."""

from collections.abc import Iterator

from aws_cdk import aws_cloudwatch as cloudwatch

from infra.alarms import FIVE_MINUTES, HOUR, api_metric, own_metric
from infra.api import ApiStack
from infra.prices import READ_UNIT, WRITE_UNIT
from infra.publisher import PublisherStack
from infra.saved_queries import COSTS_PER_FIELD
from services.metrics import FAILURES

HALF, WHOLE = 12, 24


def widgets(api: ApiStack, publisher: PublisherStack) -> Iterator[list[cloudwatch.IWidget]]:
    """The widgets, row by row."""
    yield [
        _graph("Requests", [api_metric(api, "Latency", "SampleCount")]),
        _graph("Latency of the API (ms)", [api_metric(api, "Latency", each) for each in ("p50", "p90", "p99")]),
    ]
    yield [
        _graph("Refused and failed", [api_metric(api, each, "Sum") for each in ("4XXError", "5XXError")]),
        _graph("Duration of the functions (ms, p99)", _durations(api, publisher)),
    ]
    yield [_graph("Failures", _own(api, publisher, FAILURES)), _graph("Dollars per hour, for DynamoDB", [_cost(api)])]
    yield [
        _graph("Read units", _own(api, publisher, "ReadUnits"), stacked=True),
        _graph("Write units", _own(api, publisher, "WriteUnits"), stacked=True),
    ]
    yield [_per_field(api)]
    yield [
        _graph("Age of the streams (ms)", [_age(publisher)]),
        _graph("Parked and skipped", [_depth(publisher, each) for each in ("parked", "skipped")]),
    ]


def _per_field(api: ApiStack) -> cloudwatch.LogQueryWidget:
    """From the log, which has a line for each call: a metric for each field would cost more than the API at rest."""
    return cloudwatch.LogQueryWidget(
        title="What each field costs",
        log_group_names=[each.log.log_group_name for each in (api.read, api.write)],
        query_lines=list(COSTS_PER_FIELD.lines),
        view=cloudwatch.LogQueryVisualizationType.TABLE,
        width=WHOLE,
        height=9,
    )


def _own(api: ApiStack, publisher: PublisherStack, name: str) -> list[cloudwatch.IMetric]:
    return [own_metric(each, name) for each in (api.read, api.write, publisher.publisher)]


def _cost(api: ApiStack) -> cloudwatch.IMetric:
    """DynamoDB's costs only: AppSync and Lambda cost the same for every field."""
    metrics: dict[str, cloudwatch.IMetric] = {}
    parts: list[str] = []
    for each in (api.read, api.write):
        for metric, price in (("ReadUnits", READ_UNIT), ("WriteUnits", WRITE_UNIT)):
            name = f"{each.title}{metric}"
            metrics[name] = own_metric(each, metric, HOUR)
            parts.append(f"FILL({name}, 0) * {price:.10f}")
    return cloudwatch.MathExpression(expression=" + ".join(parts), using_metrics=metrics, label="dollars", period=HOUR)


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
