"""The history of a job: entries in the order in which things happened, whatever the clocks say."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from entities.jobs import Job, JobStatus
from entities.times import format_time
from loaders.dynamo.requests import Begins, Between, Query
from loaders.reading import Reading
from loaders.writing import find_all

MOMENT = timedelta(microseconds=1)
SAME_MOMENT = timedelta(milliseconds=1)
"""Entries for which writers gave the same time are put one after the other within this."""


def latest_entry(reading: Reading, job_id: str) -> JobStatus | None:
    """The last entry as it is now."""
    query = Query(
        JobStatus.table,
        None,
        partition_of(job_id),
        Begins("STATUS#"),
        (JobStatus.type_name,),
        newest_first=True,
        limit=1,
    )
    return next((found.item for found in find_all(reading, JobStatus, query)), None)


def latest_entries(reading: Reading, job_ids: Sequence[str]) -> list[JobStatus | None]:
    return reading.session.together(*(partial(latest_entry, reading, each) for each in job_ids))


def entries_at(reading: Reading, job_id: str, moment: datetime) -> list[JobStatus]:
    """The entries for which we were given this time, or nearly: where it was taken they moved on a little."""
    first, last = (f"STATUS#{format_time(each)}" for each in (moment, moment + SAME_MOMENT))
    query = Query(JobStatus.table, None, partition_of(job_id), Between(first, last), (JobStatus.type_name,))
    return [found.item for found in find_all(reading, JobStatus, query)]


def after(moment: datetime, latest: JobStatus | None) -> datetime:
    """The moment, or a little later than the last entry where clocks differ or two things happen at once."""
    return max(moment, latest.updated_at + MOMENT) if latest else moment


def says_the_same(entry: JobStatus, other: JobStatus) -> bool:
    return entry.model_copy(update={"updated_at": other.updated_at}) == other


def partition_of(job_id: str) -> str:
    return str(Job.key_for(job_id=job_id)["PK"])
