"""Deletion of a job with all that belongs to it; the job itself is deleted last.

Places in queues, assignments to machines and dependencies of other jobs lie in other partitions and are found through
indexes, which lag behind the table. So the job is marked first. Once the indexes show the mark, they also show
everything that was written before it, and only then does "nothing left" count.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from commands.changes import RESERVE_SECONDS, transact, unchanged
from commands.input_types import Text
from commands.inputs import Input
from commands.jobs.queues import leaving, places_of, queue_names_of, queues_of
from commands.jobs.run_counts import sweep_of_run, uncounting
from commands.jobs.run_moves import run_ids
from commands.receipts.deleting import DeletedItems
from entities.attributes import Record
from entities.fields import Part
from entities.jobs import Job, JobState, QueueJob
from entities.registry import type_of
from entities.tables import RECEIPTS
from loaders.current import Found, find
from loaders.dynamo.requests import Query
from loaders.dynamo.writes import Action, Changes, Update
from loaders.errors import Outdated
from loaders.jobs import DEPENDENTS, INSTANCES_OF_JOB
from loaders.request import Request

ASKED = ("GSI1", "GSI2")
"""The indexes that are asked for what lies elsewhere."""
PAUSE_SECONDS = 0.2
PAGE = 1000
"""How many items are read before they are deleted. A crash then loses little work."""

Gone = dict[tuple[str, str], str]
"""The keys and types of deleted items. Indexes may still show them for a while."""


class DeleteJobInput(Input):
    """A job to delete with everything that belongs to it."""

    about: ClassVar[str] = "Job"

    job_id: Text
    """The id of the job to delete."""


class JobDeletion(Part):
    """What was deleted of a job."""

    job_id: str
    """The id of the job."""
    is_complete: bool
    """Whether everything has been deleted. If false, repeat the call to go on."""
    deleted: int
    """How many items this call deleted."""
    types: tuple[DeletedItems, ...]
    """How many items of each type this call deleted."""


def delete_job(request: Request, input: DeleteJobInput) -> JobDeletion:
    """Delete as much as there is time for, and say whether that was all. A repeat goes on."""
    gone: Gone = _mark(request, input.job_id)
    is_complete = _delete_all(request, input.job_id, gone)
    counts = Counter(gone.values())
    types = tuple(DeletedItems(type_name=name, count=count) for name, count in sorted(counts.items()))
    return JobDeletion(job_id=input.job_id, is_complete=is_complete, deleted=len(gone), types=types)


def _mark(request: Request, job_id: str) -> Gone:
    """Store who deletes the job, take it out of its queues and out of the counts of its sweep: all at once.

    It also moves to places of its own in the indexes, where its mark can be looked for.
    """

    def writes() -> tuple[list[Action | None], Gone]:
        job = find(request, Job, job_id=job_id)
        if job is None:
            return [], {}
        if job.item.deleted_by is not None:
            return [_back_in_place(job)], {}
        _refuse(request, job.item)
        places = places_of(request, {job_id: queues_of(request, job.item)})
        sweep = sweep_of_run(request, job.item)
        counted = uncounting(request, sweep, job.item) if sweep else []
        left: Gone = {(each.record["PK"], each.record["SK"]): QueueJob.__name__ for each in places}
        return [_marked(request, job), *counted, *leaving(request, places)], left

    return transact(request, writes)


def _refuse(request: Request, job: Job) -> None:
    if job.status is JobState.RUNNING:
        raise Outdated("This Job is RUNNING. Record how it ended first.", job)
    if job.job_type == "sweep" and run_ids(request, job.job_id):
        raise Outdated("This Job is a sweep that has runs. Delete its runs first.", job)


def _marked(request: Request, job: Found[Job]) -> Update:
    by = request.caller.name or request.caller.mode
    condition = unchanged(job, ("status", "queue_names", "deleted_by"))
    changes = Changes(set={"deleted_by": by, **_places(job.item.job_id)})
    return Update(RECEIPTS, RECEIPTS.key_of(job.record), changes, condition)


def _back_in_place(job: Found[Job]) -> Update | None:
    """The action that moves a marked job back to its places, if another writer gave it those of its status again.

    Without it, its deletion would wait for the mark forever.
    """
    lost = {name: value for name, value in _places(job.item.job_id).items() if job.record.get(name) != value}
    if not lost:
        return None
    return Update(RECEIPTS, RECEIPTS.key_of(job.record), Changes(set=lost), unchanged(job, ("deleted_by", *lost)))


def _places(job_id: str) -> Record:
    """Where a marked job stands in all indexes that are asked."""
    return {name: value for index in ASKED for name, value in _place(job_id, index).items()}


def _place(job_id: str, index: str) -> Record:
    """Where a marked job stands in an index."""
    return dict(zip(RECEIPTS.index(index).attributes, (f"DELETED_JOB#{job_id}", "JOB"), strict=True))


def _delete_all(request: Request, job_id: str, gone: Gone) -> bool:
    key = Job.key_for(job_id=job_id)
    own = Query(RECEIPTS, None, key["PK"], limit=PAGE, is_consistent=True)
    while True:
        found = [record for record in request.session.query(own) if record["SK"] != key["SK"]]
        if not found:
            break
        _delete(request, found, gone)
        if request.session.deadline.left() < RESERVE_SECONDS:
            return False
    job = request.session.get(RECEIPTS, key, is_consistent=True)
    if job and not _wait_for_indexes(request, job_id):
        return False
    _leave_queues(request, job_id, gone)
    calls = (partial(request.session.query, query) for query in _elsewhere(job_id))
    _delete(request, [record for records in request.session.together(*calls) for record in records], gone)
    _delete(request, [job] if job else [], gone)
    return True


def _wait_for_indexes(request: Request, job_id: str) -> bool:
    """Wait until the indexes show the mark; returns whether they do before the time is up."""
    deadline = request.session.deadline
    missing = [Query(RECEIPTS, index, f"DELETED_JOB#{job_id}", limit=1) for index in ASKED]
    while missing:
        missing = [query for query in missing if not request.session.query(query)]
        if missing and deadline.left() < RESERVE_SECONDS:
            return False
        if missing:
            deadline.clock.sleep(PAUSE_SECONDS)
    return True


def _leave_queues(request: Request, job_id: str, gone: Gone) -> None:
    """Take the job out of queues that only the index knew of, and lower their counts."""

    def writes() -> tuple[list[Action | None], Gone]:
        places = places_of(request, {job_id: queue_names_of(request, job_id)})
        return leaving(request, places), {(each.record["PK"], each.record["SK"]): QueueJob.__name__ for each in places}

    gone |= transact(request, writes)


def _elsewhere(job_id: str) -> Sequence[Query]:
    """Assignments to machines, and dependencies of other jobs on this one."""
    return [
        *INSTANCES_OF_JOB.queries({"job_id": job_id}),
        *DEPENDENTS.queries({"dependency_job_id": job_id}),
    ]


def _delete(request: Request, records: Sequence[Record], gone: Gone) -> None:
    request.session.batch_write(RECEIPTS, [], [RECEIPTS.key_of(record) for record in records])
    gone |= {(record["PK"], record["SK"]): _name_of(record) for record in records}


def _name_of(record: Record) -> str:
    entity = type_of(RECEIPTS, record)
    return entity.__name__ if entity else str(record.get("TYPE", "UNKNOWN"))
