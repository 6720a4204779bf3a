"""Training jobs: their history, metrics, checkpoints, logs and dependencies, and the queues and instances they use."""

from typing import Any, ClassVar

from entities.fields import Flag, InKey, Json, Large, Needed, OpenEnum, Timestamp
from entities.item import Alternate
from entities.keys import Key
from entities.receipts.base import UPSTREAM, ReceiptsItem

_JOB = "JOB#{job_id}"

JobId = InKey[str]


class JobState(OpenEnum):
    """How far a job has come."""

    PENDING = "pending"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    FAILED = "failed"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"


class Priority(OpenEnum):
    """How urgent something is."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


class Job(ReceiptsItem):
    """A training run, or a sweep of many."""

    type_name: ClassVar[str] = "JOB"
    key: ClassVar[Key] = Key.of(_JOB, "JOB")
    indexes: ClassVar = {
        "GSI1": Key.of("STATUS#{status}", "CREATED#{created_at}"),
        "GSI2": Key.of("USER#{created_by:text}", "CREATED#{created_at}"),
        "GSI3": Key.of("JOB_NAME#{name:text}", "CREATED#{created_at}"),
    }
    alternates: ClassVar = (Alternate("GSI2", Key.of("JOB_NAME#{name:text}", "CREATED#{created_at}"), UPSTREAM),)
    notes: ClassVar = (
        "GSI3 finds jobs by name: the documents have no index for that, and upstream put it where theirs finds users.",
        "`COMPLETED` and `STOPPED` in the text on sweeps are the statuses succeeded and cancelled.",
        "A sweep counts its runs by status (`runs_…`), and each run names it (`sweep_id`): its progress is one read.",
        "`best_checkpoint_at` is there so that only one checkpoint can be made the best at a time.",
    )

    shown: ClassVar = {"job_type": str}

    job_id: JobId
    name: Needed[str] = None
    description: str | None = None
    created_at: Needed[Timestamp] = None
    created_by: Needed[str] = None
    status: JobState = JobState.PENDING
    priority: Priority = Priority.MEDIUM
    job_config: Json = None
    estimated_duration: float | None = None
    tags: Json = None
    storage: Json = None
    results: Json = None
    sweep_id: str | None = None
    best_checkpoint_at: Timestamp | None = None
    runs_total: int | None = None
    runs_pending: int | None = None
    runs_running: int | None = None
    runs_succeeded: int | None = None
    runs_failed: int | None = None
    runs_cancelled: int | None = None
    runs_interrupted: int | None = None
    runs_ended: int | None = None

    @property
    def job_type(self) -> str | None:
        """`sweep` or `training`: it stands in the configuration."""
        kind = self.job_config.get("job_type") if isinstance(self.job_config, dict) else None
        return kind if isinstance(kind, str) else None


class JobStatus(ReceiptsItem):
    """One entry in the history of a job."""

    type_name: ClassVar[str] = "JOB_STATUS"
    key: ClassVar[Key] = Key.of(_JOB, "STATUS#{updated_at}")
    indexes: ClassVar = {"GSI1": Key.of("STATUS#{status}", "UPDATED#{updated_at}")}
    fanout: ClassVar = {"updated_at": 20}

    job_id: JobId
    status: JobState
    progress: float | None = None
    message: str | None = None
    updated_at: Timestamp
    updated_by: str | None = None
    instance_id: str | None = None


class ResourceType(OpenEnum):
    """What was given to a job."""

    CPU = "cpu"
    GPU = "gpu"
    MEMORY = "memory"
    STORAGE = "storage"
    NETWORK = "network"
    COMBINED = "combined"


class ResourceState(OpenEnum):
    """Whether a job still has it."""

    PENDING = "pending"
    ALLOCATED = "allocated"
    RELEASED = "released"
    FAILED = "failed"


class JobResource(ReceiptsItem):
    """Something that a job was given to run on."""

    type_name: ClassVar[str] = "JOB_RESOURCE"
    key: ClassVar[Key] = Key.of(_JOB, "RESOURCE#{resource_id}")
    indexes: ClassVar = {"GSI1": Key.of("RESOURCE", "RESOURCE#{resource_id}")}
    fanout: ClassVar = {"resource_id": 3}

    job_id: JobId
    resource_id: InKey[str]
    resource_type: Needed[ResourceType] = None
    instance_id: str | None = None
    instance_type: str | None = None
    gpu_count: int | None = None
    allocated_at: Needed[Timestamp] = None
    released_at: Timestamp | None = None
    status: ResourceState = ResourceState.ALLOCATED
    resource_config: Json = None


class JobMetric(ReceiptsItem):
    """One measurement of a job; a matrix or other structure is a map."""

    type_name: ClassVar[str] = "JOB_METRIC"
    key: ClassVar[Key] = Key.of(_JOB, "METRIC#{metric_name}#{timestamp}")
    indexes: ClassVar = {
        "GSI1": Key.of("METRIC#{metric_name}", "{timestamp}"),
        "GSI2": Key.of("METRIC#{metric_name}", f"{_JOB}#" + "{timestamp}"),
    }
    notes: ClassVar = ("The two documents differ in GSI1; nobody ever wrote the earlier one (`METRIC`).",)
    fanout: ClassVar = {"metric_name": 10, "timestamp": 100}

    shown: ClassVar = {"value_json": Any}

    job_id: JobId
    metric_name: str
    value: float | dict[str, Any]
    unit: str | None = None
    timestamp: Timestamp
    step: int | None = None
    epoch: int | None = None

    @property
    def value_json(self) -> dict[str, Any] | None:
        """A measurement that is not a number: a confusion matrix, say."""
        return self.value if isinstance(self.value, dict) else None


class JobCheckpoint(ReceiptsItem):
    """A saved state of a model."""

    type_name: ClassVar[str] = "JOB_CHECKPOINT"
    key: ClassVar[Key] = Key.of(_JOB, "CHECKPOINT#{timestamp}")
    indexes: ClassVar = {"GSI1": Key.of("CHECKPOINT", f"{_JOB}#" + "{timestamp}")}
    fanout: ClassVar = {"timestamp": 10}

    job_id: JobId
    timestamp: Timestamp
    s3_bucket: Needed[str] = None
    s3_key: Needed[str] = None
    size_bytes: Large | None = None
    model_state: Flag | None = None
    optimizer_state: Flag | None = None
    metrics: Json = None
    step: int | None = None
    epoch: int | None = None
    is_best: Flag = False


class LogLevel(OpenEnum):
    """How bad a log line is."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"
    CRITICAL = "CRITICAL"


class JobLog(ReceiptsItem):
    """A line in the log of a job."""

    type_name: ClassVar[str] = "JOB_LOG"
    key: ClassVar[Key] = Key.of(_JOB, "LOG#{timestamp}")
    indexes: ClassVar = {"GSI1": Key.of("LOG", f"{_JOB}#" + "{timestamp}")}
    fanout: ClassVar = {"timestamp": 1000}

    job_id: JobId
    timestamp: InKey[Timestamp]
    log_level: LogLevel = LogLevel.INFO
    message: str
    source: str | None = None
    exception: str | None = None


class DependencyType(OpenEnum):
    """Why one job waits for another."""

    COMPLETION = "COMPLETION"
    SUCCESS = "SUCCESS"
    FAILURE = "FAILURE"
    ARTIFACT = "ARTIFACT"
    PARENT_SWEEP = "parent_sweep"
    CHILD_TRAINING = "child_training"


class JobDependency(ReceiptsItem):
    """One job that waits for another."""

    type_name: ClassVar[str] = "JOB_DEPENDENCY"
    key: ClassVar[Key] = Key.of("JOB#{dependent_job_id}", "DEPENDS_ON#{dependency_job_id}")
    indexes: ClassVar = {
        "GSI1": Key.of("DEPENDENCY", "DEPENDENT#{dependent_job_id}#DEPENDENCY#{dependency_job_id}"),
        "GSI2": Key.of("DEPENDENCY", "DEPENDED_BY#{dependency_job_id}#DEPENDENT#{dependent_job_id}"),
    }
    fanout: ClassVar = {"dependency_job_id": 5}

    dependent_job_id: InKey[str]
    dependency_job_id: InKey[str]
    type: DependencyType = DependencyType.COMPLETION
    condition: str | None = None
    created_at: Needed[Timestamp] = None


class InstanceState(OpenEnum):
    """How far an instance has come."""

    PENDING = "pending"
    RUNNING = "running"
    STOPPED = "stopped"
    TERMINATED = "terminated"


class Health(OpenEnum):
    """Whether an instance is well."""

    HEALTHY = "healthy"
    UNHEALTHY = "unhealthy"
    UNKNOWN = "unknown"


class Instance(ReceiptsItem):
    """A machine that jobs run on."""

    type_name: ClassVar[str] = "INSTANCE"
    key: ClassVar[Key] = Key.of("INSTANCE#{instance_id}", "INSTANCE")
    indexes: ClassVar = {"GSI1": Key.of("STATUS#{status}", "INSTANCE#{instance_id}")}

    instance_id: InKey[str]
    instance_type: Needed[str] = None
    gpu_count: int | None = None
    status: InstanceState = InstanceState.PENDING
    launched_at: Needed[Timestamp] = None
    ip_address: str | None = None
    availability_zone: str | None = None
    is_spot: Flag | None = None
    health_status: Health = Health.UNKNOWN


class AssignmentState(OpenEnum):
    """How far a job on an instance has come."""

    ASSIGNED = "assigned"
    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    CANCELLED = "cancelled"


class InstanceJob(ReceiptsItem):
    """A job on an instance."""

    type_name: ClassVar[str] = "INSTANCE_JOB"
    key: ClassVar[Key] = Key.of("INSTANCE#{instance_id}", "JOB#{job_id}")
    indexes: ClassVar = {"GSI1": Key.of("JOB", "JOB#{job_id}#INSTANCE#{instance_id}")}
    fanout: ClassVar = {"job_id": 20}

    instance_id: InKey[str]
    job_id: JobId
    assigned_at: Needed[Timestamp] = None
    status: AssignmentState = AssignmentState.ASSIGNED
    resource_utilization: Json = None


class Queue(ReceiptsItem):
    """A queue of jobs."""

    type_name: ClassVar[str] = "QUEUE"
    key: ClassVar[Key] = Key.of("QUEUE#{queue_name}", "QUEUE")
    indexes: ClassVar = {"GSI1": Key.of("QUEUE", "QUEUE#{queue_name}")}

    queue_name: InKey[str]
    description: str | None = None
    created_at: Needed[Timestamp] = None
    max_concurrent_jobs: int | None = None
    priority: Priority = Priority.MEDIUM
    job_count: int = 0


class QueueJob(ReceiptsItem):
    """A job in a queue."""

    type_name: ClassVar[str] = "QUEUE_JOB"
    key: ClassVar[Key] = Key.of("QUEUE#{queue_name}", "JOB#{job_id}")
    indexes: ClassVar = {"GSI1": Key.of("JOB", "JOB#{job_id}#QUEUE#{queue_name}")}
    fanout: ClassVar = {"job_id": 50}

    queue_name: InKey[str]
    job_id: JobId
    enqueued_at: Needed[Timestamp] = None
    priority: Priority = Priority.MEDIUM
    position: int | None = None
    sweep_id: str | None = None
