"""Import of images with all that OCR found in them: thousands of items, in as many steps as it takes.

Lines, words and letters are stored first, then the receipts and the image, together. So an image or a receipt that can
be read is complete, and an interrupted import goes on when it is repeated. Nothing is overwritten: an equal item is
skipped, and a different one is a conflict.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from commands.build_item import build_item
from commands.bulk import write_while_time_allows
from commands.changes import put_new, revised, still, transact, until_settled, update
from commands.comparison import same_or_refused
from commands.receipts.image_inputs import ImportImageInput
from commands.receipts.receipt_writes import not_going
from entities.attributes import Record
from entities.errors import Unreadable
from entities.fields import Part
from entities.item import Item
from entities.receipts.images import Image, Letter, Line, Word
from entities.receipts.receipt import Receipt, ReceiptLetter, ReceiptLine, ReceiptWord
from loaders.current import Found, find, find_many, read_found
from loaders.dynamo.requests import Between, Query
from loaders.dynamo.sizes import MAX_ITEM_BYTES, item_size
from loaders.dynamo.writes import IS_NEW, Action, Put
from loaders.errors import BadInput, Outdated, TooLarge
from loaders.request import Request

Ids = Mapping[str, Any]

LATER = ("timestamp_added", "receipt_count", "tags", "embedding_status", "is_noise", "expires_at")
"""Fields that we set ourselves, or that may have changed since the import."""


class ImageImport(Part):
    """How far the import of an image has come."""

    image_id: str
    """The id of the image."""
    is_complete: bool
    """Whether the image is stored with all that belongs to it. If false, send the rest or repeat the call."""
    written: int
    """How many items this call stored: lines, words, letters, receipts and the image itself."""
    skipped: int
    """How many items of this call were stored before."""


class _Placed(NamedTuple):
    """An item as it will be stored, and its place in the input."""

    path: str
    item: Item
    record: Record

    @property
    def key(self) -> str:
        key: str = self.record["SK"]
        return key

    @property
    def receipt_id(self) -> int | None:
        found: int | None = getattr(self.item, "receipt_id", None)
        return found


class _Given(NamedTuple):
    """All items of an input."""

    image: Image
    receipts: list[Receipt]
    texts: list[_Placed]


def import_image(request: Request, input: ImportImageInput) -> ImageImport:
    """Import as much as there is time for, and say whether that was all. A repeat goes on."""
    given = _given(request, input)
    written, skipped = until_settled(request, lambda: _store_texts(request, given))
    is_complete = input.is_complete and written + skipped == len(given.texts)
    if is_complete:
        new = transact(request, lambda: _finish(request, given))
        written, skipped = written + new, skipped + len(given.receipts) + 1 - new
    return ImageImport(image_id=input.image_id, is_complete=is_complete, written=written, skipped=skipped)


def _store_texts(request: Request, given: _Given) -> tuple[int, int]:
    """Store the missing lines, words and letters. Refuse to add any to an image or receipt that is complete."""
    there = _stored(request, given)
    record = there.get(given.image.primary_key()["SK"])
    image = read_found(request, Image, record) if record else None
    check = still(not_going(image)) if image else None
    missing = [each for each in given.texts if not _is_there(each, there)]
    for receipt_id in {each.receipt_id for each in missing}:
        _check_incomplete(receipt_id, there, given)
    puts = [Put(Image.table, each.record, IS_NEW) for each in missing]
    done = write_while_time_allows(request, puts, check=check)
    return done, len(given.texts) - len(missing)


def _finish(request: Request, given: _Given) -> tuple[list[Any], int]:
    """The actions that store the new receipts and the image together, and how many they are."""
    image = {"image_id": given.image.image_id}
    there = find_many(request, Receipt, [{**image, "receipt_id": each.receipt_id} for each in given.receipts])
    new: list[Receipt] = []
    for receipt, stored in zip(given.receipts, there, strict=True):
        if stored:
            same_or_refused(stored.item, receipt, ignoring=LATER)
        else:
            new.append(receipt)
    found = find(request, Image, **image)
    puts = [put_new(receipt) for receipt in new]
    if found is None:
        return [*puts, put_new(given.image)], len(new) + 1
    same_or_refused(not_going(found).item, given.image, ignoring=LATER)
    return [*puts, _counted(found, len(new)) if new else None], len(new)


def _counted(found: Found[Image], more: int) -> Action:
    """The action that adds to the number of receipts, if the image has one; only while the image is not deleted."""
    known = found.item.receipt_count
    counted = revised(found.item, receipt_count=None if known is None else known + more)
    return update(found, counted, guard=("deleted_by",)) or still(found)


def _is_there(wanted: _Placed, there: Mapping[str, Record]) -> bool:
    record = there.get(wanted.key)
    if record is None:
        return False
    try:
        same_or_refused(type(wanted.item).from_record(record), wanted.item, ignoring=LATER)
    except Unreadable:
        raise Outdated(f"The {type(wanted.item).__name__} that is stored as `{wanted.path}` cannot be read.") from None
    return True


def _check_incomplete(receipt_id: int | None, there: Mapping[str, Record], given: _Given) -> None:
    """Refuse to add text to an image or a receipt that exists: it is complete."""
    entity: type[Item] = Image if receipt_id is None else Receipt
    ids = {"image_id": given.image.image_id} | ({} if receipt_id is None else {"receipt_id": receipt_id})
    record = there.get(entity.key_for(**ids)["SK"])
    if record:
        above = entity.from_record(record)
        raise Outdated(
            f"This {entity.__name__} is complete, so no text can be added. Delete the image to import it again.", above
        )


def _stored(request: Request, given: _Given) -> dict[str, Record]:
    """What is stored in the key ranges of the receipts and of the image's own lines, by sort key."""
    ranges = list(_ranges(given))
    partition = given.image.primary_key()["PK"]
    queries = [Query(Image.table, None, partition, Between(*ends), is_consistent=True) for ends in ranges]
    found = request.session.together(*(partial(request.session.query, query) for query in queries))
    return {record["SK"]: record for records in found for record in records}


def _ranges(given: _Given) -> Iterator[tuple[str, str]]:
    groups: dict[int | None, list[str]] = {None: ["IMAGE"]}
    for receipt in given.receipts:
        groups[receipt.receipt_id] = [receipt.primary_key()["SK"]]
    for each in given.texts:
        groups[each.receipt_id].append(each.key)
    for keys in groups.values():
        yield min(keys), max(keys)


def _given(request: Request, input: ImportImageInput) -> _Given:
    values = input.model_dump(exclude_none=True, exclude={"is_complete"})
    now = {"timestamp_added": request.now}
    lines, receipts = values.pop("lines"), values.pop("receipts")
    of_image = {"image_id": input.image_id}
    texts = list(_texts((Line, Word, Letter), of_image, lines, ""))
    made: list[Receipt] = []
    for place, each in enumerate(receipts):
        ids = of_image | {"receipt_id": each["receipt_id"]}
        path = f"receipts.{place}"
        texts += _texts((ReceiptLine, ReceiptWord, ReceiptLetter), ids, each.pop("lines"), path)
        made.append(build_item(Receipt, path, **now | of_image | each))
    _check_once([(f"receipts.{place}", each.receipt_id) for place, each in enumerate(made)])
    _check_once([(each.path, each.key) for each in texts])
    image = build_item(Image, **now | values, receipt_count=len(made))
    _check_size([each.record for each in texts])
    return _Given(image, made, texts)


def _texts(kinds: tuple[type[Item], ...], ids: Ids, given: Sequence[dict[str, Any]], path: str) -> Iterator[_Placed]:
    """The items of lines, words and letters, each with the ids of its parents."""
    kind, *below = kinds
    for place, values in enumerate(given):
        here = f"{path}.{_BELOW[kind]}.{place}".removeprefix(".")
        inner = values.pop(_BELOW[below[0]], ()) if below else ()
        item = kind(**ids, **values)
        yield _Placed(here, item, item.to_record())
        if below:
            own = f"{_BELOW[kind][:-1]}_id"
            yield from _texts(tuple(below), {**ids, own: values[own]}, inner, here)


_BELOW: dict[type[Item], str] = {
    Line: "lines",
    Word: "words",
    Letter: "letters",
    ReceiptLine: "lines",
    ReceiptWord: "words",
    ReceiptLetter: "letters",
}


def _check_size(records: list[Record]) -> None:
    """Refuse what is too large before anything is written."""
    if any(item_size(each) > MAX_ITEM_BYTES for each in records):
        raise TooLarge("One line, word or letter may have at most 400 KB.", field="lines")


def _check_once(placed: list[tuple[str, Any]]) -> None:
    seen: set[Any] = set()
    for path, key in placed:
        if key in seen:
            raise BadInput(f"`{path}` has the same number as an earlier one in this list.", field=path)
        seen.add(key)
