"""What a job measured over time: which metrics, their curves with few enough points to draw, and its epochs."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from entities.attributes import Record
from entities.fields import Json, Part, Timestamp
from entities.jobs import JobMetric
from loaders.errors import BadInput
from loaders.jobs import METRICS, best_checkpoint
from loaders.request import Request
from loaders.sweeps import is_number

MAX_NAMES = 50
MIN_POINTS = 4
MAX_POINTS = 1000

BEST_BY = (("val_f1", True), ("val_accuracy", True), ("val_loss", False), ("eval_loss", False))
"""The metrics that tell the best epoch if no checkpoint is marked as best, and whether higher values are better."""

_LAST = "~"  # sorts after every character of a time


class CurvePoint(Part):
    """One measurement on a curve."""

    timestamp: Timestamp
    """When the measurement was taken."""
    value: float
    """The measured number."""
    step: int | None = None
    """The training step at which the measurement was taken; null if not recorded."""
    epoch: int | None = None
    """The epoch (pass over the training data) in which the measurement was taken; null if it belongs to none."""


class MetricCurve(Part):
    """The numbers that a job measured of one metric, with few enough points to draw."""

    metric_name: str
    """What was measured, such as `val_loss`."""
    unit: str | None = None
    """The unit of the values, such as `seconds`; null if they have none."""
    total: int
    """How many measurements there are, including those that were left out."""
    points: tuple[CurvePoint, ...] = ()
    """The points in order of time. The first, the last, the lowest and the highest are always among them."""


class JobEpoch(Part):
    """What a job measured in one epoch (pass over the training data)."""

    epoch: int
    """The number of the epoch."""
    metrics: Json = None
    """The last measurement of each metric in this epoch, as JSON by name, such as `{"val_loss": 0.21}`."""
    is_best: bool = False
    """Whether this is the best epoch: that of the best checkpoint. If no checkpoint is marked as best, the epoch with
    the highest `val_f1` or `val_accuracy`, else with the lowest `val_loss` or `eval_loss`.
    """


def metric_names(request: Request, job_id: str) -> list[str]:
    """The names of the metrics of a job. A metric that does not end with a page of DynamoDB's is then passed over."""
    (query,) = METRICS.queries({"job_id": job_id})
    names: dict[str, None] = {}
    while True:
        page = request.session.page(query)
        names |= dict.fromkeys(filter(None, map(_name_of, page.records)))
        if page.next_key is None:
            return list(names)
        name = _name_of(page.next_key)
        beyond = {**page.next_key, "SK": f"METRIC#{name}#{_LAST}"} if name else page.next_key
        query = replace(query, after=max(page.next_key, beyond, key=lambda key: str(key["SK"])))


def curves(request: Request, job_id: str, names: Sequence[str] | None, max_points: int) -> list[MetricCurve]:
    """The curves of these metrics, or of all, in the order of the names. Structures have no curve."""
    if not MIN_POINTS <= max_points <= MAX_POINTS:
        raise BadInput(f"`max_points` must be {MIN_POINTS} to {MAX_POINTS}, not {max_points}.", field="max_points")
    if names is not None and len(names) > MAX_NAMES:
        raise BadInput(f"Give at most {MAX_NAMES} names, not {len(names)}.", field="names")
    measured = _measured(request, job_id, names)
    wanted = list(dict.fromkeys(names)) if names is not None else sorted(measured)
    return [_curve(name, measured[name], max_points) for name in wanted if measured.get(name)]


def epochs(request: Request, job_id: str) -> list[JobEpoch]:
    """The epochs of a job in order, with what was measured last in each, and which one is the best."""
    calls: list[Callable[[], Any]] = [
        partial(best_checkpoint, request, job_id),
        partial(_records, request, job_id, None),
    ]
    checkpoint, records = request.session.together(*calls)
    found: dict[int, dict[str, JobMetric]] = defaultdict(dict)
    for metric in sorted(_metrics(request, records), key=lambda each: each.timestamp):
        if metric.epoch is not None:
            found[metric.epoch][metric.metric_name] = metric
    marked = checkpoint.epoch if checkpoint else None
    best = marked if marked is not None else _best_epoch(found)
    return [
        JobEpoch(epoch=epoch, metrics={name: each.value for name, each in found[epoch].items()}, is_best=epoch == best)
        for epoch in sorted(found)
    ]


def thinned(values: Sequence[float], most: int) -> list[int]:
    """Which of these values to keep: the first, the last, the extremes, and the extremes of equal stretches."""
    if len(values) <= most:
        return list(range(len(values)))
    lowest, highest = _extremes(values, range(len(values)))
    kept = {0, len(values) - 1, lowest, highest}
    stretches = (most - len(kept)) // 2
    inner = len(values) - 2
    for number in range(stretches):
        stretch = range(1 + inner * number // stretches, 1 + inner * (number + 1) // stretches)
        kept |= set(_extremes(values, stretch)) if stretch else set()
    return sorted(kept)


def _extremes(values: Sequence[float], places: range) -> tuple[int, int]:
    return min(places, key=values.__getitem__), max(places, key=values.__getitem__)


def _curve(name: str, metrics: list[JobMetric], most: int) -> MetricCurve:
    ordered = sorted(metrics, key=lambda each: each.timestamp)
    kept = [ordered[place] for place in thinned([_number(each) for each in ordered], most)]
    points = tuple(
        CurvePoint(timestamp=each.timestamp, value=_number(each), step=each.step, epoch=each.epoch) for each in kept
    )
    return MetricCurve(metric_name=name, unit=ordered[-1].unit, total=len(ordered), points=points)


def _measured(request: Request, job_id: str, names: Sequence[str] | None) -> dict[str, list[JobMetric]]:
    found: dict[str, list[JobMetric]] = defaultdict(list)
    for metric in _metrics(request, _records(request, job_id, names)):
        if is_number(metric.value):
            found[metric.metric_name].append(metric)
    return found


def _records(request: Request, job_id: str, names: Sequence[str] | None) -> list[Record]:
    """One range for all metrics, or one for each that was asked for: other metrics may lie between them."""
    named = [{"metric_name": name} for name in dict.fromkeys(names)] if names is not None else [{}]
    asked = [{"job_id": job_id, **each} for each in named]
    queries = [query for each in asked for query in METRICS.queries(each)]
    answers = request.session.together(*(partial(request.session.query, query) for query in queries))
    return [record for records in answers for record in records]


def _metrics(request: Request, records: Iterable[Record]) -> Iterator[JobMetric]:
    found = request.items(JobMetric.table, records, JobMetric)
    return (each for each in found if isinstance(each, JobMetric))


def _best_epoch(found: dict[int, dict[str, JobMetric]]) -> int | None:
    for name, is_higher_better in BEST_BY:
        reached = {
            epoch: _number(metrics[name])
            for epoch, metrics in found.items()
            if name in metrics and is_number(metrics[name].value)
        }
        if reached:
            choose = max if is_higher_better else min
            return choose(sorted(reached), key=reached.__getitem__)
    return None


def _number(metric: JobMetric) -> float:
    return metric.value if isinstance(metric.value, int | float) else 0.0


def _name_of(record: Record) -> str | None:
    name = JobMetric.ids_of(record).get("metric_name")
    return str(name) if name else None
