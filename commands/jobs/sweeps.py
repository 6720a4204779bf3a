"""Sweeps: one parent job, and a run for each combination of parameters.

The parent is stored first, with the number of runs to come. Then the runs follow, some at a time, with their
dependencies and places in the queue, in one transaction that also counts them. So an interrupted creation is consistent
as far as it got, and the same request goes on after the runs that exist or have been deleted since.
"""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Annotated, Any, ClassVar
from uuid import UUID

from pydantic import Field

from commands.build_item import build_item
from commands.changes import added, create, put_new, transact
from commands.input_types import Text
from commands.inputs import Input
from commands.jobs.jobs import TOLD_LATER
from commands.jobs.queues import more, the_queue
from commands.jobs.run_counts import COUNTS
from commands.jobs.run_moves import has_time
from commands.jobs.sweep_grid import GridRun, combinations, digest, runs_of
from entities.fields import Json, Part
from entities.item import Item
from entities.jobs import DependencyType, Job, JobDependency, JobState, Priority, Queue, QueueJob
from loaders.current import find_many, require
from loaders.derived import Sweep
from loaders.dynamo.sizes import item_size
from loaders.dynamo.writes import MAX_TRANSACTION_ACTIONS, Action, Condition
from loaders.errors import BadInput, Outdated
from loaders.request import Request
from loaders.sweeps import sweep_of

MAX_CONFIG_BYTES = 64_000
"""The size of the parent, which is written with every change of a run, and of what each run inherits from it."""

_MICROSECOND = timedelta(microseconds=1)
_PER_RUN = 4
_SHARED = ("name", "description", "created_by", "priority", "tags", "metrics_ttl_days")
RUNS_AT_ONCE = (MAX_TRANSACTION_ACTIONS - 2) // _PER_RUN

_EDITABLE = ("description", "priority", "tags")
"""What `updateJob` may have changed about the parent: a creation that was interrupted goes on all the same."""


class CreateSweepInput(Input):
    """A sweep to create. Its runs follow from either `parameterGrid` or `configs`."""

    about: ClassVar[str] = "Job"

    sweep_id: Text | None = None
    """The id of the sweep. If left out, it is derived from the other fields: repeating the call finds the sweep."""
    name: Text
    """The name of the sweep; its runs are called `<name>/1`, `<name>/2` and so on."""
    description: str | None = None
    """What the sweep is for, in words."""
    created_by: Text | None = None
    """The person or program that created the sweep; defaults to the caller. A given name is kept as it is."""
    queue_name: Text | None = None
    """The name of the queue to put the runs into; if left out, they are put into none."""
    priority: Priority = Priority.MEDIUM
    """How urgent the runs are; defaults to MEDIUM."""
    parameter_grid: Json = None
    """The values to try for each parameter, as a JSON object of lists such as `{"learning_rate": [0.1, 0.01]}`. Every
    combination becomes a run; at most 100,000 runs.
    """
    configs: Json = None
    """The parameters of each run, as a JSON list of at most 100,000 objects; used instead of `parameterGrid`."""
    job_config: Json = None
    """Settings that all runs share, as a JSON object."""
    tags: Json = None
    """Names and values by which people group jobs, as JSON; the sweep and all its runs get them."""
    metrics_ttl_days: Annotated[int, Field(ge=1, le=3650)] | None = None
    """After how many days the measurements of the runs expire, from 1 to 3,650; if left out, they are kept. A report
    with an `expiresAt` of its own comes first.
    """


class SweepCreation(Part):
    """How far the creation of a sweep has come."""

    sweep: Sweep
    """The sweep."""
    created: int
    """How many runs have been created so far."""
    total: int
    """How many runs the sweep will have in the end."""
    is_complete: bool
    """Whether all runs have been created. If false, repeat the call to go on."""


def create_sweep(request: Request, input: CreateSweepInput) -> SweepCreation:
    """Create as much of the sweep as there is time for. The same request goes on where this one ended."""
    sweep_id = input.sweep_id or str(UUID(digest(_identity(input))))
    runs = runs_of(sweep_id, combinations(input.parameter_grid, input.configs))
    wanted = _parent(request, input, sweep_id, len(runs))
    queue = _queue(request, input)
    own = () if input.created_by else ("created_by",)
    parent = create(request, wanted, ignoring=(*TOLD_LATER, *_EDITABLE, "created_at", "runs_total", *COUNTS, *own))
    is_new = parent is wanted
    for part in _parts(runs[_begun(_growing(parent), len(runs)) :]):
        if not has_time(request):
            break
        _create_runs(request, input, parent, queue, part, of=len(runs), is_new=is_new)
    return _how_far(require(request, Job, job_id=sweep_id).item)


def _identity(input: CreateSweepInput) -> dict[str, Any]:
    """What the id of a sweep is derived from. Fields that came later are left out where they are not given."""
    later = {name for name in ("metrics_ttl_days",) if getattr(input, name) is None}
    return input.model_dump(mode="json", exclude=later)


def _create_runs(
    request: Request,
    input: CreateSweepInput,
    parent: Job,
    queue: Queue | None,
    runs: Sequence[GridRun],
    *,
    of: int,
    is_new: bool,
) -> None:
    """Store the runs that do not exist yet, with all that belongs to them, and count them."""
    first_try = is_new

    def writes() -> tuple[list[Action | None], None]:
        nonlocal first_try
        sweep = parent if first_try else _growing(require(request, Job, job_id=parent.job_id).item)
        missing = runs if first_try else _missing(request, sweep, runs, of)
        into = queue if first_try else _queue(request, input)
        first_try = False
        items = [item for run in missing for item in _items(request, input, sweep, into, run)]
        grows = Condition(exists=True, lacks=("deleted_by",), equals={"runs_total": sweep.runs_total})
        counts = [added(sweep, grows, runs_pending=len(missing)), more(into, len(missing)) if into else None]
        return [*map(put_new, items), *counts], None

    transact(request, writes)


def _growing(parent: Job) -> Job:
    """The parent as it is now, if runs may be added to it."""
    if parent.runs_total is None:
        raise BadInput("The job with this `sweep_id` is not a sweep. Choose another id.", field="sweep_id")
    if parent.deleted_by is not None:
        raise Outdated("This Job is being deleted.", parent)
    return parent


def _missing(request: Request, parent: Job, runs: Sequence[GridRun], of: int) -> list[GridRun]:
    """Those of the runs that were never created. What was deleted since is not created again."""
    begun = _begun(parent, of)
    later = [run for run in runs if run.number > begun]
    there = find_many(request, Job, [{"job_id": run.job_id} for run in later])
    return [run for run, found in zip(later, there, strict=True) if found is None]


def _begun(parent: Job, of: int) -> int:
    """How many runs were ever created: each is counted in a state, or was taken off the total when it was deleted."""
    return _created(parent) + of - (parent.runs_total or 0)


def _items(request: Request, input: CreateSweepInput, parent: Job, queue: Queue | None, run: GridRun) -> Iterator[Item]:
    """A run, its dependencies, and its place in the queue, in the order of the grid."""
    since, sweep_id = _MICROSECOND * run.number, parent.job_id
    config = {**_base(input), **run.parameters, "parameters": run.parameters}
    values: dict[str, Any] = {"priority": input.priority, "tags": input.tags}
    values |= {"metrics_ttl_days": input.metrics_ttl_days}
    values |= {"created_by": parent.created_by, "recorded_by": request.caller.name}
    yield Job(
        job_id=run.job_id,
        name=f"{input.name}/{run.number}",
        created_at=(parent.created_at or request.now) + since,
        job_config={**config, "job_type": "training", "sweep_id": sweep_id},
        sweep_id=sweep_id,
        queue_names=(queue.queue_name,) if queue else (),
        **values,
    )
    for dependent, dependency, kind in (
        (run.job_id, sweep_id, DependencyType.PARENT_SWEEP),
        (sweep_id, run.job_id, DependencyType.CHILD_TRAINING),
    ):
        yield JobDependency(dependent_job_id=dependent, dependency_job_id=dependency, type=kind, created_at=request.now)
    if queue:
        place: dict[str, Any] = {"queue_name": queue.queue_name, "job_id": run.job_id, "sweep_id": sweep_id}
        yield QueueJob(**place, priority=input.priority, enqueued_at=request.now + since)


def _parent(request: Request, input: CreateSweepInput, sweep_id: str, total: int) -> Job:
    """The parent job. It stores a grid, but only a digest of a list of configurations, which may be long."""
    config = {"job_type": "sweep", **input.given("parameter_grid", "queue_name")}
    config |= {"base_config": _base(input)} if input.job_config else {}
    config |= {"configs_digest": digest(input.configs)} if input.configs else {}
    caller = request.caller.name
    values: dict[str, Any] = {"created_by": caller, "recorded_by": caller, "updated_by": caller}
    values |= input.given(*_SHARED) | dict.fromkeys(COUNTS, 0)
    parent = build_item(Job, job_id=sweep_id, created_at=request.now, job_config=config, runs_total=total, **values)
    if item_size(parent.to_record()) > MAX_CONFIG_BYTES:
        field = "job_config" if input.job_config else "parameter_grid"
        raise BadInput(
            f"`{field}` is too large: what the runs share may have {MAX_CONFIG_BYTES // 1000} KB.", field=field
        )
    return parent


def _base(input: CreateSweepInput) -> dict[str, Any]:
    if input.job_config is not None and not isinstance(input.job_config, dict):
        raise BadInput("`job_config` must be an object.", field="job_config")
    return dict(input.job_config or {})


def _queue(request: Request, input: CreateSweepInput) -> Queue | None:
    return the_queue(request, input.queue_name) if input.queue_name else None


def _how_far(parent: Job) -> SweepCreation:
    sweep, created = sweep_of(_growing(parent)), _created(parent)
    if sweep is None:
        raise LookupError("a sweep that grows has counts")
    total = sweep.progress.total
    return SweepCreation(sweep=sweep, created=created, total=total, is_complete=created >= total)


def _created(parent: Job) -> int:
    """How many runs exist: each is counted in one of the states."""
    return sum(getattr(parent, f"runs_{state.value}") or 0 for state in JobState)


def _parts(runs: Sequence[GridRun]) -> Iterator[Sequence[GridRun]]:
    return (runs[start : start + RUNS_AT_ONCE] for start in range(0, len(runs), RUNS_AT_ONCE))
