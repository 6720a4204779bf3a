"""Queries on the dependencies between jobs."""

from loaders.dependencies import ALL_DEPENDENCIES
from loaders.lists.pages import Slice
from loaders.request import Request


def dependencies(request: Request, dependent_job_id: str | None, first: int, after: str | None) -> Slice:
    values = {} if dependent_job_id is None else {"dependent_job_id": dependent_job_id}
    return ALL_DEPENDENCIES.page(request, values, first=first, after=after)
