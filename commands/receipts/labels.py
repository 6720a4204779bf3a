"""Labels of words: proposed once, then judged."""

from typing import ClassVar

from commands.changes import change, expect, put_new, revised, still, transact
from commands.comparison import same_or_refused
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
    label = ReceiptWordLabel(**given)
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


def validate_label(request: Request, input: ValidateLabelInput) -> ReceiptWordLabel:
    """Judge a label. It moves in the index by status too."""

    def edit(label: ReceiptWordLabel) -> ReceiptWordLabel:
        expect(label, {"validation_status": input.expected_status})
        return judged(label, input.validation_status, input.reasoning)

    return change(request, ReceiptWordLabel, edit, field="label", **ids_in(input), label=input.label)


def judged(label: ReceiptWordLabel, status: ValidationStatus, reasoning: str | None) -> ReceiptWordLabel:
    """The label with another status, and with the new reasoning if there is one."""
    if status is not label.validation_status:
        LABEL.check(label, label.validation_status, status)
    return revised(label, validation_status=status, reasoning=reasoning or label.reasoning)


def _as_proposed(current: ReceiptWordLabel, wanted: ReceiptWordLabel, own: tuple[str, ...]) -> ReceiptWordLabel:
    """The existing label, if it is the same proposal, judged or not. Otherwise a conflict."""
    was_judged = current.validation_status is not wanted.validation_status
    ignored = {*own, *(("validation_status", "reasoning") if was_judged else ())}
    return same_or_refused(current, wanted, ignoring=ignored, advice="Judge the existing one with `validate_label`.")
