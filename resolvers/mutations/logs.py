"""Lines in the logs of jobs."""

from collections.abc import Sequence, Set
from datetime import datetime
from typing import Annotated, ClassVar

from pydantic import Field

from entities.fields import Timestamp
from entities.jobs import Job, JobLog, LogLevel
from entities.times import format_time
from loaders.dynamo.requests import Between, Query
from loaders.dynamo.session import MAX_TRANSACTION_ACTIONS
from loaders.dynamo.sizes import item_size
from loaders.dynamo.writes import Action
from loaders.reading import Reading
from loaders.writing import find_all, find_many, put_new, require, revised, transact
from resolvers.inputs import Input
from resolvers.mutations.job_history import MOMENT, partition_of
from resolvers.mutations.making import Text, made

MOST_BYTES = 3_000_000
"""Of lines that are stored together."""

AHEAD = 1_000
"""Microseconds that are looked through at once for one that is free."""


class LogInput(Input):
    """One line."""

    about: ClassVar[str] = "JobLog"

    timestamp: Timestamp | None = None
    log_level: LogLevel = LogLevel.INFO
    message: Text
    source: str | None = None
    exception: str | None = None


class AppendLogsInput(Input):
    """Lines for the log of a job."""

    job_id: Text
    logs: Annotated[tuple[LogInput, ...], Field(min_length=1, max_length=1000)]


def append_logs(reading: Reading, input: AppendLogsInput) -> list[JobLog]:
    """Every line is kept: where the time of one is taken it moves on a little. The same line again is a repeat."""
    lines: list[JobLog] = []
    for place, each in enumerate(input.logs):
        values = each.only("timestamp")
        moment = each.timestamp or reading.now
        lines.append(made(JobLog, f"input.logs.{place}", job_id=input.job_id, timestamp=moment, **values))
    require(reading, Job, job_id=input.job_id, field="input.jobId")
    return _appended(reading, lines)


def _appended(reading: Reading, lines: Sequence[JobLog]) -> list[JobLog]:
    done: list[JobLog] = []
    for part in _parts(lines):
        done += _append(reading, part, {each.timestamp for each in done})
    return done


def _append(reading: Reading, lines: Sequence[JobLog], taken: Set[datetime]) -> list[JobLog]:
    def plan() -> tuple[list[Action], list[JobLog]]:
        stored = _Stored(reading, lines)
        placed = _placed(lines, stored, set(taken))
        return [put_new(line) for line in placed if stored.at(line.timestamp) is None], placed

    return transact(reading, plan)


def _placed(lines: Sequence[JobLog], stored: "_Stored", taken: set[datetime]) -> list[JobLog]:
    """Each line at the first moment that is free, or holds the very same line already."""
    placed: list[JobLog] = []
    for line in lines:
        here = line
        while here.timestamp in taken or stored.at(here.timestamp) not in (None, here):
            here = revised(here, timestamp=here.timestamp + MOMENT)
        taken.add(here.timestamp)
        placed.append(here)
    return placed


class _Stored:
    """The lines that are there now: those at the moments of new ones, and further ones as they are asked for."""

    def __init__(self, reading: Reading, lines: Sequence[JobLog]) -> None:
        self._reading, self._job_id = reading, lines[0].job_id
        moments = list(dict.fromkeys(line.timestamp for line in lines))
        ids = [{"job_id": self._job_id, "timestamp": format_time(moment)} for moment in moments]
        there = find_many(reading, JobLog, ids)
        self._known = {moment: found.item if found else None for moment, found in zip(moments, there, strict=True)}

    def at(self, moment: datetime) -> JobLog | None:
        if moment not in self._known:
            self._look(moment)
        return self._known[moment]

    def _look(self, first: datetime) -> None:
        ahead = [first + MOMENT * each for each in range(AHEAD)]
        span = Between(*(f"LOG#{format_time(each)}" for each in (ahead[0], ahead[-1])))
        query = Query(JobLog.table, None, partition_of(self._job_id), span, (JobLog.type_name,))
        found = {each.item.timestamp: each.item for each in find_all(self._reading, JobLog, query)}
        self._known |= {moment: found.get(moment) for moment in ahead}


def _parts(lines: Sequence[JobLog]) -> list[list[JobLog]]:
    """Lines that fit into one transaction, in order."""
    parts: list[list[JobLog]] = [[]]
    size = 0
    for line in lines:
        bytes_ = item_size(line.to_record())
        if len(parts[-1]) == MAX_TRANSACTION_ACTIONS or size + bytes_ > MOST_BYTES:
            parts.append([])
            size = 0
        parts[-1].append(line)
        size += bytes_
    return parts
