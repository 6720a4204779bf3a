"""What is stored about novae at this very moment: changes are decided by it, so it is read consistently."""

from collections.abc import Iterable
from functools import partial

from entities.item import ItemType
from entities.novae.nova import NameMapping
from entities.novae.products import LocatorAlias
from entities.novae.runs import JobRun
from entities.tables import NOVAE
from loaders.dynamo.requests import Begins, Query
from loaders.novae import LOCATORS, NAMES
from loaders.reading import Reading
from loaders.writing import Found, find_all


def names_now(reading: Reading, names: Iterable[str]) -> list[Found[NameMapping]]:
    """What these names, normalised, mean."""
    return _all(reading, NameMapping, [each for name in names for each in NAMES.queries({"name_normalized": name})])


def locators_now(reading: Reading, provider: str, locator_identity: str) -> list[LocatorAlias]:
    """The claims on a locator, the oldest first."""
    values = {"provider": provider, "locator_identity": locator_identity}
    claims = [each.item for each in _all(reading, LocatorAlias, LOCATORS.queries(values))]
    return sorted(claims, key=lambda each: (each.created_at is None, each.created_at, each.data_product_id))


def run_now(
    reading: Reading, *, nova_id: str | None, correlation_id: str | None, workflow_name: str, job_run_id: str
) -> Found[JobRun] | None:
    """A run of a workflow, under its nova or under what it belongs to, however its time was written."""
    partitions = [nova_id, f"WORKFLOW#{correlation_id}" if correlation_id else None]
    queries = [
        Query(NOVAE, None, partition, Begins(f"JOBRUN#{workflow_name}#"), (JobRun.type_name,))
        for partition in partitions
        if partition
    ]
    return next((run for run in _all(reading, JobRun, queries) if run.item.job_run_id == job_run_id), None)


def _all(reading: Reading, entity: type[ItemType], queries: Iterable[Query]) -> list[Found[ItemType]]:
    calls = [partial(find_all, reading, entity, each) for each in queries]
    return [found for those in reading.session.together(*calls) for found in those]
