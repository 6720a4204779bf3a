"""The promise, measured on an image with 3 receipts, 60 lines, 420 words, 210 labels and 2,100 letters."""

from collections import Counter
from collections.abc import Iterator
from math import ceil
from typing import Any

import pytest

from entities.attributes import encode_item
from entities.item import Item
from entities.receipts.images import Image
from entities.receipts.receipt import Receipt
from entities.tables import RECEIPTS
from infra.measured import TREE_UNITS
from loaders.dynamo.sizes import item_size
from loaders.dynamo.store import Store
from loaders.planning.join import Branch
from loaders.planning.tree import load_trees
from loaders.request import Request
from local.data.engines import Engine
from tests.loaders.sample import IMAGE_ID, image_tree

pytestmark = pytest.mark.no_cover

TREE: dict[str, Any] = {"receipts": {"lines": {"words": {"labels": {}}}}}
WITH_LETTERS: dict[str, Any] = {"receipts": {"lines": {"words": {"labels": {}, "letters": {}}}}}


@pytest.fixture(scope="module")
def large(blank: Store) -> Store:
    blank.session(60).batch_write(RECEIPTS, [item.to_record() for item in image_tree()])
    return blank


def test_five_levels_take_at_most_six_requests_in_two_steps_at_little_more_than_their_own_weight(large: Store) -> None:
    a_request = Request(large.session())
    (tree,) = load_trees(a_request, Image, [{"image_id": IMAGE_ID}], TREE)
    items = list(_items(tree))
    assert Counter(type(item).__name__ for item in items) == {
        "Image": 1,
        "Receipt": 3,
        "ReceiptLine": 60,
        "ReceiptWord": 420,
        "ReceiptWordLabel": 210,
    }
    assert a_request.session.meter.requests <= 6
    assert len(a_request.plans[0].steps) <= 2
    assert a_request.session.meter.read_units <= 1.1 * _units(items)


def test_with_letters_one_range_is_read(large: Store) -> None:
    a_request = Request(large.session())
    (tree,) = load_trees(a_request, Image, [{"image_id": IMAGE_ID}], WITH_LETTERS)
    assert Counter(type(item).__name__ for item in _items(tree))["ReceiptLetter"] == 2100
    ranges = {(read.index, read.range) for read in a_request.session.meter.reads if read.operation == "query"}
    assert ranges == {(None, f"PK=IMAGE#{IMAGE_ID}, SK begins RECEIPT#")}


def test_the_tree_of_one_receipt_takes_two_requests_in_one_step(large: Store) -> None:
    a_request = Request(large.session())
    (tree,) = load_trees(a_request, Receipt, [{"image_id": IMAGE_ID, "receipt_id": 2}], TREE["receipts"])
    assert sum(1 for _ in _items(tree)) == 1 + 20 + 140 + 70
    assert a_request.session.meter.requests <= 2
    assert len(a_request.plans[0].steps) == 1


def test_many_receipts_cost_as_much_as_they_are_however_often_they_are_asked_for(large: Store) -> None:
    ids = [{"image_id": IMAGE_ID, "receipt_id": number} for number in (1, 2, 3, 2, 1, 9)]
    a_request = Request(large.session())
    trees = load_trees(a_request, Receipt, ids, {"metadata": {}})
    assert [tree and tree.item.receipt_id for tree in trees] == [1, 2, 3, 2, 1, None]  # type: ignore[attr-defined]
    assert [(read.operation, read.items) for read in a_request.session.meter.reads] == [("batch_get_item", 6)]


def _items(branch: Branch | None) -> Iterator[Item]:
    if branch is None:
        return
    yield branch.item
    for below in branch.below.values():
        for child in below if isinstance(below, list) else [below]:
            yield from _items(child)


def _units(items: list[Item]) -> float:
    """What a Query of exactly these items would cost, eventually consistent."""
    size = sum(item_size(encode_item(item.to_record())) for item in items)
    return ceil(size / 4096) / 2


def test_five_levels_cost_what_the_bill_says(large: Store, engine: Engine) -> None:
    a_request = Request(large.session())
    load_trees(a_request, Image, [{"image_id": IMAGE_ID}], TREE)
    units = {"dynoxide": TREE_UNITS, "dynamodb-local": TREE_UNITS + 0.5}  # one of them rounds up an item more
    assert a_request.session.meter.read_units == units[engine.name]
