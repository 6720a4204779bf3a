"""What leads from novae to other things and back: names, papers, files, counts, and novae that became others."""

from collections.abc import Callable, Sequence
from typing import Any

from entities.novae.nova import NameMapping, Nova
from entities.novae.references import NovaReference, ReferenceRole
from loaders import catalogue
from loaders.request import Request
from resolvers.runtime.results import Lookup, Parent, for_each


def names_of_nova(request: Request, parents: Sequence[Parent]) -> list[list[NameMapping]]:
    def names(parent: Parent) -> list[NameMapping]:
        (nova,) = request.by_ids(Nova, [{"nova_id": parent["nova_id"]}])
        return catalogue.names_of(request, nova) if isinstance(nova, Nova) else []

    return for_each(request, parents, names, "nova_id")


def merged_into(_: Request, parents: Sequence[Parent]) -> list[Lookup | None]:
    found = [each.get("merged_into_nova_id") for each in parents]
    return [Lookup(Nova, {"nova_id": each}) if each else None for each in found]


def references_by_role(request: Request, parents: Sequence[Parent], role: ReferenceRole) -> list[list[NovaReference]]:
    def links(parent: Parent) -> list[NovaReference]:
        return [each for each in catalogue.links_of(request, parent["nova_id"]) if each.role is role]

    return for_each(request, parents, links, "nova_id")


def spectra_count(request: Request, parents: Sequence[Parent]) -> list[int]:
    return _counted(request, parents, "spectra_count", catalogue.count_spectra)


def photometry_count(request: Request, parents: Sequence[Parent]) -> list[int]:
    return _counted(request, parents, "photometry_count", catalogue.count_photometry)


def references_count(request: Request, parents: Sequence[Parent]) -> list[int]:
    return _counted(request, parents, "references_count", catalogue.count_references)


def _counted(request: Request, parents: Sequence[Parent], name: str, count: Callable[[Request, str], int]) -> list[int]:
    """The stored count where there is one; otherwise what is there now."""

    def known(parent: Parent) -> int:
        stored = parent.get(name)
        return count(request, parent["nova_id"]) if stored is None else int(stored)

    return for_each(request, parents, known, "nova_id")


def novae_of_reference(request: Request, parents: Sequence[Parent]) -> list[list[Nova]]:
    ids = [each.get("bibcode") or each.get("reference_id") for each in parents]
    found = catalogue.novae_of_papers(request, [each for each in ids if each])
    return [found.get(each or "", []) for each in ids]


def files_of_spectrum(request: Request, parents: Sequence[Parent]) -> list[list[Any]]:
    def files(parent: Parent) -> list[Any]:
        found = catalogue.files_in(request, parent["nova_id"])
        return [each for each in found if each.data_product_id == parent["data_product_id"]]

    return for_each(request, parents, files, "nova_id", "data_product_id")


def files_of_run(request: Request, parents: Sequence[Parent]) -> list[list[Any]]:
    def files(parent: Parent) -> list[Any]:
        if not parent.get("correlation_id"):
            return []
        return list(catalogue.files_in(request, f"WORKFLOW#{parent['correlation_id']}"))

    return for_each(request, parents, files, "correlation_id")
