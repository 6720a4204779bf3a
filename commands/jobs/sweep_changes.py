"""Sweeps in progress: unfinished runs are resumed, and runs that others outperform are stopped."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Annotated, Any

from pydantic import Field

from commands.changes import revised
from commands.input_types import Text
from commands.inputs import Input
from commands.jobs.job_history import partition_of
from commands.jobs.queues import the_queue
from commands.jobs.run_counts import recounting
from commands.jobs.run_moves import Move, has_time, move_runs, run_ids
from commands.transitions.jobs import JOB_RESUMED, JOB_STOPPED
from entities.attributes import Record
from entities.fields import Counted, Ordinal, Part
from entities.jobs import Job, JobCheckpoint, JobMetric, JobState
from entities.times import format_time
from loaders.current import Found, find_all, find_many, require
from loaders.derived import Sweep
from loaders.dynamo.requests import Begins, Query
from loaders.errors import BadInput, Conflict
from loaders.jobs import METRICS
from loaders.request import Request
from loaders.sweeps import count_runs, is_number, sweep_of


class ResumeSweepInput(Input):
    """A sweep whose unfinished runs are to be resumed."""

    sweep_id: Text
    """The id of the sweep."""
    queue_name: Text | None = None
    """The name of the queue to put the runs into; defaults to the queue that the sweep was created with."""
    statuses: Annotated[tuple[JobState, ...], Field(min_length=1)] | None = None
    """Which runs to resume: any of FAILED, CANCELLED and INTERRUPTED. By default all of them, except those that
    `stopUnderperforming` cancelled.
    """


class StopUnderperformingInput(Input):
    """A rule by which to stop the weaker runs of a sweep."""

    sweep_id: Text
    """The id of the sweep."""
    metric_name: Text
    """The metric to compare the runs by, such as `val_loss`."""
    after_epochs: Ordinal
    """Only running runs that have a measurement from this epoch or a later one are compared."""
    keep: Counted
    """How many of the compared runs may go on, at least 1; the others are cancelled."""
    higher_is_better: bool = False
    """Whether higher values of the metric are better; defaults to false: lower ones are."""
    dry_run: bool = False
    """Whether to change nothing and only show whom the rule would stop; defaults to false."""


class SweepResumption(Part):
    """What `resumeSweep` has done."""

    sweep: Sweep
    """The sweep."""
    resumed: int
    """How many runs this call set back to PENDING."""
    is_complete: bool
    """Whether all runs that should be resumed have been. If false, repeat the call to go on."""


class RankedRun(Part):
    """A run of a sweep, and its best value of a metric."""

    job_id: str
    """The id of the run's job."""
    value: float
    """The best value of the metric that the run reached."""
    epoch: int | None = None
    """The epoch (pass over the training data) in which the run reached `value`; null if not recorded."""


class SweepPruning(Part):
    """Which runs of a sweep `stopUnderperforming` let go on, and which it stopped."""

    sweep: Sweep
    """The sweep."""
    stopped: tuple[RankedRun, ...] = ()
    """The runs that this rule has cancelled, in this call or an earlier one, the best first; with `dryRun`, also those
    that it would cancel.
    """
    kept: tuple[RankedRun, ...] = ()
    """The compared runs that go on, the best first."""
    is_complete: bool
    """Whether all runs that should be stopped have been. If false, repeat the call to go on."""


def resume_sweep(request: Request, input: ResumeSweepInput) -> SweepResumption:
    """Set unfinished runs back to PENDING, to go on from their latest checkpoints. A repeat changes nothing."""
    refused = [each for each in input.statuses or () if not JOB_RESUMED.allows(each, JobState.PENDING)]
    if refused:
        raise BadInput(
            f"Runs that are {refused[0].name} cannot be resumed. Choose from FAILED, CANCELLED and INTERRUPTED.",
            field="statuses",
        )
    parent = require(request, Job, job_id=input.sweep_id, field="sweep_id")
    queue_name = input.queue_name or _config(parent.item).get("queue_name")
    if queue_name:
        the_queue(request, queue_name)
    runs = _runs(request, input.sweep_id)
    _put_counts_right(request, parent, runs)
    ids = [run.job_id for run in runs if _shall_go_on(input, run)]
    resumed = 0
    for start in range(0, len(ids), _LOOKED_UP):
        part = ids[start : start + _LOOKED_UP]
        if has_time(request):
            resumed += len(list(move_runs(request, input.sweep_id, queue_name, part, _again(request, part))))
    is_complete = resumed == len(ids) or has_time(request)
    return SweepResumption(sweep=_sweep(request, input.sweep_id), resumed=resumed, is_complete=is_complete)


def stop_underperforming(request: Request, input: StopUnderperformingInput) -> SweepPruning:
    """Cancel all but the best of the runs that have reached the given epoch. A repeat returns the same result."""
    parent = require(request, Job, job_id=input.sweep_id, field="sweep_id").item
    runs = _runs(request, input.sweep_id)
    ranked = _ranked(request, input, [run.job_id for run in runs if run.status is JobState.RUNNING])
    kept, losers = ranked[: input.keep], ranked[input.keep :]
    scores = {each.job_id: each for each in losers}
    move = Move(JobState.CANCELLED, JOB_STOPPED, partial(_marked, input, scores), partial(_why, input, scores), False)
    queue_name = _config(parent).get("queue_name")
    now = set(scores if input.dry_run else move_runs(request, input.sweep_id, queue_name, list(scores), move))
    before = [_mark(run) for run in runs if run.status is JobState.CANCELLED and _is_by(input, run)]
    stopped = [*before, *(each for each in losers if each.job_id in now)]
    return SweepPruning(
        sweep=_sweep(request, input.sweep_id),
        stopped=tuple(sorted(stopped, key=partial(_rank, input))),
        kept=tuple(kept),
        is_complete=len(now) == len(losers) or has_time(request),
    )


def _shall_go_on(input: ResumeSweepInput, run: Job) -> bool:
    """Runs that were stopped because others did better stay so, unless the caller asks for CANCELLED ones."""
    if input.statuses:
        return run.status in input.statuses
    return JOB_RESUMED.allows(run.status, JobState.PENDING) and "stopped" not in _map(run.results)


_LOOKED_UP = 96
"""How many runs have their checkpoints looked up together."""


def _runs(request: Request, sweep_id: str) -> list[Job]:
    """The runs, without those that are being deleted: their sweep no longer counts them."""
    ids = [{"job_id": each} for each in run_ids(request, sweep_id)]
    return [found.item for found in find_many(request, Job, ids) if found and found.item.deleted_by is None]


def _put_counts_right(request: Request, sweep: Found[Job], runs: Sequence[Job]) -> None:
    """Correct the counts if other writers changed runs without counting. After a lost race the next call does it."""
    if sweep.item.runs_total is None:
        return
    actions = recounting(request, sweep, (run for run in runs if run.sweep_id == sweep.item.job_id))
    if actions:
        with suppress(Conflict):
            request.session.transact_write(actions)


def _again(request: Request, ids: Sequence[str]) -> Move:
    """The move of runs back to PENDING, each with its latest checkpoint."""
    saved = dict(
        zip(ids, request.session.together(*(partial(_latest_saved, request, each) for each in ids)), strict=True)
    )

    def edited(run: Job) -> Job:
        results = {name: value for name, value in _map(run.results).items() if name != "stopped"}
        checkpoint = saved[run.job_id]
        config = {**_config(run), "resume_from": _place(checkpoint)} if checkpoint else run.job_config
        return revised(run, results=results or None, job_config=config)

    def message(run: Job) -> str:
        checkpoint = saved[run.job_id]
        return f"Resumed from the checkpoint of {format_time(checkpoint.timestamp)}." if checkpoint else "Resumed."

    return Move(JobState.PENDING, JOB_RESUMED, edited, message, is_waiting=True)


def _latest_saved(request: Request, job_id: str) -> JobCheckpoint | None:
    query = Query(
        JobCheckpoint.table,
        None,
        partition_of(job_id),
        Begins("CHECKPOINT#"),
        (JobCheckpoint.type_name,),
        newest_first=True,
        limit=1,
    )
    return next((found.item for found in find_all(request, JobCheckpoint, query)), None)


def _place(saved: JobCheckpoint) -> dict[str, Any]:
    place = {"s3_bucket": saved.s3_bucket, "s3_key": saved.s3_key, "epoch": saved.epoch, "step": saved.step}
    return {
        "timestamp": format_time(saved.timestamp),
        **{name: value for name, value in place.items() if value is not None},
    }


def _measured(request: Request, metric_name: str, runs: Iterable[str]) -> dict[str, list[Record]]:
    """The values that runs recorded, read from the table itself: an index may not have the latest yet."""
    asked = [query for each in runs for query in METRICS.queries({"job_id": each, "metric_name": metric_name})]
    consistent = [replace(query, is_consistent=True) for query in asked]
    answers = request.session.together(*(partial(request.session.query, query) for query in consistent))
    measured: dict[str, list[Record]] = defaultdict(list)
    for record in chain.from_iterable(answers):
        if is_number(record.get("value")):
            measured[str(JobMetric.ids_of(record).get("job_id"))].append(record)
    return measured


def _ranked(request: Request, input: StopUnderperformingInput, running: Sequence[str]) -> list[RankedRun]:
    """The running jobs that have reached the given epoch, the best first."""
    measured = _measured(request, input.metric_name, running)
    ranked = []
    for job_id in running:
        epochs = [each["epoch"] for each in measured[job_id] if is_number(each.get("epoch"))]
        if epochs and max(epochs) >= input.after_epochs:
            best = min(measured[job_id], key=lambda each: _sign(input) * each["value"])
            epoch = int(best["epoch"]) if is_number(best.get("epoch")) else None
            ranked.append(RankedRun(job_id=job_id, value=best["value"], epoch=epoch))
    return sorted(ranked, key=partial(_rank, input))


def _rank(input: StopUnderperformingInput, run: RankedRun) -> tuple[float, str]:
    return _sign(input) * run.value, run.job_id


def _sign(input: StopUnderperformingInput) -> int:
    return -1 if input.higher_is_better else 1


def _marked(input: StopUnderperformingInput, scores: Mapping[str, RankedRun], run: Job) -> Job:
    """The run with a note of the rule that stopped it and of the value that it had reached."""
    score = scores[run.job_id]
    stopped = {**_rule(input), **score.model_dump(include={"value", "epoch"}, exclude_none=True)}
    return revised(run, results={**_map(run.results), "stopped": stopped})


def _why(input: StopUnderperformingInput, scores: Mapping[str, RankedRun], run: Job) -> str:
    value = scores[run.job_id].value
    return (
        f"Stopped: {input.metric_name} {value:g} is not among the best {input.keep} after {input.after_epochs} epochs."
    )


def _rule(input: StopUnderperformingInput) -> dict[str, Any]:
    return input.model_dump(include={"metric_name", "after_epochs", "higher_is_better"})


def _is_by(input: StopUnderperformingInput, run: Job) -> bool:
    stopped = _map(_map(run.results).get("stopped"))
    return bool(stopped) and all(stopped.get(name) == value for name, value in _rule(input).items())


def _mark(run: Job) -> RankedRun:
    stopped = _map(_map(run.results).get("stopped"))
    return RankedRun(job_id=run.job_id, value=stopped["value"], epoch=stopped.get("epoch"))


def _config(job: Job) -> dict[str, Any]:
    return _map(job.job_config)


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _sweep(request: Request, sweep_id: str) -> Sweep:
    """The sweep and its progress, as they are now."""
    parent = require(request, Job, job_id=sweep_id, field="sweep_id").item
    return sweep_of(parent) or count_runs(sweep_id, _runs(request, sweep_id))
