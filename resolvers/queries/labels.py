"""Queries on the labels and tags of words, and on the explanations of labels."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from entities.fields import Part
from entities.receipts.labels import LabelMetadata, ReceiptWordLabel, ValidationStatus
from loaders import counts, receipt_findings, receipt_lists, receipts
from loaders.errors import BadInput
from loaders.label_timeline import LabelTimelineStep
from loaders.label_timeline import label_timeline as timeline_of
from loaders.lists.pages import Slice
from loaders.request import Request
from resolvers.queries.lists import list_by_value
from resolvers.runtime.arguments import one_at_most
from resolvers.runtime.results import Lookup, Parent

MAX_LABELS = 50
_STATUSES = ("none", "pending", "valid", "invalid", "needs_review")


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
    image_id: str | None,
    receipt_id: int | None,
    first: int,
    after: str | None,
) -> Slice:
    """Labels by name, by validation status, by the image or receipt that they are on, or by several of these."""
    status = validation_status.value if validation_status else None
    name = label.upper() if label is not None else None
    if image_id is not None:
        return receipt_lists.labels_within(
            request, image_id, receipt_id, label=name, validation_status=status, first=first, after=after
        )
    if receipt_id is not None:
        raise BadInput("receiptId requires imageId: give both.", field="receipt_id")
    if name is not None:
        where = {"validation_status": status} if status else None
        return receipts.LABELS_BY_LABEL.page(request, {"label": name}, first=first, after=after, where=where)
    if validation_status is not None:
        values = {"validation_status": validation_status.value}
        found = receipts.LABELS_BY_STATUS.page(request, values, first=first, after=after)
        return replace(found, total=partial(counts.labels_with, request, validation_status))
    raise BadInput("Give a label, a validationStatus, an imageId, or several of them.", field="label")


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
    return receipts.ALL_HYGIENE.page(request, {}, first=first, after=after)


def replaced_by_label(_: Request, parents: Sequence[Parent]) -> list[Lookup | None]:
    """The label of the same word that each label replaced, if it replaced one."""
    word = ("image_id", "receipt_id", "line_id", "word_id")
    ids = [{**{name: each[name] for name in word}, "label": each.get("label_consolidated_from")} for each in parents]
    return [Lookup(ReceiptWordLabel, each) if each["label"] else None for each in ids]


def label_metadata(_: Request, label: str) -> Lookup:
    return Lookup(LabelMetadata, {"label": label})


def labels_known(request: Request, label_target: str | None, first: int, after: str | None) -> Slice:
    return receipt_findings.labels_known(request, label_target, first=first, after=after)


def label_counts(request: Request, labels: Sequence[str] | None) -> list[LabelCount]:
    """Words per label and validation status, for the given labels or for all core labels."""
    wanted = [label.upper() for label in labels or receipts.CORE_LABELS]
    if len(wanted) > MAX_LABELS:
        raise BadInput(f"Give at most {MAX_LABELS} labels, not {len(wanted)}.", field="labels")
    by_label = counts.by_label(request, list(dict.fromkeys(wanted)))
    return [
        LabelCount(label=label, **{each: numbers[each.upper()] for each in _STATUSES}) for label, numbers in by_label
    ]


def label_timeline(
    request: Request, since: datetime | None, until: datetime | None, step: int
) -> list[LabelTimelineStep]:
    return timeline_of(request, since, until, step)
