"""What a job leaves behind while it runs: resources that it held, metrics, checkpoints and logs."""

from typing import Any, ClassVar

from entities.fields import Flag, InKey, Json, Large, Needed, OpenEnum, Timestamp
from entities.jobs.base import OF_JOB, JobId
from entities.keys import Key
from entities.receipts.base import ReceiptsItem


class ResourceType(OpenEnum):
    """The kind of a resource; COMBINED stands for several kinds at once."""

    CPU = "cpu"
    GPU = "gpu"
    MEMORY = "memory"
    STORAGE = "storage"
    NETWORK = "network"
    COMBINED = "combined"


class ResourceState(OpenEnum):
    """Whether a job holds a resource. PENDING: it is requested. ALLOCATED: the job holds it. RELEASED: the job gave it
    back. FAILED: the job lost it or never got it.
    """

    PENDING = "pending"
    ALLOCATED = "allocated"
    RELEASED = "released"
    FAILED = "failed"


class JobResource(ReceiptsItem):
    """Something that a job was given to run on, such as a GPU."""

    type_name: ClassVar[str] = "JOB_RESOURCE"
    key: ClassVar[Key] = Key.of(OF_JOB, "RESOURCE#{resource_id}")
    indexes: ClassVar = {"GSI1": Key.of("RESOURCE", "RESOURCE#{resource_id}")}
    fanout: ClassVar = {"resource_id": 3}

    job_id: JobId
    resource_id: InKey[str]
    """The id of the resource, usually a UUID."""
    resource_type: Needed[ResourceType] = None
    """The kind of resource, such as GPU or MEMORY."""
    instance_id: str | None = None
    """The id of the instance (machine) that provides the resource."""
    instance_type: str | None = None
    """The EC2 type of the machine that provides the resource, such as `p3.2xlarge`."""
    gpu_count: int | None = None
    """How many GPUs the resource includes."""
    allocated_at: Needed[Timestamp] = None
    """When the resource was allocated to the job."""
    released_at: Timestamp | None = None
    """When the job gave the resource back or lost it; null if it still holds it."""
    status: ResourceState = ResourceState.ALLOCATED
    """Whether the job holds the resource."""
    resource_config: Json = None
    """Further settings of the resource as JSON, such as `memory_gb`."""


class JobMetric(ReceiptsItem):
    """One measurement of a job: a number in `value`, or a structure such as a confusion matrix in `valueJson`."""

    type_name: ClassVar[str] = "JOB_METRIC"
    key: ClassVar[Key] = Key.of(OF_JOB, "METRIC#{metric_name}#{timestamp}")
    indexes: ClassVar = {
        "GSI1": Key.of("METRIC#{metric_name}", "{timestamp}"),
        "GSI2": Key.of("METRIC#{metric_name}", f"{OF_JOB}#" + "{timestamp}"),
    }
    notes: ClassVar = ("The two documents differ in GSI1; the earlier one (`METRIC`) was never written.",)
    fanout: ClassVar = {"metric_name": 10, "timestamp": 100}

    shown: ClassVar = {"value_json": Any}

    job_id: JobId
    metric_name: str
    """What was measured, such as `val_loss` or `confusion_matrix`."""
    value: float | dict[str, Any]
    """The measured number; null if the measurement is a structure, which is then in `valueJson`."""
    unit: str | None = None
    """The unit of the value, such as `seconds`; null if it has none."""
    timestamp: Timestamp
    """When the measurement was taken."""
    step: int | None = None
    """The training step at which the measurement was taken, counted from the start of the job; null if not recorded."""
    epoch: int | None = None
    """The epoch (pass over the training data) in which the measurement was taken; null if it belongs to none."""

    @property
    def value_json(self) -> dict[str, Any] | None:
        """The measurement as JSON if it is a structure, such as a confusion matrix; null if it is a number."""
        return self.value if isinstance(self.value, dict) else None


class JobCheckpoint(ReceiptsItem):
    """A saved state of the model that a job trains."""

    type_name: ClassVar[str] = "JOB_CHECKPOINT"
    key: ClassVar[Key] = Key.of(OF_JOB, "CHECKPOINT#{timestamp}")
    indexes: ClassVar = {"GSI1": Key.of("CHECKPOINT", f"{OF_JOB}#" + "{timestamp}")}
    fanout: ClassVar = {"timestamp": 10}

    job_id: JobId
    timestamp: Timestamp
    """When the checkpoint was saved; no other checkpoint of the job has the same time."""
    s3_bucket: Needed[str] = None
    """The S3 bucket that holds the checkpoint."""
    s3_key: Needed[str] = None
    """The S3 key of the checkpoint file, or a prefix that ends in `/` if there are several files."""
    size_bytes: Large | None = None
    """The size of the checkpoint in bytes."""
    model_state: Flag | None = None
    """Whether the checkpoint contains the weights of the model."""
    optimizer_state: Flag | None = None
    """Whether the checkpoint contains the state of the optimizer, so that training can go on from it."""
    metrics: Json = None
    """Measurements at the time of saving, as JSON by name, such as `{"val_loss": 0.21}`."""
    step: int | None = None
    """The training step at which the checkpoint was saved, counted from the start of the job."""
    epoch: int | None = None
    """The epoch (pass over the training data) in which the checkpoint was saved."""
    is_best: Flag = False
    """Whether this is the best checkpoint of its job so far."""


class LogLevel(OpenEnum):
    """How serious a log line is, from DEBUG to CRITICAL."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"
    CRITICAL = "CRITICAL"


class JobLog(ReceiptsItem):
    """A line in the log of a job."""

    type_name: ClassVar[str] = "JOB_LOG"
    key: ClassVar[Key] = Key.of(OF_JOB, "LOG#{timestamp}")
    indexes: ClassVar = {"GSI1": Key.of("LOG", f"{OF_JOB}#" + "{timestamp}")}
    fanout: ClassVar = {"timestamp": 1000}

    job_id: JobId
    timestamp: InKey[Timestamp]
    """When the line was logged."""
    log_level: LogLevel = LogLevel.INFO
    """How serious the line is."""
    message: str
    """The text of the line."""
    source: str | None = None
    """The part of the program that wrote the line, such as `trainer`."""
    exception: str | None = None
    """The exception with its traceback; null if the line reports none."""
