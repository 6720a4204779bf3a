"""Where the parents are all there are, what belongs to them is one range, and the same as read parent by parent."""

from collections.abc import Iterator
from typing import Any

import pytest

from entities.receipts.analyses import ReceiptStructureAnalysis
from entities.receipts.compaction import CompactionRun
from entities.receipts.images import Image, Line
from entities.receipts.labels import ReceiptField
from entities.receipts.receipt import Receipt
from entities.receipts.validations import ReceiptChatGPTValidation
from entities.tables import RECEIPTS
from loaders import receipts
from loaders.dynamo.store import Store
from loaders.lists.listing import Span
from loaders.planning.join import SelectedRelations
from loaders.planning.tree import load_below
from loaders.receipt_lists import page_by_time_added
from loaders.request import Request
from local.data.engines import Engine
from tests.loaders.sample import NOW, corners, ocr
from tests.reads.conftest import new_store

pytestmark = pytest.mark.no_cover

IMAGES = 8
PICTURE: dict[str, Any] = {"width": 1, "height": 1, "s3_bucket": "raw", "s3_key": "k", "timestamp_added": NOW}


@pytest.fixture(scope="module")
def small(engine: Engine) -> Iterator[Store]:
    """A table with a few images, one of them as the first writers stored it, and a field of a receipt that is gone."""
    with new_store(engine) as store:
        records = [record for number in range(IMAGES) for record in _image(number)]
        gone = ReceiptField(image_id="gone", receipt_id=1, field_type="DATE", timestamp_added=NOW)
        store.session(60).batch_write(RECEIPTS, [*records, gone.to_record()])
        yield store


def _image(number: int) -> Iterator[dict[str, Any]]:
    image_id = f"i{number}"
    lines = [Line(image_id=image_id, line_id=line, **ocr("line", line)) for line in (1, 2)]
    for item in [Image(image_id=image_id, **PICTURE), *lines]:
        yield _as_first_written(item.to_record()) if number == 0 else item.to_record()
    for receipt_id in (1, 2)[: 1 + number % 2]:
        ids: dict[str, Any] = {"image_id": image_id, "receipt_id": receipt_id}
        receipt = Receipt(**ids, **PICTURE, **corners(1)).to_record()
        yield _as_first_written(receipt) if number == 0 else receipt
        yield ReceiptField(**ids, field_type="ADDRESS_LINE", timestamp_added=NOW).to_record()
        yield CompactionRun(**ids, run_id=f"r{number}", created_at=NOW).to_record()
        yield ReceiptStructureAnalysis(**ids, timestamp_added=NOW).to_record()
        opinion = ReceiptChatGPTValidation(**ids, timestamp=NOW, revised_status="valid").to_record()
        yield {name: value for name, value in opinion.items() if name != "TYPE"}


def _as_first_written(record: dict[str, Any]) -> dict[str, Any]:
    below = "" if record["SK"] == "IMAGE" else f"#{record['SK']}"
    return {**record, "GSI1PK": "IMAGE", "GSI1SK": f"{record['PK']}{below}"}


def _roots(store: Store, entity: type[Image | Receipt]) -> list[Any]:
    listing = receipts.IMAGES if entity is Image else receipts.ALL_RECEIPTS
    return listing.all(Request(store.session()), {})


@pytest.mark.parametrize(
    ("entity", "selection", "expected"),
    [
        (Image, {"receipts": {}}, 1),
        (Image, {"lines": {}}, 1),
        (Image, {"receipts": {"fields": {}}}, 2),
        (Receipt, {"fields": {}}, 1),
        (Receipt, {"compaction_runs": {}}, 1),
        (Receipt, {"fields": {}, "compaction_runs": {}, "structure_analyses": {}}, 3),
    ],
)
def test_what_belongs_to_all_parents_is_one_range_of_each_type(
    small: Store, entity: type[Image | Receipt], selection: SelectedRelations, expected: int
) -> None:
    roots = _roots(small, entity)
    one_by_one, together = Request(small.session()), Request(small.session())
    apart = load_below(one_by_one, roots, selection)
    assert load_below(together, roots, selection, are_all=True) == apart
    assert all(branch.below.values() for branch in apart)
    assert together.session.meter.requests == expected
    assert one_by_one.session.meter.requests >= IMAGES
    assert together.session.meter.read_units < one_by_one.session.meter.read_units


def test_items_that_some_writers_stored_without_their_type_are_still_found(small: Store) -> None:
    found = load_below(Request(small.session()), _roots(small, Receipt), {"chat_gpt_validations": {}}, are_all=True)
    assert all(len(branch.below["chat_gpt_validations"]) == 1 for branch in found)  # type: ignore[arg-type]


def test_where_there_is_more_of_a_type_than_was_to_be_expected_it_is_read_parent_by_parent(engine: Engine) -> None:
    with new_store(engine) as store:
        many = [CompactionRun(image_id="i0", receipt_id=1, run_id=f"r{n}", created_at=NOW) for n in range(300)]
        store.session(60).batch_write(RECEIPTS, [each.to_record() for each in many])
        roots = [Receipt(image_id=f"i{n}", receipt_id=1, **PICTURE, **corners(1)) for n in range(4)]
        a_request = Request(store.session())
        found = load_below(a_request, roots, {"compaction_runs": {}}, are_all=True)
    assert [len(each.below["compaction_runs"]) for each in found] == [300, 0, 0, 0]  # type: ignore[arg-type]
    assert a_request.session.meter.requests == 1 + len(roots)


@pytest.mark.parametrize("first", [IMAGES, 2 * IMAGES])
def test_a_list_that_ends_on_its_first_page_has_all(small: Store, first: int) -> None:
    page = page_by_time_added(Request(small.session()), receipts.IMAGES, Span(), first=first)
    assert (len(page.items), page.is_all) == (IMAGES, True)


def test_no_other_page_has_all(small: Store) -> None:
    a_request = Request(small.session())
    begun = page_by_time_added(a_request, receipts.IMAGES, Span(), first=IMAGES - 1)
    rest = page_by_time_added(a_request, receipts.IMAGES, Span(), first=IMAGES, after=begun.cursors[-1])
    narrowed = page_by_time_added(a_request, receipts.IMAGES, Span(since=NOW), first=IMAGES)
    assert (begun.has_next, rest.has_next, narrowed.has_next) == (True, False, False)
    assert not any(each.is_all for each in (begun, rest, narrowed))


@pytest.mark.parametrize("first", [4, 10, 100])
def test_few_with_a_time_and_many_without_make_one_list_of_each_once(engine: Engine, first: int) -> None:
    with new_store(engine) as store:
        images = [Image(image_id=f"i{number:02}", **PICTURE).to_record() for number in range(80)]
        untimed = [{name: value for name, value in each.items() if name != "timestamp_added"} for each in images[3:]]
        store.session(60).batch_write(RECEIPTS, images[:3] + untimed)
        found: list[Any] = []
        after = None
        while True:
            a_request = Request(store.session())
            page = page_by_time_added(a_request, receipts.IMAGES, Span(), first=first, after=after)
            assert a_request.session.meter.requests <= 4
            found, after = found + page.items, page.cursors[-1]
            if not page.has_next:
                break
    assert sorted(each.image_id for each in found) == [f"i{number:02}" for number in range(80)]
    assert {each.image_id for each in found[:3]} == {"i00", "i01", "i02"}
