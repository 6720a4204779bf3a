"""Queries for those who decide and those who fetch: what waits, in the whole catalogue."""

from collections.abc import Sequence

from entities.novae.nova import Nova
from entities.novae.products import QuarantineReason
from loaders import desk
from loaders.lists.pages import Slice
from loaders.request import Request
from resolvers.runtime.results import Lookup, Parent


def quarantined_spectra(
    request: Request, provider: str | None, reason: QuarantineReason | None, first: int, after: str | None
) -> Slice:
    return desk.quarantined_spectra(request, provider=provider, reason=reason, first=first, after=after)


def quarantined_runs(request: Request, workflow_name: str | None, first: int, after: str | None) -> Slice:
    return desk.quarantined_runs(request, workflow_name=workflow_name, first=first, after=after)


def eligible_spectra(request: Request, provider: str | None, ready_only: bool, first: int, after: str | None) -> Slice:
    return desk.eligible_spectra(request, provider=provider, ready_only=ready_only, first=first, after=after)


def nearest_nova_of_run(_: Request, parents: Sequence[Parent]) -> list[Lookup | None]:
    found = [each.get("nearest_nova_id") for each in parents]
    return [Lookup(Nova, {"nova_id": each}) if each else None for each in found]
