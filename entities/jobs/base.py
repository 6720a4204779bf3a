"""What many items of jobs share."""

from entities.fields import InKey, OpenEnum

OF_JOB = "JOB#{job_id}"
"""The partition of everything that belongs to one job."""

JobId = InKey[str]
"""The id of the job that this item belongs to, usually a UUID."""


class Priority(OpenEnum):
    """How urgent a job or a queue is, from LOW to CRITICAL."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"
