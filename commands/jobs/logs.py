"""Lines of job logs."""

from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import datetime
from typing import Annotated, ClassVar

from pydantic import Field

from commands.build_item import build_item
from commands.changes import put_new, revised, transact
from commands.comparison import says_the_same
from commands.expiry import expiry
from commands.input_types import CountedTime, MovableTime, Text
from commands.inputs import Input
from commands.jobs.job_history import MOMENT, partition_of, the_job
from entities.jobs import JobLog, LogLevel
from entities.times import format_time
from loaders.current import find_all, find_many
from loaders.dynamo.requests import Between, Query
from loaders.dynamo.sizes import item_size
from loaders.dynamo.writes import IS_NEW, MAX_TRANSACTION_ACTIONS, Action, Condition
from loaders.request import Request

MAX_BYTES = 3_000_000
"""The size of the lines in one transaction."""

AHEAD = 1_000
"""How many microseconds are read at once to find a free one."""


class LogInput(Input):
    """A line to add to a log."""

    about: ClassVar[str] = "JobLog"

    timestamp: MovableTime | None = None
    """When the line was logged; defaults to now. If the time is taken, the line gets a slightly later one."""
    log_level: LogLevel = LogLevel.INFO
    """How serious the line is; defaults to INFO."""
    message: Text
    source: str | None = None
    exception: str | None = None


class AppendLogsInput(Input):
    """Lines to add to the log of a job."""

    job_id: Text
    """The id of the job that wrote the lines."""
    logs: Annotated[tuple[LogInput, ...], Field(min_length=1, max_length=1000)]
    """The lines, from 1 to 1,000."""
    expires_at: CountedTime | None = None
    """When DynamoDB may delete these lines; if left out, they are kept."""


def append_logs(request: Request, input: AppendLogsInput) -> list[JobLog]:
    """Store every line. If another line has its time, it moves to the next free microsecond. A repeat adds none."""
    lines: list[JobLog] = []
    expires_at = expiry(request, input.expires_at)
    for place, each in enumerate(input.logs):
        values = {**each.only("timestamp"), "expires_at": expires_at}
        moment = each.timestamp or request.now
        lines.append(build_item(JobLog, f"logs.{place}", job_id=input.job_id, timestamp=moment, **values))
    the_job(request, input.job_id)
    return _appended(request, lines)


def _appended(request: Request, lines: Sequence[JobLog]) -> list[JobLog]:
    done: list[JobLog] = []
    for part in _parts(lines):
        done += _append(request, part, {each.timestamp for each in done})
    return done


def _append(request: Request, lines: Sequence[JobLog], taken: Set[datetime]) -> list[JobLog]:
    def writes() -> tuple[list[Action], list[JobLog]]:
        stored = _Stored(request, lines)
        placed = _placed(lines, stored, set(taken))
        return [_put(request, line) for line in placed if stored.at(line.timestamp) is None], placed

    return transact(request, writes)


def _put(request: Request, line: JobLog) -> Action:
    """The action that stores a line where there is none, or one that has expired and was not deleted yet."""
    expired = Condition(below={str(JobLog.table.ttl): int(request.now.timestamp())})
    return replace(put_new(line), condition=Condition(any_of=(IS_NEW, expired)))


def _placed(lines: Sequence[JobLog], stored: "_Stored", taken: set[datetime]) -> list[JobLog]:
    """Each line at the first moment that is free, or the same line where it is stored already."""
    placed: list[JobLog] = []
    for line in lines:
        here = line
        while here.timestamp in taken or not stored.has_room_for(here):
            here = revised(here, timestamp=here.timestamp + MOMENT)
        taken.add(here.timestamp)
        placed.append(stored.at(here.timestamp) or here)
    return placed


class _Stored:
    """The stored lines: first those at the moments of the new lines, then later ones as they are needed."""

    def __init__(self, request: Request, lines: Sequence[JobLog]) -> None:
        self._request, self._job_id = request, lines[0].job_id
        moments = list(dict.fromkeys(line.timestamp for line in lines))
        ids = [{"job_id": self._job_id, "timestamp": format_time(moment)} for moment in moments]
        there = find_many(request, JobLog, ids)
        self._known = {moment: found.item if found else None for moment, found in zip(moments, there, strict=True)}

    def at(self, moment: datetime) -> JobLog | None:
        if moment not in self._known:
            self._look(moment)
        return self._known[moment]

    def has_room_for(self, line: JobLog) -> bool:
        there = self.at(line.timestamp)
        return there is None or says_the_same(there, line)

    def _look(self, first: datetime) -> None:
        ahead = [first + MOMENT * each for each in range(AHEAD)]
        span = Between(*(f"LOG#{format_time(each)}" for each in (ahead[0], ahead[-1])))
        query = Query(JobLog.table, None, partition_of(self._job_id), span, (JobLog.type_name,))
        found = {each.item.timestamp: each.item for each in find_all(self._request, JobLog, query)}
        self._known |= {moment: found.get(moment) for moment in ahead}


def _parts(lines: Sequence[JobLog]) -> list[list[JobLog]]:
    """The lines in order, in parts that fit into one transaction."""
    parts: list[list[JobLog]] = [[]]
    size = 0
    for line in lines:
        bytes_ = item_size(line.to_record())
        if len(parts[-1]) == MAX_TRANSACTION_ACTIONS or size + bytes_ > MAX_BYTES:
            parts.append([])
            size = 0
        parts[-1].append(line)
        size += bytes_
    return parts
