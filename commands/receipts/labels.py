"""Labels of words: proposed once, then judged."""

from typing import ClassVar

from commands.authors import author
from commands.changes import change, expect, put_new, revised, still, transact
from commands.comparison import same_or_refused
from commands.input_types import ShortText
from commands.receipts.receipt_writes import OfWord, UpperWord, check_size, ids_in, stored_now, the_word
from commands.transitions.receipts import LABEL
from entities.fields import Timestamp
from entities.receipts.labels import ReceiptWordLabel, ValidationStatus
from loaders.dynamo.writes import Action
from loaders.request import Request


class AddLabelInput(OfWord):
    """A label to propose for a word of a receipt."""

    about: ClassVar[str] = "ReceiptWordLabel"

    label: UpperWord
    """The label to propose, such as `GRAND_TOTAL`; it is stored in upper case."""
    reasoning: str | None = None
    """Why the word should have this label."""
    validation_status: ValidationStatus = ValidationStatus.NONE
    """Whether the label has been checked already; defaults to NONE."""
    label_proposed_by: str | None = None
    label_consolidated_from: UpperWord | None = None
    """The earlier label of the same word that this one replaces."""
    timestamp_added: Timestamp | None = None
    """When the label was proposed; defaults to now."""


def add_label(request: Request, input: AddLabelInput) -> ReceiptWordLabel:
    """Propose a label. A repeat returns the existing one, however it was judged meanwhile."""
    given = {"timestamp_added": request.now} | input.only()
    label = checked_by(request, ReceiptWordLabel(**given))
    check_size(label)
    own = () if input.timestamp_added else ("timestamp_added",)

    def writes() -> tuple[list[Action], ReceiptWordLabel]:
        found = stored_now(request, label)
        if found:
            return [], _as_proposed(found.item, label, own)
        return [still(the_word(request, input)), put_new(label)], label

    return transact(request, writes)


class ValidateLabelInput(OfWord):
    """The result of checking a label."""

    about: ClassVar[str] = "ReceiptWordLabel"

    label: UpperWord
    """The label that was checked, such as `GRAND_TOTAL`."""
    validation_status: ValidationStatus
    """The result of the check. A label cannot go back to NONE."""
    expected_status: ValidationStatus | None = None
    """If given, the call fails with `Conflict` unless this is the current validation status of the label."""
    reasoning: str | None = None
    """Why the label is right or wrong; if left out, the reasoning that is stored stays."""
    validated_by: ShortText | None = None
    """The person or program that checked the label; defaults to the caller. Only operators and IAM may name another."""


def validate_label(request: Request, input: ValidateLabelInput) -> ReceiptWordLabel:
    """Judge a label. It moves in the index by status too. The same judgement again changes nothing."""
    name = author(request, input.validated_by, "validated_by")

    def edit(label: ReceiptWordLabel) -> ReceiptWordLabel:
        expect(label, {"validation_status": input.expected_status})
        judged = _judged(label, input.validation_status, input.reasoning)
        return label if judged == label else revised(judged, validated_by=name, validated_at=request.now)

    guard = ("validation_status",)
    return change(request, ReceiptWordLabel, edit, field="label", guard=guard, **ids_in(input), label=input.label)


def checked_by(request: Request, label: ReceiptWordLabel) -> ReceiptWordLabel:
    """The label, with the caller as the one who set its status, if it has one."""
    if label.validation_status is ValidationStatus.NONE:
        return label
    return revised(label, validated_by=request.caller.name, validated_at=request.now)


def _judged(label: ReceiptWordLabel, status: ValidationStatus, reasoning: str | None) -> ReceiptWordLabel:
    """The label with another status, and with the new reasoning if there is one."""
    if status is not label.validation_status:
        LABEL.check(label, label.validation_status, status)
    return revised(label, validation_status=status, reasoning=reasoning or label.reasoning)


def _as_proposed(current: ReceiptWordLabel, wanted: ReceiptWordLabel, own: tuple[str, ...]) -> ReceiptWordLabel:
    """The existing label, if it is the same proposal, judged or not. Otherwise a conflict."""
    was_judged = current.validation_status is not wanted.validation_status
    ignored = {*own, "validated_by", "validated_at", *(("validation_status", "reasoning") if was_judged else ())}
    return same_or_refused(current, wanted, ignoring=ignored, advice="Judge the existing one with `validate_label`.")
