"""Trees: joined by ids, in reading order, complete whoever wrote the items."""

from typing import Any

from entities.attributes import Record
from entities.jobs import Job
from entities.receipts.images import Image
from entities.receipts.receipt import Receipt
from entities.tables import RECEIPTS
from loaders.dynamo.store import Store
from loaders.planning.join import Branch
from loaders.planning.tree import load_below, load_trees
from loaders.request import Request
from tests.loaders.sample import NOW
from tests.reads.world import HOUR

TREE: dict[str, Any] = {"receipts": {"lines": {"words": {"labels": {}}}}}


def test_items_without_the_later_index_keys_are_found_all_the_same(a_request: Request) -> None:
    """The first writers put lines of receipts into no index: they are looked for in the table itself."""
    (tree,) = load_trees(a_request, Image, [{"image_id": "old"}], TREE)
    assert _outline(tree) == {"receipts": [{"lines": [{"words": [{"labels": [{}]}]}]}]}


def test_receipts_under_the_first_index_keys_are_found(a_request: Request) -> None:
    (tree,) = load_trees(a_request, Image, [{"image_id": "old"}], {"receipts": {}})
    assert _outline(tree) == {"receipts": [{}]}


def test_an_unknown_id_is_none_and_the_others_keep_their_places(a_request: Request) -> None:
    trees = load_trees(a_request, Image, [{"image_id": each} for each in ("none", "img", "old", "img")], TREE)
    assert [tree and tree.item.image_id for tree in trees] == [None, "img", "old", "img"]  # type: ignore[attr-defined]


def test_what_is_not_there_is_an_empty_list_or_none(a_request: Request) -> None:
    (tree,) = load_trees(a_request, Receipt, [{"image_id": "old", "receipt_id": 1}], {"fields": {}, "metadata": {}})
    assert tree is not None
    assert tree.below == {"fields": [], "metadata": None}


def test_words_come_in_reading_order_not_in_the_order_of_texts(a_request: Request) -> None:
    selection: dict[str, Any] = {"validation": {"categories": {"results": {}}}, "words": {}}
    (tree,) = load_trees(a_request, Receipt, [{"image_id": "img", "receipt_id": 1}], selection)
    assert tree is not None
    words: Any = tree.below["words"]
    assert [(word.item.line_id, word.item.word_id) for word in words] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    validation: Any = tree.below["validation"]
    results = validation.below["categories"][0].below["results"]
    assert [result.item.result_index for result in results] == [2, 10]


def test_a_type_that_is_asked_for_twice_is_read_once_and_given_twice(a_request: Request) -> None:
    selection: dict[str, Any] = {"lines": {"words": {"labels": {}}}, "words": {}, "labels": {}}
    (tree,) = load_trees(a_request, Receipt, [{"image_id": "img", "receipt_id": 1}], selection)
    assert tree is not None
    assert [len(tree.below[name] or []) for name in ("lines", "words", "labels")] == [2, 4, 1]  # type: ignore[arg-type]
    assert a_request.session.meter.requests == 2


def test_what_belongs_to_a_receipt_is_told_from_what_belongs_to_a_tag(a_request: Request) -> None:
    selection: dict[str, Any] = {"gpt_validation": {}, "words": {"tag_items": {"gpt_validation": {}}}}
    (tree,) = load_trees(a_request, Receipt, [{"image_id": "img", "receipt_id": 1}], selection)
    assert tree is not None
    of_receipt: Any = tree.below["gpt_validation"]
    words: Any = tree.below["words"]
    assert of_receipt.item.tag is None
    assert words[-1].below["tag_items"][0].below["gpt_validation"].item.tag == "FOOD"


def test_items_that_are_there_already_are_not_read_again(a_request: Request) -> None:
    (tree,) = load_trees(a_request, Job, [{"job_id": "j1"}], {})
    assert tree is not None
    before = a_request.session.meter.requests
    (grown,) = load_below(a_request, [tree.item], {"latest_status": {}})
    status: Any = grown.below["latest_status"]
    assert status.item.updated_at == NOW + HOUR
    assert a_request.session.meter.requests == before + 1


def test_one_unreadable_item_among_a_thousand_costs_only_itself(blank: Store) -> None:
    def word(number: int) -> Record:
        sort = f"RECEIPT#00001#LINE#00001#WORD#{number:05d}"
        text = {} if number == 500 else {"text": f"w{number}"}
        index = {"GSI2PK": "RECEIPT", "GSI2SK": f"IMAGE#thousand#{sort}"}
        return {"PK": "IMAGE#thousand", "SK": sort, "TYPE": "RECEIPT_WORD", **text, **index}

    index = {"GSI2PK": "RECEIPT", "GSI2SK": "IMAGE#thousand#RECEIPT#00001"}
    receipt = {"PK": "IMAGE#thousand", "SK": "RECEIPT#00001", "TYPE": "RECEIPT", "width": 1, "height": 1, **index}
    blank.session(60).batch_write(RECEIPTS, [receipt, *(word(number) for number in range(1, 1001))])
    a_request = Request(blank.session())
    selection: dict[str, Any] = {"words": {"labels": {}}}
    (tree,) = load_trees(a_request, Receipt, [{"image_id": "thousand", "receipt_id": 1}], selection)
    assert tree is not None
    assert len(tree.below["words"]) == 999  # type: ignore[arg-type]
    assert [problem.key["SK"] for problem in a_request.problems] == ["RECEIPT#00001#LINE#00001#WORD#00500"]


def test_an_expired_item_is_gone_before_dynamodb_deletes_it(blank: Store) -> None:
    ttl = int(NOW.timestamp())
    image = {"PK": "IMAGE#gone", "SK": "IMAGE", "TYPE": "IMAGE", "width": 1, "height": 1, "time_to_live": ttl}
    blank.session().put(RECEIPTS, image)
    assert load_trees(Request(blank.session(), lambda: NOW), Image, [{"image_id": "gone"}], {}) == [None]
    earlier = Request(blank.session(), lambda: NOW - HOUR)
    assert load_trees(earlier, Image, [{"image_id": "gone"}], {}) != [None]


def _outline(branch: Branch | None) -> Any:
    if branch is None:
        return None
    return {
        name: [_outline(each) for each in below] if isinstance(below, list) else _outline(below)
        for name, below in branch.below.items()
    }
