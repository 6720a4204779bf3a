"""A sweep counts its runs by status, in the transaction that changes a run, and its own status follows from the counts.

Adding to counts does not depend on their values, so many runs can change at once. Only a change of the sweep's own
status does: its condition is that the counts, or what they imply, are still as they were read.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from commands.changes import put_new, revised, update
from commands.jobs.job_history import after, latest_entry
from commands.transitions.jobs import JOB
from entities.fields import OpenEnum
from entities.jobs import Job, JobState, JobStatus
from loaders.current import Found, find
from loaders.dynamo.writes import Action, Changes, Condition, Update
from loaders.request import Request

Move = tuple[OpenEnum | None, OpenEnum]
"""The status of a run before and after; None before if the run is new."""

COUNTS = (*(f"runs_{state.value}" for state in JobState), "runs_ended")

_OPEN = (JobState.PENDING, JobState.RUNNING)


def sweep_of_run(request: Request, job: Job) -> Found[Job] | None:
    """The sweep that counts this job among its runs, or None."""
    found = find(request, Job, job_id=job.sweep_id) if job.sweep_id else None
    return found if found and found.item.runs_total is not None else None


def counting(request: Request, sweep: Found[Job] | None, moves: Iterable[Move]) -> list[Action]:
    """The actions that update a sweep when some of its runs change: its counts, and its status if that changes too."""
    return _changed(request, sweep, _amounts(moves)) if sweep else []


def recounting(request: Request, sweep: Found[Job], runs: Iterable[Job]) -> list[Action]:
    """The actions that correct the counts of a sweep after other writers changed its runs without counting.

    Their condition: nothing was counted since the sweep was read. Read the sweep before its runs.
    """
    found = _amounts((None, run.status) for run in runs)
    counts = {name: getattr(sweep.item, name) or 0 for name in COUNTS}
    wrong = Counter({name: found[name] - number for name, number in counts.items()})
    return _changed(request, sweep, wrong, guard=counts)


def uncounting(request: Request, sweep: Found[Job], run: Job) -> list[Action]:
    """The actions that take a run out of the counts of its sweep for good."""
    amounts = Counter({_count_of(run.status): -1, "runs_ended": -(run.status in JOB.final), "runs_total": -1})
    del amounts[""]
    return _changed(request, sweep, amounts)


def _changed(
    request: Request, sweep: Found[Job], amounts: Counter[str], guard: Mapping[str, int] | None = None
) -> list[Action]:
    if not any(amounts.values()):
        return []
    status, condition = _following(sweep.item, amounts)
    total = {"runs_total": sweep.item.runs_total}
    condition = replace(condition, equals={**condition.equals, **total, **(guard or {})})
    changes = Changes(add={name: amount for name, amount in amounts.items() if amount})
    entry: list[Action] = []
    if status is not sweep.item.status:
        followed = update(sweep, revised(sweep.item, status=status))
        changes = replace(changes, set=followed.changes.set if followed else {})
        entry = [put_new(_entry(request, sweep.item, status, amounts))]
    return [Update(Job.table, Job.table.key_of(sweep.record), changes, condition), *entry]


def _amounts(moves: Iterable[Move]) -> Counter[str]:
    amounts: Counter[str] = Counter()
    for before, now in moves:
        if before != now:
            amounts[_count_of(now)] += 1
            amounts[_count_of(before)] -= 1
            amounts["runs_ended"] += (now in JOB.final) - (before in JOB.final)
    del amounts[""]
    return amounts


def _count_of(status: OpenEnum | None) -> str:
    """The count that a status belongs to. Runs with an unknown status are not counted."""
    return f"runs_{status.value}" if status and status.is_known else ""


def _following(sweep: Job, amounts: Counter[str]) -> tuple[JobState, Condition]:
    """The next status of the sweep, and the condition under which it is right."""
    total, ended = (sweep.runs_total or 0) + amounts["runs_total"], sweep.runs_ended or 0
    more = amounts["runs_ended"]
    has_success = (sweep.runs_succeeded or 0) + amounts["runs_succeeded"] > 0
    if total <= 0:  # its last run was deleted
        return sweep.status, Condition(exists=True, equals={"status": sweep.status.value})
    if ended + more >= total:
        counts = {"runs_ended": ended, "runs_succeeded": sweep.runs_succeeded or 0}
        closed = JobState.SUCCEEDED if has_success else JobState.FAILED
        return closed, Condition(exists=True, equals={"status": sweep.status.value, **counts})
    is_begun = any(amounts[f"runs_{each.value}"] > 0 for each in (JobState.RUNNING, JobState.SUCCEEDED))
    opened = JobState.RUNNING if is_begun or has_success else JobState.PENDING
    status = sweep.status if sweep.status in _OPEN and not is_begun else opened
    not_the_last = {"runs_ended": total - more} if more > 0 else {}
    return status, Condition(exists=True, equals={"status": sweep.status.value}, below=not_the_last)


def _entry(request: Request, sweep: Job, status: JobState, amounts: Counter[str]) -> JobStatus:
    ended = (sweep.runs_ended or 0) + amounts["runs_ended"]
    total = (sweep.runs_total or 0) + amounts["runs_total"]
    return JobStatus(
        job_id=sweep.job_id,
        status=status,
        progress=round(100 * ended / (total or 1), 1),
        message=f"{ended} of {total} runs have ended.",
        updated_at=after(request.now, latest_entry(request, sweep.job_id)),
        recorded_by=request.caller.name,
    )
