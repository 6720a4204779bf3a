"""What words mean: labels are proposed once, and then checked."""

from typing import ClassVar

from entities.fields import Timestamp
from entities.receipts.labels import ReceiptWordLabel, ValidationStatus
from loaders.dynamo.writes import Action
from loaders.errors import Outdated
from loaders.reading import Reading
from loaders.writing import change, expect, put_new, revised, still, transact
from resolvers.mutations.below import OfWord, UpperWord, check_size, ids_in, says_the_same, stored_now, the_word

CHECKED = (ValidationStatus.PENDING, ValidationStatus.VALID, ValidationStatus.INVALID, ValidationStatus.NEEDS_REVIEW)


class AddLabelInput(OfWord):
    """A label that somebody proposes for a word."""

    about: ClassVar[str] = "ReceiptWordLabel"

    label: UpperWord
    reasoning: str | None = None
    validation_status: ValidationStatus = ValidationStatus.NONE
    label_proposed_by: str | None = None
    label_consolidated_from: UpperWord | None = None
    timestamp_added: Timestamp | None = None


def add_label(reading: Reading, input: AddLabelInput) -> ReceiptWordLabel:
    """A repeat finds the label there, however it was judged meanwhile."""
    given = {"timestamp_added": reading.now} | input.only()
    label = ReceiptWordLabel(**given)
    check_size(label)
    own = () if input.timestamp_added else ("timestamp_added",)

    def plan() -> tuple[list[Action], ReceiptWordLabel]:
        found = stored_now(reading, label)
        if found:
            return [], _as_proposed(found.item, label, own)
        return [still(the_word(reading, input)), put_new(label)], label

    return transact(reading, plan)


class ValidateLabelInput(OfWord):
    """What became of a label."""

    about: ClassVar[str] = "ReceiptWordLabel"

    label: UpperWord
    validation_status: ValidationStatus
    expected_status: ValidationStatus | None = None
    reasoning: str | None = None


def validate_label(reading: Reading, input: ValidateLabelInput) -> ReceiptWordLabel:
    """Its place among the labels of a status moves with it."""

    def edit(label: ReceiptWordLabel) -> ReceiptWordLabel:
        expect(label, {"validation_status": input.expected_status})
        return judged(label, input.validation_status, input.reasoning)

    return change(reading, ReceiptWordLabel, edit, field="input.label", **ids_in(input), label=input.label)


def judged(label: ReceiptWordLabel, status: ValidationStatus, reasoning: str | None) -> ReceiptWordLabel:
    """The label with another status. Nobody can unsee it: none goes back to NONE."""
    if status is not label.validation_status and status not in CHECKED:
        raise Outdated(f"This label is {label.validation_status!s}, and cannot become {status!s} again.", label)
    return revised(label, validation_status=status, reasoning=reasoning or label.reasoning)


def _as_proposed(current: ReceiptWordLabel, wanted: ReceiptWordLabel, own: tuple[str, ...]) -> ReceiptWordLabel:
    """The label that is there, if it is the proposal itself or what became of it."""
    was_judged = current.validation_status is not wanted.validation_status
    ignored = {*own, *(("validation_status", "reasoning") if was_judged else ())}
    if not says_the_same(current, wanted, ignoring=ignored):
        raise Outdated("This word has that label already, proposed by somebody else or for another reason.", current)
    return current
