"""Queries on validations of receipts."""

from datetime import datetime

from loaders import receipts
from loaders.lists.listing import Listing, Span
from loaders.lists.pages import Slice
from loaders.request import Request
from resolvers.queries.lists import list_by_value


def validations(
    request: Request,
    status: str | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    listing, values = _by_status(receipts.VALIDATIONS, receipts.VALIDATIONS_BY_STATUS, "overall_status", status)
    return listing.page(request, values, span=Span(since, until), first=first, after=after)


def validation_categories(request: Request, field_name: str, status: str, first: int, after: str | None) -> Slice:
    values = {"field_name": field_name, "status": status}
    return receipts.CATEGORIES_BY_STATUS.page(request, values, first=first, after=after)


validation_results = list_by_value(receipts.RESULTS_BY_TYPE)


def chat_gpt_validations(
    request: Request,
    status: str | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    listing, values = _by_status(receipts.CHAT_GPT_VALIDATIONS, receipts.CHAT_GPT_BY_STATUS, "revised_status", status)
    return listing.page(request, values, span=Span(since, until), first=first, after=after)


def _by_status(
    everything: Listing, by_status: Listing, name: str, status: str | None
) -> tuple[Listing, dict[str, str]]:
    return (everything, {}) if status is None else (by_status, {name: status})
