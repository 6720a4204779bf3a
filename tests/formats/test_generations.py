"""Lists of receipts over items of all generations and our own: complete and in order, whatever the size of pages."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest

from entities.attributes import Record
from entities.item import Item
from entities.jobs import JobResource
from entities.receipts.batches import BatchSummary, BatchType, CompletionBatchResult
from entities.receipts.images import Image
from entities.receipts.labels import LabelHygieneResult, LabelMetadata, ReceiptWordLabel
from entities.receipts.places import PlacesCache
from entities.receipts.receipt import MerchantMatch, Receipt, ReceiptLine, ReceiptMetadata, ReceiptWord
from entities.receipts.validations import ReceiptValidationCategory, ReceiptValidationResult
from entities.tables import RECEIPTS
from local.data.engines import Engine
from resolvers.runtime.ids import global_id
from tests.commands.conftest import Changing
from tests.formats.api import asking
from tests.formats.cases import cases
from tests.read_item import read_item
from tests.reads.world import world

SINCE, UNTIL = datetime(2025, 9, 3, tzinfo=UTC), datetime(2026, 5, 7, tzinfo=UTC)
SPAN = 'since: "2025-09-03T00:00:00Z", until: "2026-05-07T00:00:00Z"'
MIDDLE, LATEST = "0d6c83be-5a17-4f90-b2ce-90f1d3a7c401", "C4F2A6E0-77D1-5B3C-8E19-2A6B5D4C3F02"

Fits = Callable[[Any], bool]


@dataclass(frozen=True)
class ListCase:
    """A list, what belongs in it, and by what it is sorted."""

    field: str
    arguments: str
    entity: type[Item]
    fits: Fits = lambda _: True
    time: str | None = None
    is_newest_first: bool = True

    def __str__(self) -> str:
        return f"{self.field}({self.arguments})"


def written(number: int, text: str) -> tuple[Record, Record]:
    """An image and its receipt whose times are written in another format."""
    key = f"IMAGE#offset-{number}"
    picture = {"width": 10, "height": 10, "raw_s3_bucket": "b", "raw_s3_key": "k", "timestamp_added": text}
    image = {"PK": key, "SK": "IMAGE", "TYPE": "IMAGE", **picture}
    receipt = {"PK": key, "SK": "RECEIPT#00001", "TYPE": "RECEIPT", **picture}
    return image, receipt


FORMATS = ("2025-09-03T05:00:00-12:00", "2026-05-07T01:00:00+14:00", "2026-05-06T21:00:07.5Z", "2025-02-11T07:05:09Z")
RECORDS = [
    *(case.record for case in cases() if case.table is RECEIPTS and case.is_readable),
    *(item.to_record() for item in world() if item.table is RECEIPTS),
    *(record for number, text in enumerate(FORMATS) for record in written(number, text)),
]


def _read(record: Record) -> Item:
    item = read_item(RECEIPTS, record)
    assert isinstance(item, Item)
    return item


ITEMS = [_read(record) for record in RECORDS]


def metadata_of(receipt: Receipt) -> ReceiptMetadata | None:
    found = (each for each in ITEMS if isinstance(each, ReceiptMetadata))
    ids = (receipt.image_id, receipt.receipt_id)
    return next((each for each in found if (each.image_id, each.receipt_id) == ids), None)


def merchant(fits: Fits) -> Fits:
    def fitting(receipt: Receipt) -> bool:
        found = metadata_of(receipt)
        return found is not None and fits(found)

    return fitting


def within(name: str) -> Fits:
    def is_in(item: Any) -> bool:
        moment = getattr(item, name)
        return moment is not None and SINCE <= moment <= UNTIL

    return is_in


CHECKED = "validation_timestamp"
LISTS = (
    ListCase("images", "", Image, time="timestamp_added"),
    ListCase("images", "newestFirst: false", Image, time="timestamp_added", is_newest_first=False),
    ListCase("images", SPAN, Image, within("timestamp_added"), "timestamp_added"),
    ListCase(
        "images",
        f"newestFirst: false, {SPAN}",
        Image,
        within("timestamp_added"),
        "timestamp_added",
        is_newest_first=False,
    ),
    ListCase("receipts", "", Receipt, time="timestamp_added"),
    ListCase("receipts", "newestFirst: false", Receipt, time="timestamp_added", is_newest_first=False),
    ListCase("receipts", SPAN, Receipt, within("timestamp_added"), "timestamp_added"),
    ListCase("receipts", 'merchantName: "jo\'s bread"', Receipt, merchant(lambda it: it.merchant_name == "Jo's Bread")),
    ListCase("receipts", 'placeId: "P1"', Receipt, merchant(lambda it: it.place_id == "P1")),
    ListCase(
        "receipts",
        "validationStatus: MATCHED",
        Receipt,
        merchant(lambda it: it.validation_status is MerchantMatch.MATCHED),
    ),
    ListCase("receipts", "minConfidence: 0.5", Receipt, merchant(lambda it: (it.match_confidence or 0) >= 0.5)),
    ListCase(
        "receipts",
        f'merchantName: "JO\'S BREAD", validationStatus: MATCHED, {SPAN}',
        Receipt,
        lambda it: merchant(lambda found: found.merchant_name == "Jo's Bread")(it) and within("timestamp_added")(it),
    ),
    *(
        ListCase("labels", f'imageId: "{image}"', ReceiptWordLabel, lambda it, image=image: it.image_id == image)  # type: ignore[misc]
        for image in (MIDDLE, LATEST, "img")
    ),
    ListCase(
        "labels",
        f'imageId: "{LATEST}", receiptId: 2, validationStatus: INVALID',
        ReceiptWordLabel,
        lambda it: it.image_id == LATEST and it.validation_status.value == "INVALID",
    ),
    ListCase(
        "labels",
        f'imageId: "{MIDDLE}", label: "line_total"',
        ReceiptWordLabel,
        lambda it: it.image_id == MIDDLE and it.label == "LINE_TOTAL",
    ),
    ListCase(
        "receiptLines",
        "embeddingStatus: NONE",
        ReceiptLine,
        lambda it: it.embedding_status is None or it.embedding_status.value == "NONE",
    ),
    ListCase(
        "receiptWords",
        "embeddingStatus: NONE",
        ReceiptWord,
        lambda it: it.embedding_status is None or it.embedding_status.value == "NONE",
    ),
    ListCase("places", "", PlacesCache),
    ListCase("places", SPAN, PlacesCache, within("last_updated")),
    ListCase("validationCategories", "", ReceiptValidationCategory),
    ListCase(
        "validationCategories",
        'status: "invalid"',
        ReceiptValidationCategory,
        lambda it: it.status == "invalid",
        CHECKED,
    ),
    ListCase("validationCategories", SPAN, ReceiptValidationCategory, within(CHECKED), CHECKED),
    ListCase(
        "validationCategories",
        f'fieldName: "line_items", status: "invalid", {SPAN}',
        ReceiptValidationCategory,
        lambda it: it.field_name == "line_items" and it.status == "invalid" and within(CHECKED)(it),
    ),
    ListCase("validationResults", "", ReceiptValidationResult, time=CHECKED),
    ListCase("validationResults", SPAN, ReceiptValidationResult, within(CHECKED), CHECKED),
    ListCase(
        "validationResults",
        f'type: "error", {SPAN}',
        ReceiptValidationResult,
        lambda it: it.type == "error" and within(CHECKED)(it),
        CHECKED,
    ),
    ListCase("completionResults", "", CompletionBatchResult),
    ListCase("completionResults", 'originalLabel: "SUM"', CompletionBatchResult, lambda it: it.original_label == "SUM"),
    ListCase(
        "completionResults",
        "status: COMPLETED",
        CompletionBatchResult,
        lambda it: it.status and it.status.value == "COMPLETED",
    ),
    ListCase("completionResults", 'labelTarget: "TOTAL"', CompletionBatchResult, lambda it: it.label_target == "TOTAL"),
    ListCase("batches", "", BatchSummary),
    ListCase("batches", "batchType: COMPLETION", BatchSummary, lambda it: it.batch_type is BatchType.COMPLETION),
    ListCase("labelHygiene", "", LabelHygieneResult),
    ListCase("labelsKnown", "", LabelMetadata),
    ListCase("resources", "", JobResource),
)


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with asking(embedded, [(RECEIPTS, record) for record in RECORDS]) as made:
        yield made


@pytest.mark.parametrize("case", LISTS, ids=str)
def test_a_list_is_complete_and_in_order_in_pages_of_any_size(api: Changing, case: ListCase) -> None:
    expected = {global_id(item): item for item in ITEMS if type(item) is case.entity and case.fits(item)}
    assert expected, "this tries nothing"
    for first in (1, 3, 100):
        ids = list(_paged(api, case, first))
        assert sorted(ids) == sorted(expected), f"in pages of {first}"
        assert _moments(case, expected, ids) == sorted(_moments(case, expected, ids), reverse=case.is_newest_first)
        assert _places_without_time(case, expected, ids) in ([], list(range(len(ids)))[-_untimed(case, expected) :])


def _paged(api: Changing, case: ListCase, first: int) -> Iterator[str]:
    arguments = f"{case.arguments}, " if case.arguments else ""
    selection = "{ nodes { id } pageInfo { hasNextPage endCursor } }"
    text = f"{case.field}({arguments}first: $first, after: $after) {selection}"
    after = None
    while True:
        answer = api.ask(f"query ($first: Int, $after: String) {{ {text} }}", first=first, after=after)
        page = answer["data"][case.field]
        assert len(page["nodes"]) == first or not page["pageInfo"]["hasNextPage"]
        yield from (node["id"] for node in page["nodes"])
        if not page["pageInfo"]["hasNextPage"]:
            return
        after = page["pageInfo"]["endCursor"]


def _moments(case: ListCase, expected: dict[str, Item], ids: list[str]) -> list[datetime]:
    found = [getattr(expected[each], case.time) for each in ids] if case.time else []
    return [moment for moment in found if moment is not None]


def _untimed(case: ListCase, expected: dict[str, Item]) -> int:
    return sum(1 for item in expected.values() if case.time and getattr(item, case.time) is None)


def _places_without_time(case: ListCase, expected: dict[str, Item], ids: list[str]) -> list[int]:
    """Items without a time stand at the end."""
    return [place for place, each in enumerate(ids) if case.time and getattr(expected[each], case.time) is None]


def test_a_table_without_the_index_by_time_lists_everything_and_refuses_what_needs_it(embedded: Engine) -> None:
    with asking(embedded, [(RECEIPTS, record) for record in RECORDS]) as older:
        client: Any = older.store._client
        name = older.store.name_of(RECEIPTS)
        client.update_table(TableName=name, GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "GSIADDED"}}])
        for field, entity in (("images", Image), ("receipts", Receipt)):
            expected = sorted(global_id(item) for item in ITEMS if type(item) is entity)
            assert sorted(_paged(older, ListCase(field, "", entity), 3)) == expected
            (error,) = older.ask(f"{{ {field}({SPAN}) {{ nodes {{ id }} }} }}")["errors"]
            assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "since")
            assert "GSIADDED" in error["message"]
        (error,) = older.ask("{ labelTimeline { added } }")["errors"]
        assert "GSIADDED" in error["message"]
