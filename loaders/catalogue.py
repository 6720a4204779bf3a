"""The catalogue of novae: who is in it, in which order, and what is only found by going through it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from entities.fields import ClosedEnum
from entities.item import Item
from entities.novae.nova import NameMapping, Nova, NovaStatus, normalise_name, spellings_of
from entities.novae.products import PhotometryTable, SpectraProduct, ValidationState
from entities.novae.references import FileObject, NovaReference
from entities.tables import NOVAE
from loaders import novae
from loaders.dynamo.requests import Begins, Query
from loaders.lists.cursors import scope_of
from loaders.lists.pages import Slice, sorted_page
from loaders.request import Request

NOT_LISTED = {NovaStatus.MERGED, NovaStatus.DEPRECATED, NovaStatus.HIDDEN}
"""The statuses of novae that lists leave out unless they are asked for."""

_LAST = "~"
_MOST = 10**9


class NovaOrder(ClosedEnum):
    """The order of a list of novae. NAME: alphabetical. NEWEST, OLDEST: by `discoveryDate`, those without one last.
    MOST_SPECTRA, MOST_PHOTOMETRY, MOST_REFERENCES: by the stored counts, novae without one last.
    """

    NAME = "NAME"
    NEWEST = "NEWEST"
    OLDEST = "OLDEST"
    MOST_SPECTRA = "MOST_SPECTRA"
    MOST_PHOTOMETRY = "MOST_PHOTOMETRY"
    MOST_REFERENCES = "MOST_REFERENCES"


def _newest(nova: Nova) -> str:
    """Digits turned around, so that later dates sort first."""
    return (nova.discovery_date or "").translate(str.maketrans("0123456789", "9876543210")) or _LAST


def _fewer(count: int | None) -> int:
    """Counts turned around, so that larger ones sort first, and novae without one last."""
    return _MOST - (-1 if count is None else count)


ORDERS: dict[NovaOrder, Callable[[Nova], str | int]] = {
    NovaOrder.NAME: lambda _: 0,
    NovaOrder.NEWEST: _newest,
    NovaOrder.OLDEST: lambda nova: nova.discovery_date or _LAST,
    NovaOrder.MOST_SPECTRA: lambda nova: _fewer(nova.spectra_count),
    NovaOrder.MOST_PHOTOMETRY: lambda nova: _fewer(nova.photometry_count),
    NovaOrder.MOST_REFERENCES: lambda nova: _fewer(nova.references_count),
}


def is_listed(nova: Nova, status: NovaStatus | None = None) -> bool:
    """Whether a nova is in a list: with the status that is asked for, or with one that is listed by itself."""
    return nova.status not in NOT_LISTED if status is None else nova.status is status


def novae_page(
    request: Request,
    *,
    status: NovaStatus | None,
    provider: str | None,
    year: int | None,
    order: NovaOrder,
    first: int,
    after: str | None,
) -> Slice:
    """A page of the catalogue. Only the order of names is that of an index; for others, all novae are read."""
    arguments = {"status": status.name if status else None, "provider": provider, "year": year}

    def keep(item: Item) -> bool:
        return isinstance(item, Nova) and is_listed(item, status) and _is_of_year(item, year)

    if order is NovaOrder.NAME and provider is None:
        return novae.NOVAE_BY_NAME.page(request, {}, first=first, after=after, keep=keep, said=arguments)
    found = [each for each in novae.NOVAE_BY_NAME.all(request, {}) if isinstance(each, Nova) and keep(each)]
    if provider is not None:
        found = _with_spectra_of(request, found, provider)
    return ordered_page(found, ORDERS[order], {**arguments, "order": order.name}, first=first, after=after)


def ordered_page(
    found: Sequence[Nova], by: Callable[[Nova], Any], arguments: dict[str, Any], *, first: int, after: str | None
) -> Slice:
    """A page of novae in an order that no index has."""
    entries: list[tuple[list[str | int | float], Any]] = [
        ([by(each), each.primary_name_normalized or "", each.nova_id], each) for each in found
    ]
    return sorted_page(entries, scope_of("novae", arguments, newest_first=False), first=first, after=after)


def _is_of_year(nova: Nova, year: int | None) -> bool:
    return year is None or (nova.discovery_date or "").startswith(f"{year:04d}-")


def _with_spectra_of(request: Request, found: Sequence[Nova], provider: str) -> list[Nova]:
    """Those of these novae that have a spectrum of a provider: one small read for each."""
    key = Begins(f"PRODUCT#SPECTRA#{provider}#")
    queries = [Query(NOVAE, None, each.nova_id, key, limit=1) for each in found]
    there = request.session.together(*(partial(request.session.query, each) for each in queries))
    return [nova for nova, records in zip(found, there, strict=True) if records]


def names_of(request: Request, nova: Nova) -> list[NameMapping]:
    """The names of a nova, the primary one first: those of its own list that are stored as names."""
    written = [nova.primary_name, *nova.aliases]
    spellings = dict.fromkeys(each for name in written if name for each in spellings_of(name))
    ids = (f"NOVA#{nova.nova_id}", nova.nova_id)
    keys = [{"PK": f"NAME#{each}", "SK": sort} for each in spellings for sort in ids]
    records = request.session.batch_get(NOVAE, keys) if keys else []
    found = request.items(NOVAE, [each for each in records if each], NameMapping)
    distinct = {normalise_name(each.name_normalized): each for each in found if isinstance(each, NameMapping)}
    return sorted(distinct.values(), key=lambda each: (each.name_kind.value != "PRIMARY", each.name_normalized))


def novae_of_papers(request: Request, reference_ids: Sequence[str]) -> dict[str, list[Nova]]:
    """The novae that papers are about. Links are stored under novae, so every nova of the catalogue is looked at."""
    listed = [each for each in novae.NOVAE_BY_NAME.all(request, {}) if isinstance(each, Nova) and is_listed(each)]
    pairs = [(each, paper) for paper in dict.fromkeys(reference_ids) for each in listed]
    keys = [NovaReference.key_for(nova_id=nova.nova_id, reference_id=paper) for nova, paper in pairs]
    records = request.session.batch_get(NOVAE, keys) if keys else []
    found: dict[str, list[Nova]] = {paper: [] for paper in reference_ids}
    for (nova, paper), record in zip(pairs, records, strict=True):
        if record:
            found[paper].append(nova)
    return found


def count_spectra(request: Request, nova_id: str) -> int:
    """How many valid spectra a nova has; composites are made from others, and are not counted."""
    spectra = [each for each in novae.products_of(request, nova_id) if isinstance(each, SpectraProduct)]
    return sum(each.validation_status is ValidationState.VALID and not each.is_composite for each in spectra)


def count_photometry(request: Request, nova_id: str) -> int:
    """How many measurements of a nova there are, as its photometry table says."""
    (table,) = request.by_ids(PhotometryTable, [{"nova_id": nova_id}])
    return (table.row_count or 0) if isinstance(table, PhotometryTable) else 0


def count_references(request: Request, nova_id: str) -> int:
    """How many papers are linked to a nova."""
    return request.session.count(Query(NOVAE, None, nova_id, Begins("NOVAREF#"), (NovaReference.type_name,)))


def links_of(request: Request, nova_id: str) -> list[NovaReference]:
    """The links from a nova to papers."""
    query = Query(NOVAE, None, nova_id, Begins("NOVAREF#"), (NovaReference.type_name,))
    found = request.items(NOVAE, request.session.query(query), NovaReference)
    return [each for each in found if isinstance(each, NovaReference)]


def files_in(request: Request, partition: str) -> list[FileObject]:
    """The files of a nova, or of a workflow."""
    query = Query(NOVAE, None, partition, Begins("FILE#"), (FileObject.type_name,))
    found = request.items(NOVAE, request.session.query(query), FileObject)
    return [each for each in found if isinstance(each, FileObject)]
