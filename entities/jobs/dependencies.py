"""Which job waits for which, and which runs belong to a sweep."""

from typing import ClassVar

from entities.fields import InKey, Needed, OpenEnum, Timestamp
from entities.keys import Key
from entities.receipts.base import ReceiptsItem


class DependencyType(OpenEnum):
    """Why one job waits for another. COMPLETION, SUCCESS, FAILURE: until the other has ended, succeeded or failed.
    ARTIFACT: until the other has produced something. PARENT_SWEEP: the waiting job is a run, and the other is its
    sweep. CHILD_TRAINING: the waiting job is a sweep, and the other is one of its runs.
    """

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
    """The id of the job that waits."""
    dependency_job_id: InKey[str]
    """The id of the job that is waited for."""
    type: DependencyType = DependencyType.COMPLETION
    """What the job waits for, such as the SUCCESS of the other. See `DependencyType` for sweeps and their runs."""
    condition: str | None = None
    """What else must be true before the waiting job may start, in words; null if nothing."""
    created_at: Needed[Timestamp] = None
    """When the dependency was created."""
