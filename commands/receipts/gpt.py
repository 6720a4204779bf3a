"""Questions to GPT about tags, and its answers: for a whole receipt, or for one tag of a word."""

from typing import Any, ClassVar

from commands.receipts.receipt_writes import OfReceipt, UpperWord, set_below
from entities.fields import Ordinal, Timestamp
from entities.receipts.labels import GPTInitialTagging, GPTValidation
from loaders.errors import BadInput
from loaders.request import Request

_ABOUT_A_TAG = ("line_id", "word_id", "tag")


class _Asked(OfReceipt):
    """A question and its answer. Line, word and tag come together, or not at all."""

    line_id: Ordinal | None = None
    """The number of the line with the word that GPT was asked about. Give line, word and tag, or none of them."""
    word_id: Ordinal | None = None
    """The number of the word that GPT was asked about; leave it out if GPT was asked about the whole receipt."""
    tag: UpperWord | None = None
    """The tag that GPT was asked about; leave it out if GPT was asked about the whole receipt."""
    query: str
    response: str
    timestamp_added: Timestamp | None = None
    """When the question and its answer were stored; defaults to now."""


class RecordGptValidationInput(_Asked):
    """A question that GPT was asked about tags, and its answer, to be kept. It replaces the one kept for the same tag,
    or for the whole receipt if no word and tag are given."""

    about: ClassVar[str] = "GPTValidation"


class RecordGptInitialTaggingInput(_Asked):
    """A request to GPT to tag words for the first time, and its answer, to be kept. It replaces the one kept for the
    same tag, or for the whole receipt if no word and tag are given."""

    about: ClassVar[str] = "GPTInitialTagging"


def record_gpt_validation(request: Request, input: RecordGptValidationInput) -> GPTValidation:
    """Replace the earlier answer."""
    return set_below(request, input, GPTValidation(**_values(request, input)), stamps=_own(input))


def record_gpt_initial_tagging(request: Request, input: RecordGptInitialTaggingInput) -> GPTInitialTagging:
    """Replace the earlier answer."""
    return set_below(request, input, GPTInitialTagging(**_values(request, input)), stamps=_own(input))


def _values(request: Request, input: _Asked) -> dict[str, Any]:
    given = input.given(*_ABOUT_A_TAG)
    if given and len(given) < len(_ABOUT_A_TAG):
        missing = next(name for name in _ABOUT_A_TAG if name not in given)
        raise BadInput(
            f"`{missing}` is required: give `line_id`, `word_id` and `tag` together, or none of them.", field=missing
        )
    return {"timestamp_added": request.now} | input.only()


def _own(input: _Asked) -> tuple[str, ...]:
    return () if input.timestamp_added else ("timestamp_added",)
