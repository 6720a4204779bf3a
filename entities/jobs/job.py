"""Jobs and their history."""

from typing import ClassVar

from entities.fields import Json, Needed, OpenEnum, Timestamp
from entities.item import Alternate
from entities.jobs.base import OF_JOB, JobId, Priority
from entities.keys import Key
from entities.receipts.base import UPSTREAM, ReceiptsItem


class JobState(OpenEnum):
    """How far a job has come. PENDING: it waits to start. INTERRUPTED: it stopped on the way and may go on, such as
    after AWS took back a spot instance. It ends as SUCCEEDED, FAILED or CANCELLED.
    """

    PENDING = "pending"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


class Job(ReceiptsItem):
    """A training run, or a sweep: a job that stands for many training runs with different parameters."""

    type_name: ClassVar[str] = "JOB"
    key: ClassVar[Key] = Key.of(OF_JOB, "JOB")
    indexes: ClassVar = {
        "GSI1": Key.of("STATUS#{status}", "CREATED#{created_at}"),
        "GSI2": Key.of("USER#{created_by:text}", "CREATED#{created_at}"),
        "GSI3": Key.of("JOB_NAME#{name:text}", "CREATED#{created_at}"),
    }
    alternates: ClassVar = (Alternate("GSI2", Key.of("JOB_NAME#{name:text}", "CREATED#{created_at}"), UPSTREAM),)
    notes: ClassVar = (
        "GSI3 finds jobs by name: the documents have no index for that, and upstream uses GSI2, their index by user.",
        "`COMPLETED` and `STOPPED` in the text on sweeps are the statuses succeeded and cancelled.",
        "A sweep counts its runs by status (`runs_…`), and each run names it (`sweep_id`): its progress is one read.",
        "`queue_names` lists the queues that the job waits in: when it ends it leaves them all, and an index may lag.",
        "`best_checkpoint_at` ensures that only one checkpoint at a time can be marked as best.",
    )

    shown: ClassVar = {"job_type": str}

    job_id: JobId
    """The id of the job, usually a UUID."""
    name: Needed[str] = None
    """The name of the job; several jobs may have the same one."""
    description: str | None = None
    """What the job is for, in words."""
    created_at: Needed[Timestamp] = None
    """When the job was created."""
    created_by: Needed[str] = None
    """The person or program that created the job."""
    recorded_by: str | None = None
    """The caller that stored the job, who may have given another name in `createdBy`; null for other programs' jobs."""
    status: JobState = JobState.PENDING
    """How far the job has come. `latestStatus` adds its progress and a message."""
    priority: Priority = Priority.MEDIUM
    """How urgent the job is."""
    job_config: Json = None
    """The settings of the job as JSON, such as `job_type`, `model` and `learning_rate`."""
    estimated_duration: float | None = None
    """How long the job is expected to take, in seconds."""
    tags: Json = None
    """Names and values by which people group jobs, as JSON, such as `{"project": "receipts"}`."""
    storage: Json = None
    """Where in S3 the job keeps its files, as JSON, such as `bucket` and `prefix`."""
    results: Json = None
    """The results of the job as JSON, such as its best score; null until there are any."""
    sweep_id: str | None = None
    """The id of the sweep that the job is a run of; null for other jobs, and for runs not made by `createSweep`."""
    queue_names: tuple[str, ...] = ()
    """The names of the queues that the job waits in, without those that other programs put it into: see `queues`."""
    best_checkpoint_at: Timestamp | None = None
    """The `timestamp` of the best checkpoint of the job; null if none was chosen."""
    metrics_ttl_days: int | None = None
    """After how many days measurements of the job expire, unless a report says otherwise; null if they are kept."""
    deleted_by: str | None = None
    """The person or program that is deleting the job; null unless its deletion has begun."""
    runs_total: int | None = None
    """How many runs the sweep has in all; null unless the job is a sweep made by `createSweep`."""
    runs_pending: int | None = None
    """How many runs of the sweep wait to start; null unless the job is a sweep made by `createSweep`."""
    runs_running: int | None = None
    """How many runs of the sweep are running; null unless the job is a sweep made by `createSweep`."""
    runs_succeeded: int | None = None
    """How many runs of the sweep succeeded; null unless the job is a sweep made by `createSweep`."""
    runs_failed: int | None = None
    """How many runs of the sweep failed; null unless the job is a sweep made by `createSweep`."""
    runs_cancelled: int | None = None
    """How many runs of the sweep were cancelled; null unless the job is a sweep made by `createSweep`."""
    runs_interrupted: int | None = None
    """How many runs of the sweep are interrupted; null unless the job is a sweep made by `createSweep`."""
    runs_ended: int | None = None
    """How many runs succeeded, failed or were cancelled; null unless the job is a sweep made by `createSweep`."""

    @property
    def job_type(self) -> str | None:
        """`sweep` or `training`, taken from `job_type` in `jobConfig`; null if it is not given there."""
        kind = self.job_config.get("job_type") if isinstance(self.job_config, dict) else None
        return kind if isinstance(kind, str) else None


class JobStatus(ReceiptsItem):
    """An entry in the history of a job: a status that it reached, or progress that it made."""

    type_name: ClassVar[str] = "JOB_STATUS"
    key: ClassVar[Key] = Key.of(OF_JOB, "STATUS#{updated_at}")
    indexes: ClassVar = {"GSI1": Key.of("STATUS#{status}", "UPDATED#{updated_at}")}
    fanout: ClassVar = {"updated_at": 20}

    job_id: JobId
    status: JobState
    """The status that the job had from this moment on."""
    progress: float | None = None
    """How much of the work was done, in percent from 0 to 100; null if not reported."""
    message: str | None = None
    """What was going on, in words."""
    updated_at: Timestamp
    """When the job reached this status or progress."""
    updated_by: str | None = None
    """The person or program that reported this."""
    recorded_by: str | None = None
    """The caller that stored this, who may have given another name in `updatedBy`; null for other programs' entries."""
    instance_id: str | None = None
    """The id of the instance (machine) that the job was running on; null if not reported."""
