"""The history of a job: its entries are in the order in which they were recorded, even where clocks differ."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from entities.jobs import Job, JobStatus
from entities.times import format_time
from loaders.current import Found, find_all, require
from loaders.dynamo.requests import Begins, Between, Query
from loaders.errors import Outdated
from loaders.request import Request

MOMENT = timedelta(microseconds=1)
SAME_MOMENT = timedelta(milliseconds=1)
"""Entries with the same given time are spread over at most this."""


def the_job(request: Request, job_id: str, field: str = "job_id") -> Found[Job]:
    """The job as it is now; refused if it is being deleted, since what is stored below it now would be left behind."""
    found = require(request, Job, job_id=job_id, field=field)
    if found.item.deleted_by is not None:
        raise Outdated("This Job is being deleted.", found.item)
    return found


def latest_entry(request: Request, job_id: str) -> JobStatus | None:
    """The latest entry, as it is now."""
    query = Query(
        JobStatus.table,
        None,
        partition_of(job_id),
        Begins("STATUS#"),
        (JobStatus.type_name,),
        newest_first=True,
        limit=1,
    )
    return next((found.item for found in find_all(request, JobStatus, query)), None)


def latest_entries(request: Request, job_ids: Sequence[str]) -> list[JobStatus | None]:
    """The latest entry of each job, in order, read side by side."""
    return request.session.together(*(partial(latest_entry, request, each) for each in job_ids))


def entries_at(request: Request, job_id: str, moment: datetime) -> list[JobStatus]:
    """The entries that were given this time. If it was taken, they were moved slightly later."""
    first, last = (f"STATUS#{format_time(each)}" for each in (moment, moment + SAME_MOMENT))
    query = Query(JobStatus.table, None, partition_of(job_id), Between(first, last), (JobStatus.type_name,))
    return [found.item for found in find_all(request, JobStatus, query)]


def after(moment: datetime, latest: JobStatus | None) -> datetime:
    """The moment, or just after the latest entry if that is later: clocks differ, and two entries may share a time."""
    if latest is None or latest.updated_at < moment:
        return moment
    try:
        return latest.updated_at + MOMENT
    except OverflowError:  # another program's: callers of ours cannot give such a time
        raise Outdated("The history of this job has an entry at the end of time, so none can follow.", latest) from None


def partition_of(job_id: str) -> str:
    """The partition with everything about a job."""
    return str(Job.key_for(job_id=job_id)["PK"])
