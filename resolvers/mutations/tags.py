"""Tags of the first generation, on words of images and of receipts: the word lists them, and each is an item."""

from typing import Any, ClassVar, TypeVar

from entities.fields import Ordinal, Timestamp
from entities.item import Item
from entities.receipts.images import Word
from entities.receipts.labels import ReceiptWordTag, WordTag
from entities.receipts.receipt import ReceiptWord
from loaders.dynamo.requests import Begins, Query
from loaders.dynamo.writes import Action
from loaders.reading import Reading
from loaders.writing import Found, delete, find_all, put_new, require, revised, still, transact, update
from resolvers.inputs import Input
from resolvers.mutations.below import OfWord, UpperWord, check_size, ids_in

TaggedWord = TypeVar("TaggedWord", bound=Word | ReceiptWord)


class OfImageWord(Input):
    """The word of an image that is meant."""

    image_id: str
    line_id: Ordinal
    word_id: Ordinal


class _Tagging(Input):
    """A tag, and what was thought of it."""

    tag: UpperWord
    timestamp_added: Timestamp | None = None
    validated: bool | None = None
    timestamp_validated: Timestamp | None = None
    gpt_confidence: float | None = None
    flag: str | None = None
    revised_tag: UpperWord | None = None
    human_validated: bool | None = None
    timestamp_human_validated: Timestamp | None = None


class TagWordInput(_Tagging, OfImageWord):
    """A tag for a word of an image."""

    about: ClassVar[str] = "WordTag"


class TagReceiptWordInput(_Tagging, OfWord):
    """A tag for a word of a receipt."""

    about: ClassVar[str] = "ReceiptWordTag"


class UntagWordInput(OfImageWord):
    """A tag that a word of an image loses."""

    about: ClassVar[str] = "WordTag"

    tag: UpperWord


class UntagReceiptWordInput(OfWord):
    """A tag that a word of a receipt loses."""

    about: ClassVar[str] = "ReceiptWordTag"

    tag: UpperWord


def tag_word(reading: Reading, input: TagWordInput) -> Word:
    """A tag that is there already takes up what is said of it now."""
    return _tag(reading, Word, WordTag, _image_word(input), input)


def tag_receipt_word(reading: Reading, input: TagReceiptWordInput) -> ReceiptWord:
    """A tag that is there already takes up what is said of it now."""
    return _tag(reading, ReceiptWord, ReceiptWordTag, ids_in(input), input)


def untag_word(reading: Reading, input: UntagWordInput) -> Word:
    """A word without the tag stays as it is."""
    return _untag(reading, Word, WordTag, _image_word(input), input.tag)


def untag_receipt_word(reading: Reading, input: UntagReceiptWordInput) -> ReceiptWord:
    """A word without the tag stays as it is."""
    return _untag(reading, ReceiptWord, ReceiptWordTag, ids_in(input), input.tag)


def _image_word(input: OfImageWord) -> dict[str, Any]:
    return {name: getattr(input, name) for name in OfImageWord.model_fields}


def _tag(
    reading: Reading,
    entity: type[TaggedWord],
    tag_entity: type[WordTag] | type[ReceiptWordTag],
    ids: dict[str, Any],
    input: _Tagging,
) -> TaggedWord:
    said = input.only("tag", *ids)
    new = tag_entity(**{"timestamp_added": reading.now} | said, **ids, tag=input.tag)
    check_size(new)

    def plan() -> tuple[list[Action | None], TaggedWord]:
        word, there = _now(reading, entity, tag_entity, ids, input.tag)
        tagged = revised(word.item, tags=tuple(sorted({*_other_tags(word.item, input.tag), input.tag})))
        kept: list[Action | None] = [update(each, revised(each.item, **said)) for each in there]
        kept = kept or [put_new(new)]
        listed = update(word, tagged, guard=("tags",))
        return [listed or (still(word) if any(kept) else None), *kept], tagged

    return transact(reading, plan)


def _untag(
    reading: Reading,
    entity: type[TaggedWord],
    tag_entity: type[WordTag] | type[ReceiptWordTag],
    ids: dict[str, Any],
    tag: str,
) -> TaggedWord:
    def plan() -> tuple[list[Action | None], TaggedWord]:
        word, there = _now(reading, entity, tag_entity, ids, tag)
        untagged = revised(word.item, tags=_other_tags(word.item, tag))
        return [update(word, untagged, guard=("tags",)), *(delete(each) for each in there)], untagged

    return transact(reading, plan)


def _now(
    reading: Reading,
    entity: type[TaggedWord],
    tag_entity: type[WordTag] | type[ReceiptWordTag],
    ids: dict[str, Any],
    tag: str,
) -> tuple[Found[TaggedWord], list[Found[Any]]]:
    """The word, and its items for the tag: the first writers spelled their keys otherwise."""
    word = require(reading, entity, field="input.wordId", **ids)
    key = entity.key_for(**ids)
    query = Query(entity.table, None, key["PK"], Begins(f"{key['SK']}#TAG#"))
    tags: list[Found[Any]] = [each for each in find_all(reading, tag_entity, query) if _is(each.item, tag)]
    return word, tags


def _is(item: Item, tag: str) -> bool:
    return isinstance(item, WordTag | ReceiptWordTag) and item.tag.upper() == tag


def _other_tags(word: Word | ReceiptWord, tag: str) -> tuple[str, ...]:
    """The tags of a word but for one, in whatever case it was written."""
    return tuple(each for each in word.tags if each.upper() != tag)
