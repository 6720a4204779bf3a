"""What GPT was asked about tags, and what it answered: for a whole receipt, or for one tag of one word."""

from typing import Any, ClassVar

from entities.fields import Ordinal, Timestamp
from entities.receipts.labels import GPTInitialTagging, GPTValidation
from loaders.reading import Reading
from resolvers.errors import BadRequest
from resolvers.mutations.below import OfReceipt, UpperWord, set_below

_ABOUT_A_TAG = ("line_id", "word_id", "tag")


class _Asked(OfReceipt):
    """A question and its answer. Line, word and tag come together, or not at all."""

    line_id: Ordinal | None = None
    word_id: Ordinal | None = None
    tag: UpperWord | None = None
    query: str
    response: str
    timestamp_added: Timestamp | None = None


class RecordGptValidationInput(_Asked):
    """What GPT said when it checked tags."""

    about: ClassVar[str] = "GPTValidation"


class RecordGptInitialTaggingInput(_Asked):
    """What GPT said when it first tagged words."""

    about: ClassVar[str] = "GPTInitialTagging"


def record_gpt_validation(reading: Reading, input: RecordGptValidationInput) -> GPTValidation:
    """In place of what it said before."""
    return set_below(reading, input, GPTValidation(**_values(reading, input)), stamps=_own(input))


def record_gpt_initial_tagging(reading: Reading, input: RecordGptInitialTaggingInput) -> GPTInitialTagging:
    """In place of what it said before."""
    return set_below(reading, input, GPTInitialTagging(**_values(reading, input)), stamps=_own(input))


def _values(reading: Reading, input: _Asked) -> dict[str, Any]:
    given = input.given(*_ABOUT_A_TAG)
    if given and len(given) < len(_ABOUT_A_TAG):
        missing = next(name for name in _ABOUT_A_TAG if name not in given)
        field = f"input.{'tag' if missing == 'tag' else missing.replace('_id', 'Id')}"
        raise BadRequest(f"{field} is required: a tag is meant by its line, its word and its name.", field=field)
    return {"timestamp_added": reading.now} | input.only()


def _own(input: _Asked) -> tuple[str, ...]:
    return () if input.timestamp_added else ("timestamp_added",)
