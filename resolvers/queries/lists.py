"""Queries that only list items: one factory for each set of arguments.

Arguments are converted by a function's annotations, so each factory annotates the argument that it names at runtime.
"""

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum

from loaders.lists.listing import Listing, Span
from loaders.lists.pages import Slice
from loaders.lists.timed_pages import list_in_time
from loaders.request import Request
from resolvers.runtime.arguments import RENAMED

ListQuery = Callable[..., Slice]


def whole_list(listing: Listing) -> ListQuery:
    """`(first, after)`: everything."""

    def page(request: Request, first: int, after: str | None) -> Slice:
        return listing.page(request, {}, first=first, after=after)

    return page


def list_by_time(listing: Listing) -> ListQuery:
    """`(since, until, first, after)`: everything, sorted by time."""

    def page(request: Request, since: datetime | None, until: datetime | None, first: int, after: str | None) -> Slice:
        return listing.page(request, {}, span=Span(since, until), first=first, after=after)

    return page


def list_by_value(listing: Listing, kind: type[str] = str, *, in_capitals: bool = False) -> ListQuery:
    """`(<field>, first, after)`: the items with a given value of the listing's field."""

    def page(request: Request, first: int, after: str | None, **given: str) -> Slice:
        return listing.page(request, _values(listing, given, in_capitals=in_capitals), first=first, after=after)

    return _annotated(page, listing, kind)


def list_by_value_and_time(listing: Listing, kind: type[str] = str) -> ListQuery:
    """`(<field>, since, until, first, after)`: the same, sorted by time."""

    def page(
        request: Request, since: datetime | None, until: datetime | None, first: int, after: str | None, **given: str
    ) -> Slice:
        return list_in_time(request, listing, _values(listing, given), Span(since, until), first=first, after=after)

    return _annotated(page, listing, kind)


def _annotated(page: ListQuery, listing: Listing, kind: type[str]) -> ListQuery:
    (field,) = listing.by
    page.__annotations__[RENAMED.get(field, field)] = kind
    return page


def _values(listing: Listing, given: dict[str, str], *, in_capitals: bool = False) -> dict[str, str]:
    """The value by the name of the listing's field; the Python argument may be spelled differently."""
    (field,), (value,) = listing.by, given.values()
    text = value.value if isinstance(value, StrEnum) else value
    return {field: text.upper() if in_capitals else text}
