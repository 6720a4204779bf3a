"""Queries on the labels and tags of words, and on the explanations of labels."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from entities.fields import Part
from entities.receipts.labels import LabelMetadata, ReceiptWordLabel, ValidationStatus
from loaders import receipts
from loaders.errors import BadInput
from loaders.lists.pages import Slice
from loaders.request import Request
from resolvers.queries.lists import list_by_value
from resolvers.runtime.arguments import one_at_most
from resolvers.runtime.results import Lookup

MAX_LABELS = 50


class LabelCount(Part):
    """How many words have a label, by the validation status of the label."""

    label: str
    """The label that was counted, such as `GRAND_TOTAL`."""
    none: int
    """How many words have this label with a status of NONE: not checked yet."""
    pending: int
    """How many words have this label with a status of PENDING: a check is under way."""
    valid: int
    """How many words have this label with a status of VALID: it is right."""
    invalid: int
    """How many words have this label with a status of INVALID: it is wrong."""
    needs_review: int
    """How many words have this label with a status of NEEDS_REVIEW: a person should decide."""


def labels(
    request: Request,
    label: str | None,
    validation_status: ValidationStatus | None,
    first: int,
    after: str | None,
) -> Slice:
    """Labels by name, by validation status, or by both."""
    if label is not None:
        where = {"validation_status": validation_status.value} if validation_status else None
        values = {"label": label.upper()}
        return receipts.LABELS_BY_LABEL.page(request, values, first=first, after=after, where=where)
    if validation_status is not None:
        values = {"validation_status": validation_status.value}
        return receipts.LABELS_BY_STATUS.page(request, values, first=first, after=after)
    raise BadInput("Give a label, a validationStatus, or both.")


word_tags = list_by_value(receipts.WORD_TAGS, in_capitals=True)


receipt_word_tags = list_by_value(receipts.RECEIPT_WORD_TAGS, in_capitals=True)


def label_hygiene(
    request: Request, alias: str | None, canonical_label: str | None, first: int, after: str | None
) -> Slice:
    one_at_most(alias=alias, canonicalLabel=canonical_label)
    if alias is not None:
        return receipts.HYGIENE_BY_ALIAS.page(request, {"alias": alias}, first=first, after=after)
    if canonical_label is not None:
        values = {"canonical_label": canonical_label}
        return receipts.HYGIENE_BY_CANONICAL_LABEL.page(request, values, first=first, after=after)
    raise BadInput("Give an alias or a canonicalLabel.")


def label_metadata(_: Request, label: str) -> Lookup:
    return Lookup(LabelMetadata, {"label": label})


def labels_known(request: Request, label_target: str | None, first: int, after: str | None) -> Slice:
    return receipts.labels_known(request, label_target, first=first, after=after)


def label_counts(request: Request, labels: Sequence[str] | None) -> list[LabelCount]:
    """Words per label and validation status, for the given labels or for all core labels."""
    wanted = [label.upper() for label in labels or receipts.CORE_LABELS]
    if len(wanted) > MAX_LABELS:
        raise BadInput(f"Give at most {MAX_LABELS} labels, not {len(wanted)}.")
    calls = [partial(_label_count, request, label) for label in dict.fromkeys(wanted)]
    return request.session.together(*calls)


def _label_count(request: Request, label: str) -> LabelCount:
    found = receipts.LABELS_BY_LABEL.all(request, {"label": label})
    counts = Counter(each.validation_status.name for each in found if isinstance(each, ReceiptWordLabel))
    return LabelCount(
        label=label,
        none=counts["NONE"],
        pending=counts["PENDING"],
        valid=counts["VALID"],
        invalid=counts["INVALID"],
        needs_review=counts["NEEDS_REVIEW"],
    )
