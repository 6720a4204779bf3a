"""Lists of jobs and sweeps, the runs of sweeps, curves, and the search."""

from typing import Any

from entities.jobs import Job, JobState
from loaders import curves, jobs
from loaders.job_lists import JobFilter, jobs_by
from loaders.lists.listing import Listing, Span
from loaders.lists.timed_pages import list_in_time
from loaders.request import Request
from loaders.search import search
from loaders.sweep_runs import Ranking, metrics_of_runs, ranked_runs, sweep_filter, sweeps_by
from loaders.sweeps import sweep_ids_of
from tests.loaders.sample import NOW
from tests.reads.cases.case import LATE, Ask, Case, total

_STATUSES = ("cancelled", "failed", "interrupted", "pending", "running", "succeeded")
_FOUND = {"failed": 1, "running": 2}
OURS = Job(job_id="ours", runs_total=1, name="ours", created_at=NOW, created_by="ann")
THEIRS = Job(job_id="j0", name="theirs", created_at=NOW, created_by="ann")


def _jobs(**wanted: Any) -> Ask:
    return lambda a_request: jobs_by(a_request, JobFilter(**wanted), first=10)


def _in_time(listing: Listing, span: Span = LATE, **values: Any) -> Ask:
    return lambda a_request: list_in_time(a_request, listing, values, span, first=10)


def _by_status(where: str, found: dict[str, int] | None = None) -> tuple[str, ...]:
    """One range for each status: the ranges lie apart."""
    counts = _FOUND if found is None else found
    return tuple(f"query GSI1: GSI1PK=STATUS#{each}, GSI1SK {where} [{counts.get(each, 0)}]" for each in _STATUSES)


def _search(a_request: Request) -> list[Any]:
    return [each.item for each in search(a_request, "train-1", 10)]


CASES = [
    Case(
        "jobs: one range for each status, and at the end those in none",
        _jobs(),
        3,
        (*_by_status("begins CREATED#"), "query GSITYPE: TYPE=JOB [0]"),
    ),
    Case(
        "jobs(first: 2): nothing is looked for at the end while more follow",
        lambda a_request: jobs_by(a_request, JobFilter(), first=2),
        2,
        _by_status("begins CREATED#"),
    ),
    Case(
        "jobs(since: 12:30)",
        _jobs(span=LATE),
        2,
        (
            *_by_status("from CREATED#2026-11-16T00:30:00 to CREATED#~"),
            "query GSITYPE: TYPE=JOB [0]",
        ),
    ),
    Case(
        "jobs(status: RUNNING)",
        _jobs(status=JobState.RUNNING),
        2,
        ("query GSI1: GSI1PK=STATUS#running, GSI1SK begins CREATED# [2]",),
    ),
    Case(
        "jobs(status: RUNNING, since: 12:30)",
        _jobs(status=JobState.RUNNING, span=LATE),
        1,
        ("query GSI1: GSI1PK=STATUS#running, GSI1SK from CREATED#2026-11-16T00:30:00 to CREATED#~ [2]",),
    ),
    Case(
        "jobs(status: RUNNING, createdBy: ann, name: train-1, jobType: training)",
        _jobs(status=JobState.RUNNING, created_by="ann", name="train-1", job_type="training"),
        1,
        ("query GSI1: GSI1PK=STATUS#running, GSI1SK begins CREATED# [1]",),
    ),
    Case(
        "jobs(createdBy: ann): ours by their index, and others among all",
        _jobs(created_by="ann"),
        3,
        (
            "query GSI2: GSI2PK=USER#ann, GSI2SK begins CREATED# [3]",
            "query GSITYPE: TYPE=JOB [0]",
        ),
    ),
    Case(
        "jobs(name: train-1)",
        _jobs(name="train-1"),
        1,
        (
            "query GSI3: GSI3PK=JOB_NAME#train-1, GSI3SK begins CREATED# [1]",
            "query GSITYPE: TYPE=JOB [0]",
        ),
    ),
    Case(
        "jobs(jobType: training)",
        _jobs(job_type="training"),
        3,
        (*_by_status("begins CREATED#"), "query GSITYPE: TYPE=JOB [0]"),
    ),
    Case(
        "sweeps",
        lambda a_request: sweeps_by(a_request, sweep_filter(None, Span()), first=10),
        0,
        (*_by_status("begins CREATED#", {}), "query GSITYPE: TYPE=JOB [0]"),
    ),
    Case(
        "statuses(status: RUNNING)",
        _in_time(jobs.STATUSES_BY_STATUS, Span(), status="running"),
        1,
        ("query GSI1: GSI1PK=STATUS#running, GSI1SK begins UPDATED# [1]",),
    ),
    Case(
        "metrics(name: val_loss) by time",
        _in_time(jobs.METRICS_BY_NAME, Span(), metric_name="val_loss"),
        2,
        ("query GSI1: GSI1PK=METRIC#val_loss [2]",),
    ),
    Case(
        "job { metricNames }",
        lambda a_request: [] if curves.metric_names(a_request, "j1") == ["val_loss"] else [OURS],
        0,
        ("query table: PK=JOB#j1, SK begins METRIC# [2]",),
    ),
    Case(
        "job { curves(names: [val_loss]) }",
        lambda a_request: curves.curves(a_request, "j1", ["val_loss"], 200)[0].points and [],
        0,
        ("query table: PK=JOB#j1, SK begins METRIC#val_loss# [2]",),
    ),
    Case(
        "job { epochs }",
        lambda a_request: curves.epochs(a_request, "j1") and [],
        0,
        (
            "query table: PK=JOB#j1, SK begins CHECKPOINT# [1]",
            "query table: PK=JOB#j1, SK begins METRIC# [2]",
        ),
    ),
    Case(
        "sweep { jobs }",
        lambda a_request: jobs.jobs_of_sweep(a_request, "j0"),
        1,
        (
            "batch_get_item table: 1 keys [1]",
            "query GSI2: GSI2PK=DEPENDENCY, GSI2SK begins DEPENDED_BY#j0#DEPENDENT# [1]",
        ),
    ),
    Case(
        "sweep { runs(metricName: val_loss) } of ours: one range for all runs",
        lambda a_request: ranked_runs(a_request, OURS, Ranking("val_loss"), first=10),
        0,
        (
            "query GSI2: GSI2PK=DEPENDENCY, GSI2SK begins DEPENDED_BY#ours#DEPENDENT# [0]",
            f"query GSI2: GSI2PK=METRIC#val_loss, GSI2SK begins JOB#{jobs.runs_begin_with('ours')} [0]",
        ),
    ),
    Case(
        "sweep { runs(metricName: val_loss) } of others: one range for each run",
        lambda a_request: ranked_runs(a_request, THEIRS, Ranking("val_loss"), first=10),
        1,
        (
            "query GSI2: GSI2PK=DEPENDENCY, GSI2SK begins DEPENDED_BY#j0#DEPENDENT# [1]",
            "query table: PK=JOB#j1, SK begins METRIC#val_loss# [2]",
        ),
    ),
    Case(
        "sweep { runs(metricName: val_loss) { totalCount } } of others",
        total(lambda a_request: ranked_runs(a_request, THEIRS, Ranking("val_loss"), first=10), 1),
        1,
        (
            "query GSI2: GSI2PK=DEPENDENCY, GSI2SK begins DEPENDED_BY#j0#DEPENDENT# [1]",
            "query table: PK=JOB#j1, SK begins METRIC#val_loss# [2]",
        ),
    ),
    Case(
        "sweep { metrics(metricName: val_loss) } of ours: its own, then one range for all runs",
        lambda a_request: metrics_of_runs(a_request, OURS, "val_loss", first=10),
        0,
        (
            f"query GSI2: GSI2PK=METRIC#val_loss, GSI2SK begins JOB#{jobs.runs_begin_with('ours')} [0]",
            "query table: PK=JOB#ours, SK begins METRIC#val_loss# [0]",
        ),
    ),
    Case(
        "job { sweep } where a dependency says it",
        lambda a_request: sweep_ids_of(a_request, [("j1", None)]) == ["j0"] and [],
        0,
        ("query table: PK=JOB#j1, SK begins DEPENDS_ON# [1]",),
    ),
    Case(
        "search(text: train-1)",
        _search,
        1,
        (
            "batch_get_item table: 1 keys [0]",
            "batch_get_item table: 1 keys [0]",
            "batch_get_item table: 3 keys [0]",
            "batch_get_item table: 6 keys [0]",
            "query CatalogIndex: entity_type=Nova, primary_name_normalized begins train-1 [0]",
            "query GSITYPE: TYPE=JOB [1]",
            "query GSITYPE: TYPE=RECEIPT_METADATA [0]",
            "query table: PK=NAME#train-1 [0]",
        ),
    ),
]
