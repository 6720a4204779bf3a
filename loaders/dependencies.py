"""All dependencies between jobs, from the side of the job that waits."""

from entities.jobs import JobDependency
from loaders.lists.listing import Listing

ALL_DEPENDENCIES = Listing(JobDependency, "GSI1", ("dependent_job_id",))
