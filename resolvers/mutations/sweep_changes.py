"""Sweeps that are under way: runs taken up again, and runs that are stopped because others do better."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from entities.fields import Counted, Ordinal, Part
from entities.jobs import Job, JobCheckpoint, JobMetric, JobState, Queue
from entities.times import format_time
from loaders.dynamo.requests import Begins, Query
from loaders.errors import BadInput, Conflict, NotFound
from loaders.jobs import measured_by_runs
from loaders.reading import Reading
from loaders.writing import Found, find_all, find_many, require, revised
from resolvers.inputs import Input
from resolvers.jobs import Sweep, is_number, sweep, sweep_of
from resolvers.mutations.job_history import partition_of
from resolvers.mutations.job_states import JOB_RESUMED
from resolvers.mutations.making import Text
from resolvers.mutations.run_counts import recounting
from resolvers.mutations.run_moves import Move, has_time, move_runs, run_ids

_STOP = {JobState.RUNNING: {JobState.CANCELLED}}


class ResumeSweepInput(Input):
    """A sweep whose unfinished runs shall be taken up again."""

    sweep_id: Text
    queue_name: Text | None = None
    statuses: Annotated[tuple[JobState, ...], Field(min_length=1)] | None = None


class StopUnderperformingInput(Input):
    """A sweep of which only the best runs shall go on."""

    sweep_id: Text
    metric_name: Text
    after_epochs: Ordinal
    keep: Counted
    higher_is_better: bool = False


class SweepResumption(Part):
    """What became of a sweep that was taken up again."""

    sweep: Sweep
    resumed: int
    is_complete: bool


class RankedRun(Part):
    """A run, and how well it did."""

    job_id: str
    value: float
    epoch: int | None = None


class SweepPruning(Part):
    """Which runs of a sweep go on, and which do not."""

    sweep: Sweep
    stopped: tuple[RankedRun, ...] = ()
    kept: tuple[RankedRun, ...] = ()
    is_complete: bool


def resume_sweep(reading: Reading, input: ResumeSweepInput) -> SweepResumption:
    """What is not done waits again, to go on from its latest checkpoint. A repeat finds nothing to do."""
    refused = [each for each in input.statuses or () if each not in JOB_RESUMED]
    if refused:
        raise BadInput(f"A run that is {refused[0].value} cannot be taken up again.", field="input.statuses")
    parent = require(reading, Job, job_id=input.sweep_id, field="input.sweepId")
    queue_name = input.queue_name or _config(parent.item).get("queue_name")
    if queue_name:
        require(reading, Queue, queue_name=queue_name, field="input.queueName")
    runs = _runs(reading, input.sweep_id)
    _put_counts_right(reading, parent, runs)
    ids = [run.job_id for run in runs if _shall_go_on(input, run)]
    resumed = 0
    for start in range(0, len(ids), _LOOKED_UP):
        part = ids[start : start + _LOOKED_UP]
        if has_time(reading):
            resumed += len(list(move_runs(reading, input.sweep_id, queue_name, part, _again(reading, part))))
    is_complete = resumed == len(ids) or has_time(reading)
    return SweepResumption(sweep=_sweep(reading, input.sweep_id), resumed=resumed, is_complete=is_complete)


def stop_underperforming(reading: Reading, input: StopUnderperformingInput) -> SweepPruning:
    """Of the runs that have come so far all but the best are called off. A repeat finds it done and says the same."""
    parent = require(reading, Job, job_id=input.sweep_id, field="input.sweepId").item
    runs = _runs(reading, input.sweep_id)
    ranked = _ranked(reading, input, parent, [run.job_id for run in runs if run.status is JobState.RUNNING])
    kept, losers = ranked[: input.keep], ranked[input.keep :]
    scores = {each.job_id: each for each in losers}
    move = Move(JobState.CANCELLED, _STOP, partial(_marked, input, scores), partial(_why, input, scores), False)
    queue_name = _config(parent).get("queue_name")
    now = set(move_runs(reading, input.sweep_id, queue_name, list(scores), move))
    before = [_mark(run) for run in runs if run.status is JobState.CANCELLED and _is_by(input, run)]
    stopped = [*before, *(each for each in losers if each.job_id in now)]
    return SweepPruning(
        sweep=_sweep(reading, input.sweep_id),
        stopped=tuple(sorted(stopped, key=partial(_rank, input))),
        kept=tuple(kept),
        is_complete=len(now) == len(losers) or has_time(reading),
    )


def _shall_go_on(input: ResumeSweepInput, run: Job) -> bool:
    """What others outdid stays stopped, unless whoever asks for cancelled runs means those too."""
    if input.statuses:
        return run.status in input.statuses
    return run.status in JOB_RESUMED and "stopped" not in _map(run.results)


_LOOKED_UP = 96
"""Runs whose checkpoints are looked up together."""


def _runs(reading: Reading, sweep_id: str) -> list[Job]:
    ids = [{"job_id": each} for each in run_ids(reading, sweep_id)]
    return [found.item for found in find_many(reading, Job, ids) if found]


def _put_counts_right(reading: Reading, sweep: Found[Job], runs: Sequence[Job]) -> None:
    """Others may have changed runs without counting. Where somebody counts just now, there will be another time."""
    if sweep.item.runs_total is None:
        return
    actions = recounting(reading, sweep, (run for run in runs if run.sweep_id == sweep.item.job_id))
    if actions:
        with suppress(Conflict):
            reading.session.transact_write(actions)


def _again(reading: Reading, ids: Sequence[str]) -> Move:
    """Runs wait again, each to go on from its latest checkpoint."""
    saved = dict(
        zip(ids, reading.session.together(*(partial(_latest_saved, reading, each) for each in ids)), strict=True)
    )

    def edited(run: Job) -> Job:
        results = {name: value for name, value in _map(run.results).items() if name != "stopped"}
        checkpoint = saved[run.job_id]
        config = {**_config(run), "resume_from": _place(checkpoint)} if checkpoint else run.job_config
        return revised(run, results=results or None, job_config=config)

    def message(run: Job) -> str:
        checkpoint = saved[run.job_id]
        return f"Taken up again from {format_time(checkpoint.timestamp)}." if checkpoint else "Taken up again."

    return Move(JobState.PENDING, JOB_RESUMED, edited, message, is_waiting=True)


def _latest_saved(reading: Reading, job_id: str) -> JobCheckpoint | None:
    query = Query(
        JobCheckpoint.table,
        None,
        partition_of(job_id),
        Begins("CHECKPOINT#"),
        (JobCheckpoint.type_name,),
        newest_first=True,
        limit=1,
    )
    return next((found.item for found in find_all(reading, JobCheckpoint, query)), None)


def _place(saved: JobCheckpoint) -> dict[str, Any]:
    place = {"s3_bucket": saved.s3_bucket, "s3_key": saved.s3_key, "epoch": saved.epoch, "step": saved.step}
    return {
        "timestamp": format_time(saved.timestamp),
        **{name: value for name, value in place.items() if value is not None},
    }


def _ranked(reading: Reading, input: StopUnderperformingInput, parent: Job, running: Iterable[str]) -> list[RankedRun]:
    """The running jobs that have come so far, the best first."""
    measured: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for record in measured_by_runs(reading, parent, input.metric_name):
        if is_number(record.get("value")):
            measured[str(JobMetric.ids_of(record).get("job_id"))].append(record)
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
    """The run says by which rule it was stopped, and what it had reached."""
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


def _sweep(reading: Reading, sweep_id: str) -> Sweep:
    """How far the sweep has come now."""
    counted = sweep_of(require(reading, Job, job_id=sweep_id).item) or sweep(reading, sweep_id)
    if counted is None:
        raise NotFound("The sweep is gone.", field="input.sweepId")
    return counted
