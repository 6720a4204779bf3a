"""Queries on novae, their products, papers and runs."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from entities.fields import Part, Timestamp
from entities.item import Item
from entities.novae.nova import Nova
from entities.novae.products import SpectraProduct
from entities.novae.references import Reference
from entities.novae.runs import Attempt, JobRun
from loaders import novae
from loaders.listing import Span
from loaders.pages import Slice
from loaders.reading import Reading
from resolvers.lookup import Lookup, Parent, for_each


class Cooldown(Part):
    """Whether a spectrum must wait before it may be fetched again."""

    active: bool
    next_eligible_at: Timestamp | None = None
    attempts: int = 0


def nova(_: Reading, nova_id: str) -> Lookup:
    return Lookup(Nova, {"nova_id": nova_id})


def all_novae(reading: Reading, first: int, after: str | None) -> Slice:
    return novae.NOVAE_BY_NAME.page(reading, {}, first=first, after=after)


def novae_by_name(reading: Reading, name: str) -> list[Nova]:
    return novae.novae_by_name(reading, name)


def names(reading: Reading, name: str) -> list[Any]:
    return list(novae.names_for(reading, name))


def product_by_locator(reading: Reading, provider: str, locator_identity: str) -> SpectraProduct | None:
    return novae.product_by_locator(reading, provider, locator_identity)


def locators(reading: Reading, provider: str, locator_identity: str) -> list[Any]:
    values = {"provider": provider, "locator_identity": locator_identity}
    return list(novae.LOCATORS.all(reading, values))


def reference(reading: Reading, bibcode: str) -> Item | None:
    """Read as it is: some papers lie elsewhere, under their novae, so no plan could be sure to find it."""
    paper = Lookup(Reference, {"bibcode": bibcode})
    return reading.by_ids(Reference, [paper.ids])[0] if paper.can_exist else None


def job_runs(
    reading: Reading,
    correlation_id: str,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    values = {"correlation_id": correlation_id}
    return novae.RUNS_OF_WORKFLOW.page(reading, values, span=Span(since, until), first=first, after=after)


def nova_of(_: Reading, parents: Sequence[Parent]) -> list[Lookup | None]:
    return [Lookup(Nova, {"nova_id": each["nova_id"]}) if each.get("nova_id") else None for each in parents]


def spectra_of_nova(
    reading: Reading, parents: Sequence[Parent], provider: str | None, first: int, after: str | None
) -> list[Slice]:
    more = {} if provider is None else {"provider": provider}
    keep = (lambda _: True) if provider is None else (lambda each: each.provider == provider)

    def page(parent: Parent) -> Slice:
        values = {"nova_id": parent["nova_id"], **more}
        return novae.SPECTRA.page(reading, values, first=first, after=after, keep=keep)

    return for_each(reading, parents, page, "nova_id")


def eligible_spectra_of_nova(
    reading: Reading, parents: Sequence[Parent], provider: str | None, ready_only: bool
) -> list[list[SpectraProduct]]:
    found = for_each(
        reading, parents, lambda each: novae.eligible_spectra(reading, each["nova_id"], provider), "nova_id"
    )
    if not ready_only:
        return found
    return [[each for each in those if not novae.is_cooling_down(each, reading.now)] for those in found]


def runs_of_nova(
    reading: Reading,
    parents: Sequence[Parent],
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> list[Slice]:
    span = Span(since, until)
    return for_each(
        reading,
        parents,
        lambda each: novae.runs_of_nova(reading, each["nova_id"], span, first=first, after=after),
        "nova_id",
    )


def papers_of(reading: Reading, parents: Sequence[Parent]) -> list[Reference | None]:
    links = [(each["nova_id"], each["reference_id"]) for each in parents]
    return novae.papers(reading, links)


def cooldown_of(reading: Reading, parents: Sequence[Parent]) -> list[Cooldown | None]:
    return [_cooldown(reading, each) for each in parents]


def product_of_locator(_: Reading, parents: Sequence[Parent]) -> list[Lookup | None]:
    names = ("nova_id", "provider", "data_product_id")
    found = [{name: each.get(name) for name in names} for each in parents]
    return [Lookup(SpectraProduct, ids) if all(ids.values()) else None for ids in found]


def attempts_of_run(reading: Reading, parents: Sequence[Parent]) -> list[list[Attempt]]:

    def attempts(run: Parent) -> list[Attempt]:
        return novae.attempts_of(reading, run["nova_id"], run["job_run_id"]) if run.get("nova_id") else []

    return for_each(reading, parents, attempts, "nova_id", "job_run_id")


def run_of_attempt(reading: Reading, parents: Sequence[Parent]) -> list[JobRun | None]:
    return for_each(
        reading,
        parents,
        lambda each: novae.run_of(reading, each["nova_id"], each["job_run_id"]),
        "nova_id",
        "job_run_id",
    )


def _cooldown(reading: Reading, parent: Parent) -> Cooldown:
    eligibility, until = parent.get("eligibility"), parent.get("next_eligible_attempt_at")
    active = eligibility == "ACQUIRE" and until is not None and until > reading.now
    return Cooldown(
        active=active, next_eligible_at=until if active else None, attempts=parent.get("attempt_count") or 0
    )
