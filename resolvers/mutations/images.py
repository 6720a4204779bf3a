"""Images come in with all that OCR found in them: thousands of items, in as many steps as it takes.

What is below comes first, receipts and the image itself last and together. So whoever sees an image or a receipt sees
all of it, and an import that was broken off goes on where it stopped when it is asked for again. Nothing that is there
is ever overwritten: the same again is skipped, and anything else is a conflict.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from entities.attributes import Record
from entities.errors import Unreadable
from entities.fields import Part
from entities.item import Item
from entities.receipts.images import Image, Letter, Line, Word
from entities.receipts.receipt import Receipt, ReceiptLetter, ReceiptLine, ReceiptWord
from loaders.dynamo.requests import Between, Query
from loaders.dynamo.writes import IS_NEW, Put
from loaders.errors import Outdated
from loaders.many import do_while_there_is_time
from loaders.reading import Reading
from loaders.writing import Found, find, find_many, put_new, revised, transact, until_settled, update
from resolvers.errors import BadRequest
from resolvers.lookup import Parent
from resolvers.mutations.below import says_the_same
from resolvers.mutations.image_inputs import ImportImageInput

Ids = Mapping[str, Any]

LATER = ("timestamp_added", "receipt_count", "tags", "embedding_status", "is_noise", "expires_at")
"""What is ours to say, or may have changed since an item was imported."""


class ImageImport(Part):
    """How far an import has come."""

    image_id: str
    is_complete: bool
    written: int
    skipped: int


class _Placed(NamedTuple):
    """An item as it will be stored, and where it stands in the input."""

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
    """All items that an input stands for."""

    image: Image
    receipts: list[Receipt]
    texts: list[_Placed]


def import_image(reading: Reading, input: ImportImageInput) -> ImageImport:
    """Where the time is too short it stops in between and says so; asked again, it goes on."""
    given = _given(reading, input)
    written, skipped = until_settled(reading, lambda: _store_texts(reading, given))
    is_complete = input.is_complete and written + skipped == len(given.texts)
    if is_complete:
        new = transact(reading, lambda: _finish(reading, given))
        written, skipped = written + new, skipped + len(given.receipts) + 1 - new
    return ImageImport(image_id=input.image_id, is_complete=is_complete, written=written, skipped=skipped)


def imported_images(reading: Reading, parents: Sequence[Parent]) -> list[Image | None]:
    """The images themselves, as they are now; none where the import goes on."""
    found = [find(reading, Image, image_id=parent["image_id"]) for parent in parents]
    return [each.item if each else None for each in found]


def _store_texts(reading: Reading, given: _Given) -> tuple[int, int]:
    """Lines, words and letters that are not there yet, unless they would change what is complete."""
    there = _stored(reading, given)
    missing = [each for each in given.texts if not _is_there(each, there)]
    for receipt_id in {each.receipt_id for each in missing}:
        _check_incomplete(receipt_id, there, given)
    done = do_while_there_is_time(reading, [Put(Image.table, each.record, IS_NEW) for each in missing])
    return done, len(given.texts) - len(missing)


def _finish(reading: Reading, given: _Given) -> tuple[list[Any], int]:
    """The receipts that are new and the image, all at once."""
    image = {"image_id": given.image.image_id}
    there = find_many(reading, Receipt, [{**image, "receipt_id": each.receipt_id} for each in given.receipts])
    new = [receipt for receipt, stored in zip(given.receipts, there, strict=True) if not _is_same(stored, receipt)]
    found = find(reading, Image, **image)
    puts = [put_new(receipt) for receipt in new]
    if found is None:
        return [*puts, put_new(given.image)], len(new) + 1
    _check_same(found.item, given.image)
    return [*puts, _counted(found, len(new))], len(new)


def _counted(found: Found[Image], more: int) -> Any:
    """The image with more receipts, where anybody has counted them."""
    known = found.item.receipt_count
    return update(found, revised(found.item, receipt_count=None if known is None else known + more))


def _is_there(wanted: _Placed, there: Mapping[str, Record]) -> bool:
    record = there.get(wanted.key)
    if record is None:
        return False
    try:
        _check_same(type(wanted.item).from_record(record), wanted.item)
    except Unreadable:
        raise Outdated(f"There is a {type(wanted.item).__name__} in its place that nobody can read.") from None
    return True


def _is_same(stored: Found[Receipt] | None, wanted: Receipt) -> bool:
    if stored:
        _check_same(stored.item, wanted)
    return stored is not None


def _check_same(current: Item, wanted: Item) -> None:
    if not says_the_same(current, wanted, ignoring=LATER):
        raise Outdated(f"There is another {type(wanted).__name__} in its place already.", current)


def _check_incomplete(receipt_id: int | None, there: Mapping[str, Record], given: _Given) -> None:
    """Refuse to add to the text of an image or a receipt that is there already, for it is complete."""
    entity: type[Item] = Image if receipt_id is None else Receipt
    ids = {"image_id": given.image.image_id} | ({} if receipt_id is None else {"receipt_id": receipt_id})
    record = there.get(entity.key_for(**ids)["SK"])
    if record:
        above = entity.from_record(record)
        raise Outdated(f"This {entity.__name__} is complete: nothing can be added to its text.", above)


def _stored(reading: Reading, given: _Given) -> dict[str, Record]:
    """What is stored between the first and the last of each receipt, and of the image's own lines, by sort key."""
    ranges = list(_ranges(given))
    partition = given.image.primary_key()["PK"]
    queries = [Query(Image.table, None, partition, Between(*ends), is_consistent=True) for ends in ranges]
    found = reading.session.together(*(partial(reading.session.query, query) for query in queries))
    return {record["SK"]: record for records in found for record in records}


def _ranges(given: _Given) -> Iterator[tuple[str, str]]:
    groups: dict[int | None, list[str]] = {None: ["IMAGE"]}
    for receipt in given.receipts:
        groups[receipt.receipt_id] = [receipt.primary_key()["SK"]]
    for each in given.texts:
        groups[each.receipt_id].append(each.key)
    for keys in groups.values():
        yield min(keys), max(keys)


def _given(reading: Reading, input: ImportImageInput) -> _Given:
    values = input.model_dump(exclude_none=True, exclude={"is_complete"})
    now = {"timestamp_added": reading.now}
    lines, receipts = values.pop("lines"), values.pop("receipts")
    of_image = {"image_id": input.image_id}
    texts = list(_texts((Line, Word, Letter), of_image, lines, "input"))
    made: list[Receipt] = []
    for place, each in enumerate(receipts):
        ids = of_image | {"receipt_id": each["receipt_id"]}
        path = f"input.receipts.{place}"
        texts += _texts((ReceiptLine, ReceiptWord, ReceiptLetter), ids, each.pop("lines"), path)
        made.append(Receipt(**now | of_image | each))
    _check_once([(f"input.receipts.{place}", each.receipt_id) for place, each in enumerate(made)])
    _check_once([(each.path, each.key) for each in texts])
    return _Given(Image(**now | values, receipt_count=len(made)), made, texts)


def _texts(kinds: tuple[type[Item], ...], ids: Ids, given: Sequence[dict[str, Any]], path: str) -> Iterator[_Placed]:
    """Lines with what is below them, each with the ids of those above."""
    kind, *below = kinds
    for place, values in enumerate(given):
        here = f"{path}.{_BELOW[kind]}.{place}"
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


def _check_once(placed: list[tuple[str, Any]]) -> None:
    seen: set[Any] = set()
    for path, key in placed:
        if key in seen:
            raise BadRequest(f"{path} has the number of another one before it.", field=path)
        seen.add(key)
