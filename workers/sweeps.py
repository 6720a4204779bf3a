"""The progress of sweeps, whichever program made them or wrote their runs: counted again whenever a run has changed.

A run and its sweep lie in different partitions, so several publishers may count the same sweep at once and overtake
each other. Each therefore counts again after it has sent a message, and sends another if the numbers have changed: the
last message is then right.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from entities.jobs import DependencyType, Job, JobDependency
from loaders.current import find, find_all, find_many
from loaders.derived import Sweep
from loaders.dynamo.requests import Begins, Query
from loaders.jobs import DEPENDENTS
from loaders.request import Request
from loaders.sweeps import count_runs, sweep_of
from resolvers.runtime.fields import show_part
from workers.messages import ItemChange, Message, announcement_of
from workers.relations import completed

SWEEP = "sweep"
MAX_COUNTS = 5
MAX_LINKS = 20_000
_links: OrderedDict[tuple[str, str], None] = OrderedDict()
"""Sweeps and runs that this process has seen linked: an index may not show new links yet."""


def touched_by(request: Request, change: ItemChange) -> list[str]:
    """The ids of the jobs that may be sweeps and whose progress a change may concern."""
    before, now = change.old, change.new
    item = now or before
    if isinstance(item, JobDependency):
        _remember([item])
        return [item.dependency_job_id]
    if not isinstance(item, Job) or _counts(before) == _counts(now):
        return []
    own = [item.job_id] if _is_sweep(item) else []
    return [*own, item.sweep_id] if item.sweep_id else [*own, *_sweeps_of_run(request, item.job_id)]


def tell_progress(request: Callable[[], Request], sweep_id: str, event_id: str, send: Callable[[Message], None]) -> int:
    """Send the progress of a sweep until it is what the messages say; returns the number of messages."""
    told: Sweep | None = None
    for number in range(MAX_COUNTS):
        sweep = count(request(), sweep_id)
        if sweep is None or sweep == told:
            return number
        told = sweep
        shown = {"__typename": "Sweep", **show_part(sweep)}
        message = Message(announcement_of("onSweepProgress"), shown, f"{event_id}/{sweep_id}/{number}")
        send(completed(request(), message, {}))
    return MAX_COUNTS


def count(request: Request, sweep_id: str) -> Sweep | None:
    """The progress of a sweep as it is now; None if the job is no sweep."""
    parent = find(request, Job, job_id=sweep_id)
    if parent is None:
        return None
    links = _links_to(request, sweep_id)
    named = [each for each in links if each.type is DependencyType.PARENT_SWEEP]
    if not named and not _is_sweep(parent.item):
        return None
    runs = find_many(request, Job, [{"job_id": each.dependent_job_id} for each in named or links])
    found = [each.item for each in runs if each and each.item.deleted_by is None]
    total = parent.item.runs_total
    return sweep_of(parent.item) if total is not None and total != len(found) else count_runs(sweep_id, found)


def _links_to(request: Request, sweep_id: str) -> list[JobDependency]:
    """What links runs to a sweep: listed by an index and by what we have seen, then read as it is now."""
    listed = DEPENDENTS.all(request, {"dependency_job_id": sweep_id})
    runs = {each.dependent_job_id for each in listed if isinstance(each, JobDependency)}
    runs |= {run for sweep, run in list(_links) if sweep == sweep_id}
    ids = [{"dependent_job_id": run, "dependency_job_id": sweep_id} for run in sorted(runs)]
    return [each.item for each in find_many(request, JobDependency, ids) if each]


def _sweeps_of_run(request: Request, job_id: str) -> Iterator[str]:
    partition = Job.key_for(job_id=job_id)["PK"]
    found = find_all(request, JobDependency, Query(Job.table, None, partition, Begins("DEPENDS_ON#")))
    links = [each.item for each in found if each.item.type is not DependencyType.CHILD_TRAINING]
    _remember(links)
    named = [each for each in links if each.type is DependencyType.PARENT_SWEEP]
    return (each.dependency_job_id for each in named or links)


def _remember(links: Iterable[JobDependency]) -> None:
    for each in links:
        _links[each.dependency_job_id, each.dependent_job_id] = None
        _links.move_to_end((each.dependency_job_id, each.dependent_job_id))
    while len(_links) > MAX_LINKS:
        _links.popitem(last=False)


def _is_sweep(job: Job) -> bool:
    return job.runs_total is not None or job.job_type == SWEEP


def _counts(item: Any) -> Any:
    """What of a job matters to the progress of a sweep."""
    return (item.status, sweep_of(item)) if isinstance(item, Job) else None
