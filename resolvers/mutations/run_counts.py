"""A sweep counts its runs by status, in the same transaction that changes a run, and its own status follows them.

To add to counts needs no look at them, so that many runs can change at once. Only a change of the sweep's own status
depends on what the counts are: it holds on condition that they, or what they allow, are as they were read.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from entities.fields import OpenEnum
from entities.jobs import Job, JobState, JobStatus
from loaders.dynamo.writes import Action, Changes, Condition, Update
from loaders.reading import Reading
from loaders.writing import Found, find, put_new, revised, update
from resolvers.mutations.job_history import after, latest_entry
from resolvers.mutations.job_states import JOB_ENDED

Move = tuple[OpenEnum | None, OpenEnum]
"""From which status to which a run goes; from none where it is new."""

COUNTS = (*(f"runs_{state.value}" for state in JobState), "runs_ended")

_OPEN = (JobState.PENDING, JobState.RUNNING)


def sweep_of_run(reading: Reading, job: Job) -> Found[Job] | None:
    """The sweep that counts a job among its runs, if there is one."""
    found = find(reading, Job, job_id=job.sweep_id) if job.sweep_id else None
    return found if found and found.item.runs_total is not None else None


def counting(reading: Reading, sweep: Found[Job] | None, moves: Iterable[Move]) -> list[Action]:
    """What happens to a sweep when some of its runs change: its counts, and its status where that follows."""
    return _changed(reading, sweep, _amounts(moves)) if sweep else []


def recounting(reading: Reading, sweep: Found[Job], runs: Iterable[Job]) -> list[Action]:
    """What puts the counts of a sweep right where others changed its runs without counting.

    It holds on condition that nothing was counted since the sweep was read, which was before its runs were.
    """
    found = _amounts((None, run.status) for run in runs)
    counts = {name: getattr(sweep.item, name) or 0 for name in COUNTS}
    wrong = Counter({name: found[name] - number for name, number in counts.items()})
    return _changed(reading, sweep, wrong, guard=counts)


def _changed(
    reading: Reading, sweep: Found[Job], amounts: Counter[str], guard: Mapping[str, int] | None = None
) -> list[Action]:
    if not any(amounts.values()):
        return []
    status, condition = _following(sweep.item, amounts)
    condition = replace(condition, equals={**condition.equals, **(guard or {})})
    changes = Changes(add={name: amount for name, amount in amounts.items() if amount})
    entry: list[Action] = []
    if status is not sweep.item.status:
        followed = update(sweep, revised(sweep.item, status=status))
        changes = replace(changes, set=followed.changes.set if followed else {})
        entry = [put_new(_entry(reading, sweep.item, status, amounts))]
    return [Update(Job.table, Job.table.key_of(sweep.record), changes, condition), *entry]


def _amounts(moves: Iterable[Move]) -> Counter[str]:
    amounts: Counter[str] = Counter()
    for before, now in moves:
        if before != now:
            amounts[_count_of(now)] += 1
            amounts[_count_of(before)] -= 1
            amounts["runs_ended"] += (now in JOB_ENDED) - (before in JOB_ENDED)
    del amounts[""]
    return amounts


def _count_of(status: OpenEnum | None) -> str:
    """The count that a status belongs to; runs in a state that nobody knows are not counted."""
    return f"runs_{status.value}" if status and status.is_known else ""


def _following(sweep: Job, amounts: Counter[str]) -> tuple[JobState, Condition]:
    """The status that the sweep comes to, and what must hold so that it is the right one."""
    total, ended = sweep.runs_total or 0, sweep.runs_ended or 0
    more = amounts["runs_ended"]
    has_success = (sweep.runs_succeeded or 0) + amounts["runs_succeeded"] > 0
    if ended + more >= total:
        counts = {"runs_ended": ended, "runs_succeeded": sweep.runs_succeeded or 0}
        closed = JobState.SUCCEEDED if has_success else JobState.FAILED
        return closed, Condition(exists=True, equals={"status": sweep.status.value, **counts})
    is_begun = any(amounts[f"runs_{each.value}"] > 0 for each in (JobState.RUNNING, JobState.SUCCEEDED))
    opened = JobState.RUNNING if is_begun or has_success else JobState.PENDING
    status = sweep.status if sweep.status in _OPEN and not is_begun else opened
    not_the_last = {"runs_ended": total - more} if more > 0 else {}
    return status, Condition(exists=True, equals={"status": sweep.status.value}, below=not_the_last)


def _entry(reading: Reading, sweep: Job, status: JobState, amounts: Counter[str]) -> JobStatus:
    ended = (sweep.runs_ended or 0) + amounts["runs_ended"]
    return JobStatus(
        job_id=sweep.job_id,
        status=status,
        progress=round(100 * ended / (sweep.runs_total or 1), 1),
        message=f"{ended} of {sweep.runs_total} runs have ended.",
        updated_at=after(reading.now, latest_entry(reading, sweep.job_id)),
    )
