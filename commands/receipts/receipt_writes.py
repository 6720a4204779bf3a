"""What changes of receipts share: finding the receipt or word, and storing items below it."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator

from commands.changes import do_alone, expect, put_new, revised, still, transact, until_settled, update
from commands.comparison import says_the_same
from commands.inputs import Input
from entities.fields import Counted, Ordinal
from entities.item import Item, ItemType
from entities.receipts.batches import BatchSummary
from entities.receipts.images import Image
from entities.receipts.receipt import Receipt, ReceiptWord
from loaders.current import Found, find, require
from loaders.dynamo.sizes import MAX_ITEM_BYTES, item_size
from loaders.dynamo.writes import Action, Put, Update
from loaders.errors import Outdated, TooLarge
from loaders.request import Request


def _as_segment(text: str) -> str:
    """Text that becomes part of a key: in upper case, and without the separator of keys."""
    if not text or text != text.strip():
        raise ValueError("must not be empty, nor begin or end with a space")
    if "#" in text:
        raise ValueError("must not contain '#', which separates the parts of keys")
    return text.upper()


Parent = TypeVar("Parent", Image, Receipt, BatchSummary)

UpperWord = Annotated[str, AfterValidator(_as_segment)]
"""A label or a tag as it is stored."""


class OfReceipt(Input):
    """The receipt that is meant."""

    image_id: str
    """The id of the image that the receipt is on."""
    receipt_id: Counted
    """The number of the receipt within its image, counted from 1."""


class OfWord(OfReceipt):
    """The word of a receipt that is meant."""

    line_id: Ordinal
    """The number of the line that the word is in."""
    word_id: Ordinal
    """The number of the word, unique within its line."""


def ids_in(input: OfReceipt) -> dict[str, Any]:
    """The ids of the receipt or word in an input."""
    names = OfWord.model_fields if isinstance(input, OfWord) else OfReceipt.model_fields
    return {name: getattr(input, name) for name in names}


def the_receipt(request: Request, input: OfReceipt) -> Found[Receipt]:
    """The receipt of an input; `NotFound` if it does not exist, and refused if it is being deleted."""
    ids = {"image_id": input.image_id, "receipt_id": input.receipt_id}
    return not_going(require(request, Receipt, field="receipt_id", **ids))


def not_going(found: Found[Parent]) -> Found[Parent]:
    """What was found; refused if it is being deleted, since what is stored below it now would be left behind."""
    if found.item.deleted_by is not None:
        raise Outdated(f"This {type(found.item).__name__} is being deleted.", found.item)
    return found


def the_word(request: Request, input: OfWord) -> Found[ReceiptWord]:
    """The word of an input; `NotFound` if it does not exist."""
    return require(request, ReceiptWord, field="word_id", **ids_in(input))


def stored_now(request: Request, item: ItemType) -> Found[ItemType] | None:
    """What is stored with the key of an item."""
    return find(request, type(item), **type(item).ids_of(item.primary_key()))


def set_below(
    request: Request,
    input: OfReceipt,
    item: ItemType,
    *,
    expected: Mapping[str, Any] | None = None,
    stamps: Collection[str] = (),
) -> ItemType:
    """Store an item below its receipt and replace an earlier one. If only `stamps` would change, nothing does."""

    def writes() -> tuple[list[Action | None], ItemType]:
        above = the_receipt(request, input)
        action, stored = settled(stored_now(request, item), item, expected=expected or {}, stamps=stamps)
        return [still(above) if action else None, action], stored

    return transact(request, writes)


def set_alone(
    request: Request, item: ItemType, *, expected: Mapping[str, Any] | None = None, stamps: Collection[str] = ()
) -> ItemType:
    """Store an item and replace an earlier one, in one conditional write."""

    def try_it() -> ItemType:
        return do_alone(request, *settled(stored_now(request, item), item, expected=expected or {}, stamps=stamps))

    return until_settled(request, try_it)


def settled(
    found: Found[ItemType] | None, item: ItemType, *, expected: Mapping[str, Any], stamps: Collection[str] = ()
) -> tuple[Put | Update | None, ItemType]:
    """The action that replaces what was found, if anything, and what is stored then."""
    check_size(item)
    if found is None:
        _expect_nothing(item, expected)
        return put_new(item), item
    expect(found.item, expected)
    if says_the_same(found.item, item, ignoring=stamps):
        return None, found.item
    edited = revised(found.item, **{name: getattr(item, name) for name in type(item).model_fields})
    return update(found, edited, guard=attributes_of(item, expected)), edited


def attributes_of(item: Item, expected: Mapping[str, Any]) -> set[str]:
    """The attributes in which the fields are stored of which something is expected: a write must depend on them."""
    named = {name for name, value in expected.items() if value is not None}
    found = (each for field in item.stored_fields if field.name in named for each in field.attributes)
    return {each.partition(".")[0] for each in found}


def check_size(item: Item) -> None:
    """Refuse an item that is too large for DynamoDB, before anything is written."""
    if item_size(item.to_record()) > MAX_ITEM_BYTES:
        raise TooLarge(f"This {type(item).__name__} is too large: one item may have 400 KB.")


def _expect_nothing(item: Item, expected: Mapping[str, Any]) -> None:
    named = [name for name, value in expected.items() if value is not None]
    if named:
        raise Outdated(
            f"There is no {type(item).__name__} yet, so its `{named[0]}` is not as expected. Leave out the expectation."
        )
