"""What changes about receipts share: which receipt or word is meant, that it is there, and what is stored below it."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator

from entities.fields import Counted, Ordinal
from entities.item import Item, ItemType
from entities.receipts.receipt import Receipt, ReceiptWord
from loaders.dynamo.sizes import MAX_ITEM_BYTES, item_size
from loaders.dynamo.writes import Action, Put, Update
from loaders.errors import Outdated, TooLarge
from loaders.reading import Reading
from loaders.writing import Found, expect, find, put_new, require, revised, still, transact, until_settled, update
from resolvers.inputs import Input


def _as_segment(text: str) -> str:
    """Text that stands in keys: in upper case, and without what would forge another key."""
    if not text or text != text.strip():
        raise ValueError("must not be empty, nor begin or end with a space")
    if "#" in text:
        raise ValueError("must not contain '#', which separates the parts of keys")
    return text.upper()


UpperWord = Annotated[str, AfterValidator(_as_segment)]
"""A label or a tag as it is stored."""


class OfReceipt(Input):
    """The receipt that is meant."""

    image_id: str
    receipt_id: Counted


class OfWord(OfReceipt):
    """The word of a receipt that is meant."""

    line_id: Ordinal
    word_id: Ordinal


def ids_in(input: OfReceipt) -> dict[str, Any]:
    """The ids that say which receipt or word is meant."""
    names = OfWord.model_fields if isinstance(input, OfWord) else OfReceipt.model_fields
    return {name: getattr(input, name) for name in names}


def the_receipt(reading: Reading, input: OfReceipt) -> Found[Receipt]:
    """The receipt that is meant, which must be there."""
    ids = {"image_id": input.image_id, "receipt_id": input.receipt_id}
    return require(reading, Receipt, field="input.receiptId", **ids)


def the_word(reading: Reading, input: OfWord) -> Found[ReceiptWord]:
    """The word that is meant, which must be there."""
    return require(reading, ReceiptWord, field="input.wordId", **ids_in(input))


def stored_now(reading: Reading, item: ItemType) -> Found[ItemType] | None:
    """What is stored where an item is to lie."""
    return find(reading, type(item), **type(item).ids_of(item.primary_key()))


def set_below(
    reading: Reading,
    input: OfReceipt,
    item: ItemType,
    *,
    expected: Mapping[str, Any] | None = None,
    stamps: Collection[str] = (),
) -> ItemType:
    """The item, stored below its receipt in place of one before. If only our own stamps would change, nothing does."""

    def plan() -> tuple[list[Action | None], ItemType]:
        above = the_receipt(reading, input)
        action, stored = settled(stored_now(reading, item), item, expected=expected or {}, stamps=stamps)
        return [still(above) if action else None, action], stored

    return transact(reading, plan)


def set_alone(
    reading: Reading, item: ItemType, *, expected: Mapping[str, Any] | None = None, stamps: Collection[str] = ()
) -> ItemType:
    """The item, stored in place of one before, in one conditional write."""

    def try_it() -> ItemType:
        action, stored = settled(stored_now(reading, item), item, expected=expected or {}, stamps=stamps)
        do_alone(reading, action)
        return stored

    return until_settled(reading, try_it)


def do_alone(reading: Reading, action: Action | None) -> None:
    """One conditional write without a transaction around it, at half its price."""
    if isinstance(action, Put):
        reading.session.put(action.table, action.record, action.condition)
    elif isinstance(action, Update):
        reading.session.update(action.table, action.key, action.changes, action.condition)


def settled(
    found: Found[ItemType] | None, item: ItemType, *, expected: Mapping[str, Any], stamps: Collection[str] = ()
) -> tuple[Action | None, ItemType]:
    """How an item takes the place of what was found, if anything, and what is stored then."""
    check_size(item)
    if found is None:
        _expect_nothing(item, expected)
        return put_new(item), item
    expect(found.item, expected)
    if says_the_same(found.item, item, ignoring=stamps):
        return None, found.item
    edited = revised(found.item, **{name: getattr(item, name) for name in type(item).model_fields})
    return update(found, edited), edited


def says_the_same(current: Item, wanted: Item, *, ignoring: Collection[str] = ()) -> bool:
    """Whether two items have the same data, but for some fields."""
    names = (name for name in type(wanted).model_fields if name not in ignoring)
    return all(getattr(current, name) == getattr(wanted, name) for name in names)


def check_size(item: Item) -> None:
    """Refuse what DynamoDB could not hold, before anything is written."""
    if item_size(item.to_record()) > MAX_ITEM_BYTES:
        raise TooLarge(f"This {type(item).__name__} is more than can be stored in one item, which may have 400 KB.")


def _expect_nothing(item: Item, expected: Mapping[str, Any]) -> None:
    named = [name for name, value in expected.items() if value is not None]
    if named:
        raise Outdated(f"There is no {type(item).__name__} yet, so its {named[0]} is not as expected.")
