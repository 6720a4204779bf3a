"""Queries on single measurements of brightness."""

from collections.abc import Sequence

from loaders.light_curves import PhotometryRow, light_curve
from loaders.lists.pages import Slice
from loaders.request import Request
from resolvers.runtime.results import Parent, for_each

__all__ = ["PhotometryRow", "rows_of_table"]


def rows_of_table(
    request: Request, parents: Sequence[Parent], band: str | None, first: int, after: str | None
) -> list[Slice | None]:
    return for_each(
        request,
        parents,
        lambda each: light_curve(request, each["nova_id"], band=band, first=first, after=after),
        "nova_id",
    )
