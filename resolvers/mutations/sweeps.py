"""Sweeps: one parent, and a run for each combination of parameters.

The parent comes first and knows how many runs there shall be. Then come the runs, some at a time, each with its
dependencies and its place in the queue in one transaction that also counts them. So whenever it stops, what is there
is right as far as it goes, and the same request again goes on after as many runs as are counted.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, ClassVar
from uuid import UUID

from entities.fields import Json, Part
from entities.item import Item
from entities.jobs import DependencyType, Job, JobDependency, JobState, Priority, Queue, QueueJob
from loaders.dynamo.session import MAX_TRANSACTION_ACTIONS
from loaders.dynamo.sizes import item_size
from loaders.dynamo.writes import Action
from loaders.errors import BadInput
from loaders.reading import Reading
from loaders.writing import added, create, find_many, put_new, require, transact
from resolvers.inputs import Input
from resolvers.jobs import Sweep, sweep_of
from resolvers.mutations.making import Text, made
from resolvers.mutations.run_counts import COUNTS
from resolvers.mutations.run_moves import has_time
from resolvers.mutations.sweep_grid import Run, combinations, digest, runs_of

MOST_CONFIG_BYTES = 64_000
"""Of the parent, which is written anew with every change of a run, and of what each run inherits."""

_MICROSECOND = timedelta(microseconds=1)
_PER_RUN = 4
RUNS_AT_ONCE = (MAX_TRANSACTION_ACTIONS - 2) // _PER_RUN


class CreateSweepInput(Input):
    """A new sweep: a grid of parameters, or a list of configurations."""

    about: ClassVar[str] = "Job"

    sweep_id: Text | None = None
    name: Text
    description: str | None = None
    created_by: Text
    queue_name: Text | None = None
    priority: Priority = Priority.MEDIUM
    parameter_grid: Json = None
    configs: Json = None
    job_config: Json = None
    tags: Json = None


class SweepCreation(Part):
    """How far the making of a sweep has come."""

    sweep: Sweep
    created: int
    total: int
    is_complete: bool


def create_sweep(reading: Reading, input: CreateSweepInput) -> SweepCreation:
    """As much of it as there is time for; the same again goes on where this ended."""
    sweep_id = input.sweep_id or str(UUID(digest(input.model_dump(mode="json"))))
    runs = runs_of(sweep_id, combinations(input.parameter_grid, input.configs))
    wanted = _parent(reading, input, sweep_id, len(runs))
    queue = _queue(reading, input)
    parent = create(reading, wanted, ignoring=("created_at", "status", "results", "best_checkpoint_at", *COUNTS))
    is_new = parent is wanted
    for part in _parts(runs[_created(parent) :]):
        if not has_time(reading):
            break
        _create_runs(reading, input, parent, queue, part, is_new=is_new)
    return _how_far(require(reading, Job, job_id=sweep_id).item)


def _create_runs(
    reading: Reading, input: CreateSweepInput, parent: Job, queue: Queue | None, runs: Sequence[Run], *, is_new: bool
) -> None:
    """Those of these runs that are not there yet, all that belongs to them, and their counts."""
    first_try = is_new

    def plan() -> tuple[list[Action | None], None]:
        nonlocal first_try
        there = [] if first_try else find_many(reading, Job, [{"job_id": run.job_id} for run in runs])
        first_try = False
        known = {found.item.job_id for found in there if found}
        missing = [run for run in runs if run.job_id not in known]
        items = [item for run in missing for item in _items(reading, input, parent, queue, run)]
        counts = [added(parent, runs_pending=len(missing)), added(queue, job_count=len(missing)) if queue else None]
        return [*map(put_new, items), *counts], None

    transact(reading, plan)


def _items(reading: Reading, input: CreateSweepInput, parent: Job, queue: Queue | None, run: Run) -> Iterator[Item]:
    """A run, what ties it to its sweep, and its place in the queue, in the order of the grid."""
    since, sweep_id = _MICROSECOND * run.number, parent.job_id
    config = {**_base(input), **run.parameters, "parameters": run.parameters}
    values: dict[str, Any] = {"created_by": input.created_by, "priority": input.priority, "tags": input.tags}
    yield Job(
        job_id=run.job_id,
        name=f"{input.name}/{run.number}",
        created_at=(parent.created_at or reading.now) + since,
        job_config={**config, "job_type": "training", "sweep_id": sweep_id},
        sweep_id=sweep_id,
        **values,
    )
    for dependent, dependency, kind in (
        (run.job_id, sweep_id, DependencyType.PARENT_SWEEP),
        (sweep_id, run.job_id, DependencyType.CHILD_TRAINING),
    ):
        yield JobDependency(dependent_job_id=dependent, dependency_job_id=dependency, type=kind, created_at=reading.now)
    if queue:
        place: dict[str, Any] = {"queue_name": queue.queue_name, "job_id": run.job_id, "sweep_id": sweep_id}
        yield QueueJob(**place, priority=input.priority, enqueued_at=reading.now + since)


def _parent(reading: Reading, input: CreateSweepInput, sweep_id: str, total: int) -> Job:
    """A list of configurations may be long: of it the parent keeps only what tells it from another."""
    config = {"job_type": "sweep", **input.given("parameter_grid", "queue_name")}
    config |= {"base_config": _base(input)} if input.job_config else {}
    config |= {"configs_digest": digest(input.configs)} if input.configs else {}
    values: dict[str, Any] = input.given("name", "description", "created_by", "priority", "tags")
    values |= dict.fromkeys(COUNTS, 0)
    parent = made(Job, job_id=sweep_id, created_at=reading.now, job_config=config, runs_total=total, **values)
    if item_size(parent.to_record()) > MOST_CONFIG_BYTES:
        field = "input.jobConfig" if input.job_config else "input.parameterGrid"
        raise BadInput(f"What all runs share may have {MOST_CONFIG_BYTES // 1000} KB at most.", field=field)
    return parent


def _base(input: CreateSweepInput) -> dict[str, Any]:
    if input.job_config is not None and not isinstance(input.job_config, dict):
        raise BadInput("The configuration must be an object.", field="input.jobConfig")
    return dict(input.job_config or {})


def _queue(reading: Reading, input: CreateSweepInput) -> Queue | None:
    if input.queue_name is None:
        return None
    return require(reading, Queue, queue_name=input.queue_name, field="input.queueName").item


def _how_far(parent: Job) -> SweepCreation:
    sweep, created = sweep_of(parent), _created(parent)
    if sweep is None:
        raise BadInput("There is a job of that id that is no sweep.", field="input.sweepId")
    total = sweep.progress.total
    return SweepCreation(sweep=sweep, created=created, total=total, is_complete=created >= total)


def _created(parent: Job) -> int:
    """Every run that is there is in one of the states."""
    return sum(getattr(parent, f"runs_{state.value}") or 0 for state in JobState)


def _parts(runs: Sequence[Run]) -> Iterator[Sequence[Run]]:
    return (runs[start : start + RUNS_AT_ONCE] for start in range(0, len(runs), RUNS_AT_ONCE))
