"""Queries on validations of receipts."""

from collections.abc import Sequence
from datetime import datetime

from entities.receipts.validations import ReceiptValidationCategory
from loaders import receipt_findings, receipts
from loaders.errors import BadInput
from loaders.lists.listing import Listing, Span
from loaders.lists.pages import Slice
from loaders.request import Request
from resolvers.runtime.results import Lookup, Parent


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


def validation_categories(
    request: Request,
    field_name: str | None,
    status: str | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    span = Span(since, until)
    if field_name is None:
        return receipt_findings.categories_by_time(request, status, span, first=first, after=after)
    if status is None:
        raise BadInput("fieldName requires status: give both.", field="status")
    values = {"field_name": field_name, "status": status}
    if not (since or until):
        return receipts.CATEGORIES_BY_STATUS.page(request, values, first=first, after=after)
    return receipts.CATEGORIES_BY_STATUS_IN.page(request, values, span=span, first=first, after=after)


def validation_results(
    request: Request,
    type_: str | None,
    since: datetime | None,
    until: datetime | None,
    first: int,
    after: str | None,
) -> Slice:
    if type_ is not None and not (since or until):
        return receipts.RESULTS_BY_TYPE.page(request, {"type": type_}, first=first, after=after)
    return receipt_findings.results_by_time(request, type_, Span(since, until), first=first, after=after)


def category_of(_: Request, parents: Sequence[Parent]) -> list[Lookup]:
    names = ("image_id", "receipt_id", "field_name")
    return [Lookup(ReceiptValidationCategory, {name: each[name] for name in names}) for each in parents]


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
