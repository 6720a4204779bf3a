"""Queries on novae, their products, papers and runs."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from entities.fields import Part, Timestamp
from entities.item import Item
from entities.novae.identities import url_locators
from entities.novae.nova import Nova, NovaStatus
from entities.novae.products import SpectraProduct
from entities.novae.references import Reference
from entities.novae.runs import Attempt, JobRun
from entities.novae.sky import Coordinates
from loaders import novae
from loaders.catalogue import NovaOrder, is_listed, novae_page
from loaders.current import find_many
from loaders.errors import BadInput
from loaders.hidden_novae import of_visible_novae
from loaders.lists.cursors import scope_of
from loaders.lists.listing import Span
from loaders.lists.pages import Slice, sorted_page
from loaders.request import Request
from loaders.sky import neighbours
from resolvers.runtime.results import Lookup, Parent, for_each

MAX_RADIUS_ARCSEC = 180 * 3600
"""Half of the sphere in every direction: the whole sky."""


class Cooldown(Part):
    """Whether a spectrum has to wait before its file may be fetched again."""

    active: bool
    """Whether the spectrum has to wait now."""
    next_eligible_at: Timestamp | None = None
    """When the wait ends; null if the spectrum does not have to wait."""
    attempts: int = 0
    """How many attempts to fetch the file have begun."""


def nova(_: Request, nova_id: str) -> Lookup:
    return Lookup(Nova, {"nova_id": nova_id})


def all_novae(
    request: Request,
    status: NovaStatus | None,
    provider: str | None,
    year: int | None,
    order: NovaOrder,
    first: int,
    after: str | None,
) -> Slice:
    asked = {"status": status, "provider": provider, "year": year, "order": order}
    return novae_page(request, **asked, first=first, after=after)  # type: ignore[arg-type]


def novae_near(
    request: Request, ra_deg: float, dec_deg: float, radius_arcsec: float, first: int, after: str | None
) -> Slice:
    place = Coordinates(_checked("ra_deg", ra_deg, 0, 360), _checked("dec_deg", dec_deg, -90, 90))
    radius = _checked("radius_arcsec", radius_arcsec, 0, MAX_RADIUS_ARCSEC)
    near = [each for each in neighbours(request, place, radius) if is_listed(each.nova)]
    entries: list[tuple[list[str | int | float], Any]] = [
        ([each.separation_arcsec, each.nova.nova_id], each.nova) for each in near
    ]
    arguments = {"raDeg": ra_deg, "decDeg": dec_deg, "radiusArcsec": radius_arcsec}
    return sorted_page(entries, scope_of("novaeNear", arguments, newest_first=False), first=first, after=after)


def novae_by_name(request: Request, name: str) -> list[Nova]:
    return novae.novae_by_name(request, name)


def names(request: Request, name: str) -> list[Any]:
    return of_visible_novae(request, novae.names_for(request, name))


def product_by_locator(request: Request, provider: str, locator_identity: str) -> SpectraProduct | None:
    return _visible(request, novae.product_by_locator(request, provider, locator_identity))


def product_by_url(request: Request, provider: str, url: str) -> SpectraProduct | None:
    try:
        spellings = url_locators(url)
    except ValueError as error:
        raise BadInput(f"`url` {error}.", field="url") from None
    return _visible(request, novae.product_by_locator(request, provider, *spellings))


def locators(request: Request, provider: str, locator_identity: str) -> list[Any]:
    values = {"provider": provider, "locator_identity": locator_identity}
    return of_visible_novae(request, novae.LOCATORS.all(request, values))


def _checked(name: str, value: float, least: float, most: float) -> float:
    if not least <= value <= most:
        raise BadInput(f"`{name}` must be from {least} to {most}, not {value}.", field=name)
    return value


def _visible(request: Request, product: SpectraProduct | None) -> SpectraProduct | None:
    return next(iter(of_visible_novae(request, [product] if product else [])), None)


def reference(request: Request, bibcode: str) -> Item | None:
    """Read directly instead of by a plan, because some papers are stored under their novae instead."""
    paper = Lookup(Reference, {"bibcode": bibcode})
    return request.by_ids(Reference, [paper.ids])[0] if paper.can_exist else None


def job_runs(
    request: Request,
    correlation_id: str,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    return novae.RUNS_OF_WORKFLOW.page(
        request,
        {"correlation_id": correlation_id},
        span=Span(since, until),
        first=first,
        after=after,
        keep=lambda run: bool(of_visible_novae(request, [run])),
    )


def nova_of(_: Request, parents: Sequence[Parent]) -> list[Lookup | None]:
    return [Lookup(Nova, {"nova_id": each["nova_id"]}) if each.get("nova_id") else None for each in parents]


def spectra_of_nova(
    request: Request, parents: Sequence[Parent], provider: str | None, first: int, after: str | None
) -> list[Slice]:
    more = {} if provider is None else {"provider": provider}
    keep = (lambda _: True) if provider is None else (lambda each: each.provider == provider)

    def page(parent: Parent) -> Slice:
        values = {"nova_id": parent["nova_id"], **more}
        return novae.SPECTRA.page(request, values, first=first, after=after, keep=keep)

    return for_each(request, parents, page, "nova_id")


def eligible_spectra_of_nova(
    request: Request, parents: Sequence[Parent], provider: str | None, ready_only: bool
) -> list[list[SpectraProduct]]:
    found = for_each(
        request, parents, lambda each: novae.eligible_spectra(request, each["nova_id"], provider), "nova_id"
    )
    if not ready_only:
        return found
    return [[each for each in those if not novae.is_cooling_down(each, request.now)] for those in found]


def runs_of_nova(
    request: Request,
    parents: Sequence[Parent],
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> list[Slice]:
    span = Span(since, until)
    return for_each(
        request,
        parents,
        lambda each: novae.runs_of_nova(request, each["nova_id"], span, first=first, after=after),
        "nova_id",
    )


def papers_of(request: Request, parents: Sequence[Parent]) -> list[Reference | None]:
    links = [(each["nova_id"], each["reference_id"]) for each in parents]
    return novae.papers(request, links)


def cooldown_of(request: Request, parents: Sequence[Parent]) -> list[Cooldown | None]:
    return [_cooldown(request, each) for each in parents]


def product_of_locator(_: Request, parents: Sequence[Parent]) -> list[Lookup | None]:
    names = ("nova_id", "provider", "data_product_id")
    found = [{name: each.get(name) for name in names} for each in parents]
    return [Lookup(SpectraProduct, ids) if all(ids.values()) else None for ids in found]


def attempts_of_run(request: Request, parents: Sequence[Parent]) -> list[list[Attempt]]:

    def attempts(run: Parent) -> list[Attempt]:
        return novae.attempts_of(request, run["nova_id"], run["job_run_id"]) if run.get("nova_id") else []

    return for_each(request, parents, attempts, "nova_id", "job_run_id")


def run_of_attempt(request: Request, parents: Sequence[Parent]) -> list[JobRun | None]:
    return for_each(
        request,
        parents,
        lambda each: novae.run_of(request, each["nova_id"], each["job_run_id"]),
        "nova_id",
        "job_run_id",
    )


def nova_of_initialization(request: Request, parents: Sequence[Parent]) -> list[Nova | None]:
    """Read consistently, because the nova may have just been stored."""
    ids = {each.get("nova_id") for each in parents} - {None}
    found = find_many(request, Nova, [{"nova_id": each} for each in ids])
    novae_ = {each.item.nova_id: each.item for each in found if each}
    return [novae_.get(each.get("nova_id") or "") for each in parents]


def _cooldown(request: Request, parent: Parent) -> Cooldown:
    eligibility, until = parent.get("eligibility"), parent.get("next_eligible_attempt_at")
    active = eligibility == "ACQUIRE" and until is not None and until > request.now
    return Cooldown(
        active=active, next_eligible_at=until if active else None, attempts=parent.get("attempt_count") or 0
    )
