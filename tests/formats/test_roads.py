"""Roads back from what belongs to an image or receipt, over items of all generations: each leads to what is stored."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from entities.item import Item
from entities.tables import RECEIPTS
from local.data.engines import Engine
from resolvers.runtime.fields import show_json
from resolvers.runtime.ids import global_id
from tests.commands.conftest import Changing
from tests.formats.api import asking
from tests.formats.cases import cases
from tests.formats.test_generations import ITEMS, LATEST, MIDDLE, RECORDS

STORED = "query ($id: ID!) { storedItem(id: $id) { table item } }"
ROADS = {
    ("Line", "image"): ("Image", "image_id"),
    ("Word", "image"): ("Image", "image_id"),
    ("Word", "line"): ("Line", "image_id line_id"),
    ("Letter", "image"): ("Image", "image_id"),
    ("Letter", "line"): ("Line", "image_id line_id"),
    ("Letter", "word"): ("Word", "image_id line_id word_id"),
    ("WordTag", "word"): ("Word", "image_id line_id word_id"),
    ("ReceiptLetter", "word"): ("ReceiptWord", "image_id receipt_id line_id word_id"),
    ("GPTValidation", "receipt"): ("Receipt", "image_id receipt_id"),
    ("GPTInitialTagging", "receipt"): ("Receipt", "image_id receipt_id"),
    ("ReceiptValidationResult", "category"): ("ReceiptValidationCategory", "image_id receipt_id field_name"),
    ("CompletionBatchResult", "batch"): ("BatchSummary", "batch_id"),
    ("CompletionBatchResult", "receipt"): ("Receipt", "image_id receipt_id"),
    ("EmbeddingBatchResult", "batch"): ("BatchSummary", "batch_id"),
    ("EmbeddingBatchResult", "receipt"): ("Receipt", "image_id receipt_id"),
}
"""By type and field: the type that it leads to, and the ids that both share."""


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    others = [case.record for case in cases() if case.table is RECEIPTS and case.type is None]
    with asking(embedded, [(RECEIPTS, record) for record in [*RECORDS, *others]]) as made:
        yield made


@pytest.mark.parametrize("road", ROADS, ids=".".join)
def test_a_road_leads_to_what_is_stored(api: Changing, road: tuple[str, str]) -> None:
    (type_name, field), (target, names) = road, ROADS[road]
    here = [item for item in ITEMS if type(item).__name__ == type_name]
    there = {_ids(item, names): global_id(item) for item in ITEMS if type(item).__name__ == target}
    query = f"query ($ids: [ID!]!) {{ nodes(ids: $ids) {{ ... on {type_name} {{ {field} {{ id }} }} }} }}"
    nodes = api.get(query, ids=[global_id(item) for item in here])["nodes"]
    found = [node[field] and node[field]["id"] for node in nodes]
    assert found == [there.get(_ids(item, names)) for item in here]
    assert any(found), "this tries nothing"
    assert _requests(api) <= 4


def _ids(item: Item, names: str) -> tuple[Any, ...]:
    return tuple(getattr(item, name) for name in names.split())


def _requests(api: Changing) -> int:
    return sum(request.session.meter.requests for _, request in api.calls)


@pytest.mark.parametrize("image_id", [MIDDLE, LATEST])
def test_words_of_fields_and_analyses_and_references_lead_on(api: Changing, image_id: str) -> None:
    query = """query ($id: ID!) { receipt(imageId: $id, receiptId: 2) {
      fields { words { lineId wordId word { text receipt { receiptId } } } }
      labelAnalysis { labels { lineId wordId word { text } } } } }"""
    receipt = api.get(query, id=image_id)["receipt"]
    words = [word for field in receipt["fields"] for word in field["words"]] + receipt["labelAnalysis"]["labels"]
    stored = {(7, 12): "..."}
    assert words
    assert [each["word"] and each["word"]["text"] for each in words] == [
        stored.get((each["lineId"], each["wordId"])) for each in words
    ]


def test_a_reference_of_a_batch_leads_to_its_receipt(api: Changing) -> None:
    nodes = api.get("{ batches(first: 100) { nodes { receiptRefs { imageId receiptId receipt { receiptId } } } } }")
    refs = [ref for node in nodes["batches"]["nodes"] for ref in node["receiptRefs"]]
    there = {(item.image_id, item.receipt_id) for item in ITEMS if type(item).__name__ == "Receipt"}  # type: ignore[attr-defined]
    assert refs
    for ref in refs:
        expected = {"receiptId": ref["receiptId"]} if (ref["imageId"], ref["receiptId"]) in there else None
        assert ref["receipt"] == expected


def test_the_place_of_a_merchant_is_the_latest_stored_answer(api: Changing) -> None:
    found = api.get('{ receipt(imageId: "img", receiptId: 1) { metadata { place { searchType searchValue } } } }')
    assert found["receipt"]["metadata"] == {"place": {"searchType": "PHONE", "searchValue": "555"}}


def test_items_of_other_programs_are_shown_to_operators_as_they_are(api: Changing) -> None:
    others = [case for case in cases() if case.table is RECEIPTS and case.type is None]
    mine = sorted((c.record["SK"], c.record.get("TYPE")) for c in others if c.record["PK"] == f"IMAGE#{LATEST}")
    found = api.get(f'{{ image(imageId: "{LATEST}") {{ otherItems {{ type keys item }} }} }}')["image"]["otherItems"]
    assert mine
    assert sorted((_opened(each["keys"])["SK"], each["type"]) for each in found) == mine
    assert all(_opened(each["item"])["PK"] == f"IMAGE#{LATEST}" for each in found)


def test_operators_see_any_item_as_it_is_stored(api: Changing) -> None:
    found = {id_: api.get(STORED, id=id_)["storedItem"] for id_ in map(global_id, ITEMS[:40])}
    stored = {tuple(RECEIPTS.key_of(record).values()): record for record in RECORDS}
    for item in ITEMS[:40]:
        shown = found[global_id(item)]
        assert shown["table"] == "receipts"
        assert _opened(shown["item"]) == _plain(stored[tuple(item.primary_key().values())])
    assert api.get(STORED, id="nothing") == {"storedItem": None}
    assert _requests(api) <= 1


def _plain(record: Any) -> Any:
    return json.loads(json.dumps(show_json(record)))


def _opened(text: str) -> Any:
    return json.loads(text)


def test_a_random_image_is_one_of_those_asked_for_and_not_always_the_same(api: Changing) -> None:
    images = {item.image_id: item for item in ITEMS if type(item).__name__ == "Image"}  # type: ignore[attr-defined]
    seen = {api.get("{ randomImage { imageId } }")["randomImage"]["imageId"] for _ in range(60)}
    assert seen <= images.keys()
    assert len(seen) > 1
    for _ in range(20):
        found = api.get("{ randomImage(imageType: PHOTO, receiptCount: 1) { imageId imageType receiptCount } }")
        assert (found["randomImage"]["imageType"], found["randomImage"]["receiptCount"]) == ("PHOTO", 1)
        scan = api.get("{ randomImage(imageType: SCAN) { imageType } }")["randomImage"]
        assert scan == {"imageType": "SCAN"}
    assert api.get("{ randomImage(imageType: NATIVE, receiptCount: 77) { imageId } }") == {"randomImage": None}
    error = api.ask("{ randomImage(receiptCount: 1) { imageId } }")["errors"][0]
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "receiptCount")


def test_a_random_receipt_is_read_with_two_requests(api: Changing) -> None:
    receipts = {(item.image_id, item.receipt_id) for item in ITEMS if type(item).__name__ == "Receipt"}  # type: ignore[attr-defined]
    for _ in range(20):
        found = api.get("{ randomReceipt { imageId receiptId } }")["randomReceipt"]
        assert (found["imageId"], found["receiptId"]) in receipts
        assert _requests(api) <= 4


def test_the_timeline_counts_every_label_once(api: Changing) -> None:
    query = 'labelTimeline(since: "2025-09-01T00:00:00Z", until: "2026-12-01T00:00:00Z", step: 2592000)'
    steps = api.get(f"{{ {query} {{ since until added none valid invalid needsReview pending }} }}")["labelTimeline"]
    labels = [item for item in ITEMS if type(item).__name__ == "ReceiptWordLabel"]
    since, until = datetime(2025, 9, 1, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC)
    dated = [item for item in labels if item.timestamp_added and since <= item.timestamp_added <= until]  # type: ignore[attr-defined]
    assert dated
    assert sum(step["added"] for step in steps) == len(dated)
    assert all(
        step["added"] == sum(step[name] for name in ("none", "valid", "invalid", "needsReview", "pending"))
        for step in steps
    )
    assert [step["since"] for step in steps[1:]] == [step["until"] for step in steps[:-1]]
    for arguments in ("step: 1", 'since: "2000-01-01T00:00:00Z", step: 60'):
        error = api.ask(f"{{ labelTimeline({arguments}) {{ added }} }}")["errors"][0]
        assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "step")


@pytest.mark.parametrize(
    ("arguments", "steps"),
    [
        ('until: "0001-01-01T00:00:00Z"', 1),
        ('until: "0001-01-11T00:00:00Z"', 10),
        ('since: "9999-12-31T00:00:00Z", until: "9999-12-31T23:59:59.999999Z"', 1),
        ('since: "9999-12-30T12:00:00Z", until: "9999-12-31T23:59:59.999999Z"', 2),
        ('since: "9999-12-31T23:59:59.999999Z", until: "9999-12-31T23:59:59.999999Z"', 1),
        ('since: "9999-12-31T00:00:00Z", until: "9999-12-31T12:00:00Z", step: 2147483647', 1),
    ],
)
def test_a_timeline_begins_and_ends_with_time_itself(api: Changing, arguments: str, steps: int) -> None:
    found = api.get(f"{{ labelTimeline({arguments}) {{ since until added }} }}")["labelTimeline"]
    assert [each["added"] for each in found] == [0] * steps
    assert [each["since"] for each in found[1:]] == [each["until"] for each in found[:-1]]


def test_merchants_are_found_by_the_beginning_of_their_names(api: Changing) -> None:
    found = api.get('{ merchantCounts(prefix: "jo\'s b") { merchantName receipts } }')["merchantCounts"]
    assert [each["merchantName"] for each in found] == ["Jo's Bread"]
    assert api.get('{ merchantCounts(prefix: "nobody") { receipts } }') == {"merchantCounts": []}
