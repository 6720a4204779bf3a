"""Tags of words of images and receipts, older than labels. The word lists its tags, and each is an item too."""

from typing import Any, ClassVar, TypeVar

from commands.changes import delete, put_new, revised, still, transact, update
from commands.inputs import Input
from commands.receipts.receipt_writes import OfWord, UpperWord, check_size, ids_in
from entities.fields import Ordinal, Timestamp
from entities.item import Item
from entities.receipts.images import Word
from entities.receipts.labels import ReceiptWordTag, WordTag
from entities.receipts.receipt import ReceiptWord
from loaders.current import Found, find_all, require
from loaders.dynamo.requests import Begins, Query
from loaders.dynamo.writes import Action
from loaders.request import Request

TaggedWord = TypeVar("TaggedWord", bound=Word | ReceiptWord)


class OfImageWord(Input):
    """The word of an image that is meant."""

    image_id: str
    """The id of the image that the word is on."""
    line_id: Ordinal
    """The number of the line that the word is in."""
    word_id: Ordinal
    """The number of the word, unique within its line."""


class _Tagging(Input):
    """A tag, and what was thought of it."""

    tag: UpperWord
    """The tag, such as `TOTAL_AMOUNT`; it is stored in upper case."""
    timestamp_added: Timestamp | None = None
    """When the tag was added; defaults to now."""
    validated: bool | None = None
    timestamp_validated: Timestamp | None = None
    gpt_confidence: float | None = None
    flag: str | None = None
    revised_tag: UpperWord | None = None
    human_validated: bool | None = None
    timestamp_human_validated: Timestamp | None = None


class TagWordInput(_Tagging, OfImageWord):
    """A tag to give to a word of an image."""

    about: ClassVar[str] = "WordTag"


class TagReceiptWordInput(_Tagging, OfWord):
    """A tag to give to a word of a receipt."""

    about: ClassVar[str] = "ReceiptWordTag"


class UntagWordInput(OfImageWord):
    """A tag to take from a word of an image."""

    about: ClassVar[str] = "WordTag"

    tag: UpperWord
    """The tag to take from the word."""


class UntagReceiptWordInput(OfWord):
    """A tag to take from a word of a receipt."""

    about: ClassVar[str] = "ReceiptWordTag"

    tag: UpperWord
    """The tag to take from the word."""


def tag_word(request: Request, input: TagWordInput) -> Word:
    """Tag a word. Tagging again updates the existing tag."""
    return _tag(request, Word, WordTag, _image_word(input), input)


def tag_receipt_word(request: Request, input: TagReceiptWordInput) -> ReceiptWord:
    """Tag a word. Tagging again updates the existing tag."""
    return _tag(request, ReceiptWord, ReceiptWordTag, ids_in(input), input)


def untag_word(request: Request, input: UntagWordInput) -> Word:
    """Remove a tag from a word. A word without the tag stays as it is."""
    return _untag(request, Word, WordTag, _image_word(input), input.tag)


def untag_receipt_word(request: Request, input: UntagReceiptWordInput) -> ReceiptWord:
    """Remove a tag from a word. A word without the tag stays as it is."""
    return _untag(request, ReceiptWord, ReceiptWordTag, ids_in(input), input.tag)


def _image_word(input: OfImageWord) -> dict[str, Any]:
    return {name: getattr(input, name) for name in OfImageWord.model_fields}


def _tag(
    request: Request,
    entity: type[TaggedWord],
    tag_entity: type[WordTag] | type[ReceiptWordTag],
    ids: dict[str, Any],
    input: _Tagging,
) -> TaggedWord:
    said = input.only("tag", *ids)
    new = tag_entity(**{"timestamp_added": request.now} | said, **ids, tag=input.tag)
    check_size(new)

    def writes() -> tuple[list[Action | None], TaggedWord]:
        word, there = _now(request, entity, tag_entity, ids, input.tag)
        tagged = revised(word.item, tags=tuple(sorted({*_other_tags(word.item, input.tag), input.tag})))
        kept: list[Action | None] = [update(each, revised(each.item, **said)) for each in there]
        kept = kept or [put_new(new)]
        listed = update(word, tagged, guard=("tags",))
        return [listed or (still(word) if any(kept) else None), *kept], tagged

    return transact(request, writes)


def _untag(
    request: Request,
    entity: type[TaggedWord],
    tag_entity: type[WordTag] | type[ReceiptWordTag],
    ids: dict[str, Any],
    tag: str,
) -> TaggedWord:
    def writes() -> tuple[list[Action | None], TaggedWord]:
        word, there = _now(request, entity, tag_entity, ids, tag)
        untagged = revised(word.item, tags=_other_tags(word.item, tag))
        return [update(word, untagged, guard=("tags",)), *(delete(each) for each in there)], untagged

    return transact(request, writes)


def _now(
    request: Request,
    entity: type[TaggedWord],
    tag_entity: type[WordTag] | type[ReceiptWordTag],
    ids: dict[str, Any],
    tag: str,
) -> tuple[Found[TaggedWord], list[Found[Any]]]:
    """The word, and its items for the tag. Early writers formatted their keys differently, so there may be several."""
    word = require(request, entity, field="word_id", **ids)
    key = entity.key_for(**ids)
    query = Query(entity.table, None, key["PK"], Begins(f"{key['SK']}#TAG#"))
    tags: list[Found[Any]] = [each for each in find_all(request, tag_entity, query) if _is(each.item, tag)]
    return word, tags


def _is(item: Item, tag: str) -> bool:
    return isinstance(item, WordTag | ReceiptWordTag) and item.tag.upper() == tag


def _other_tags(word: Word | ReceiptWord, tag: str) -> tuple[str, ...]:
    """The tags of a word except one, in any case."""
    return tuple(each for each in word.tags if each.upper() != tag)
