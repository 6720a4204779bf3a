"""Neighbours are read together, and each range gets exactly what it would have got alone."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from entities.receipts.images import Image
from entities.receipts.labels import ReceiptField
from entities.receipts.receipt import Receipt, ReceiptWord
from entities.tables import RECEIPTS
from loaders.dynamo.requests import Begins, Is, Query
from loaders.dynamo.store import Store
from loaders.planning.stretches import RangeQuery, query_ranges
from loaders.planning.tree import load_below, load_trees
from loaders.request import Request
from tests.loaders.sample import IMAGE_ID, NOW, corners, image_tree
from tests.thoroughness import many

pytestmark = pytest.mark.no_cover

PICTURE: dict[str, Any] = {
    "width": 1,
    "height": 1,
    "s3_bucket": "raw",
    "s3_key": "raw/one.png",
    "timestamp_added": NOW,
}


@pytest.fixture(scope="module")
def words(blank: Store) -> Store:
    """An image with 3 receipts of 20 lines of 7 words each, half of them with a label."""
    wanted = ("ReceiptWord", "ReceiptWordLabel", "ReceiptLine")
    records = [item.to_record() for item in image_tree() if type(item).__name__ in wanted]
    for start in range(0, len(records), 200):
        blank.session(60).batch_write(RECEIPTS, records[start : start + 200])
    return blank


def ids(receipt: int, line: int, word: int) -> dict[str, Any]:
    return {"image_id": IMAGE_ID, "receipt_id": receipt, "line_id": line, "word_id": word}


def test_the_words_of_two_receipts_take_two_requests_with_their_labels(words: Store) -> None:
    wanted = [ids(receipt, line, word) for receipt in (1, 2) for line in (1, 5, 9) for word in (1, 2)]
    a_request = Request(words.session())
    trees = load_trees(a_request, ReceiptWord, wanted, {"labels": {}})
    assert [tree and (tree.item.receipt_id, tree.item.line_id, tree.item.word_id) for tree in trees] == [  # type: ignore[attr-defined]
        (each["receipt_id"], each["line_id"], each["word_id"]) for each in wanted
    ]
    assert [read.operation for read in a_request.session.meter.reads] == ["query", "query"]


def test_two_words_are_not_worth_what_lies_between(words: Store) -> None:
    a_request = Request(words.session())
    load_trees(a_request, ReceiptWord, [ids(1, 1, 1), ids(1, 20, 7)], {"labels": {}})
    assert sum(read.items for read in a_request.session.meter.reads) <= 4


@settings(max_examples=many(15, 300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    places=st.lists(st.tuples(st.integers(1, 3), st.integers(1, 21), st.integers(1, 8)), max_size=12, unique=True),
    items_each=st.integers(1, 30),
    is_prefix=st.booleans(),
)
def test_together_or_alone_the_records_are_the_same(
    words: Store, places: list[tuple[int, int, int]], items_each: int, *, is_prefix: bool
) -> None:
    asked = []
    for receipt, line, word in places:
        text = f"IMAGE#{IMAGE_ID}#RECEIPT#{receipt:05d}#LINE#{line:05d}#WORD#{word:05d}"
        sort = Begins(text) if is_prefix else Is(text)
        query = Query(RECEIPTS, "GSI2", "RECEIPT", sort, ("RECEIPT_WORD", "RECEIPT_WORD_LABEL"))
        asked.append(RangeQuery(query, (receipt,), items_each))
    a_request = Request(words.session())
    found = query_ranges(a_request, asked)
    alone = [a_request.session.query(each.query) for each in asked]
    assert [_keys(each) for each in found] == [_keys(each) for each in alone]


def _early_receipt(image_id: str, receipt_id: int) -> dict[str, Any]:
    """As the first writers stored it: in the partition of all images."""
    record = Receipt(image_id=image_id, receipt_id=receipt_id, **PICTURE, **corners(1)).to_record()
    return {**record, "GSI1PK": "IMAGE", "GSI1SK": f"IMAGE#{image_id}#RECEIPT#{receipt_id:05d}"}


@pytest.mark.parametrize("others", [0, 3, 40])
def test_one_look_tells_of_a_list_what_the_first_writers_stored(blank: Store, others: int) -> None:
    """However much they stored between: what one look does not reach is looked for image by image."""
    images = [f"e{others}-{number:03d}" for number in range(0, 80, 10)]
    early = [(image_id, 1) for image_id in images[::2]]
    between = [(f"e{others}-{number:03d}x", 1) for number in range(others)]
    blank.session(60).batch_write(RECEIPTS, [_early_receipt(*each) for each in early + between])
    a_request = Request(blank.session())
    load = load_below(a_request, [Image(image_id=each, **PICTURE) for each in images], {"receipts": {}})
    assert [len(each.below["receipts"]) for each in load] == [1, 0] * 4  # type: ignore[arg-type]
    looks = [read for read in a_request.session.meter.reads if read.range.startswith("GSI1PK=IMAGE,")]
    assert len(looks) <= (1 if others < 4 else 1 + len(images))
    assert sum(read.items for read in looks) <= 2 * len(images)


def _keys(records: list[Any]) -> list[str]:
    return sorted(str(record["SK"]) for record in records)


def test_the_fields_of_an_images_receipts_are_one_stretch_and_those_of_two_images_two(blank: Store) -> None:
    places = [(image_id, receipt_id) for image_id in ("f1", "f2") for receipt_id in (1, 2)]
    receipts = [Receipt(image_id=image_id, receipt_id=number, **PICTURE, **corners(1)) for image_id, number in places]
    fields = [
        ReceiptField(image_id=image_id, receipt_id=number, field_type=kind, timestamp_added=NOW)
        for image_id, number in places[:3]
        for kind in ("DATE", "TIME")
    ]
    blank.session(60).batch_write(RECEIPTS, [each.to_record() for each in [*receipts, *fields]])
    a_request = Request(blank.session())
    found = load_below(a_request, receipts, {"fields": {}})
    assert [len(each.below["fields"]) for each in found] == [2, 2, 2, 0]  # type: ignore[arg-type]
    assert [read.operation for read in a_request.session.meter.reads] == ["query", "query"]
