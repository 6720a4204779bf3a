"""Answers that once depended on aliases, on fragments or on what the Lambda had done before: one test each."""

import subprocess
import sys
from typing import Any

import pytest

from resolvers.runtime import dispatch, response
from tests.resolvers.conftest import Api, event


def test_an_item_has_its_relations_in_a_process_that_has_done_nothing_before() -> None:
    script = """
from entities.receipts.receipt import ReceiptWord
from loaders.planning.relations import all_relations, relations_of
assert set(relations_of(ReceiptWord)) == {"letters", "labels", "tag_items"}
assert len(all_relations()) == 12
"""
    subprocess.run([sys.executable, "-c", script], check=True)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            (
                '{ novaeByName(name: "V1324 Sco") { ...N } } fragment N on Nova { p: products { ...P } } '
                "fragment P on SpectraProduct { provider }"
            ),
            {"novaeByName": [{"p": [{}, {"provider": "ESO"}, {"provider": "ESO"}, {"provider": "ESO"}]}]},
        ),
        (
            '{ image(imageId: "img") { ...F } } fragment F on Image { cdnS3Key: s3Bucket }',
            {"image": {"cdnS3Key": "raw"}},
        ),
        (
            '{ job(jobId: "j1") { ...F } } fragment F on Job { name: latestStatus { progress } }',
            {"job": {"name": {"progress": 50.0}}},
        ),
        (
            '{ job(jobId: "j1") { ...F } } fragment F on Job { createdBy: status }',
            {"job": {"createdBy": "RUNNING"}},
        ),
        (
            'fragment F on Receipt { m: metadata { text: placeId } } {receipt(imageId: "img", receiptId: 1) { ...F } }',
            {"receipt": {"m": {"text": "P1"}}},
        ),
    ],
)
def test_an_alias_in_a_named_fragment_is_answered(api: Api, query: str, expected: dict[str, Any]) -> None:
    assert api.ask(query) == {"data": expected}


@pytest.mark.parametrize("fragment", ["nodes { jobId } pageInfo { hasNextPage }", "pageInfo { hasNextPage }"])
def test_a_page_inside_a_named_fragment_reads_no_more_than_it_must(api: Api, fragment: str) -> None:
    api.ask(f"{{ jobs(status: RUNNING) {{ ...F }} }} fragment F on JobConnection {{ {fragment} }}")
    assert api.reads == ["query"]


def test_stuck_documents_can_be_gone_on_with_later(api: Api) -> None:
    query = "query ($at: String) { stuckDocuments(olderThanMinutes: 1, after: $at) { pageInfo { endCursor } } }"
    cursor = api.ask(query)["data"]["stuckDocuments"]["pageInfo"]["endCursor"]
    assert "errors" not in api.ask(query, at=cursor)
    (error,) = api.ask("{ stuckDocuments(olderThanMinutes: 2147483647) { nodes { id } } }")["errors"]
    assert error["errorType"] == "BadInput"


def test_a_batch_that_is_too_large_in_all_says_so_to_those_who_come_too_late(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:

    monkeypatch.setattr(dispatch, "MAX_BYTES", 100)
    events = [event("QueueJob.job", "{ name }", {"jobId": "j1"}) for _ in range(10)]
    found = [answer.get("errorType") for answer in api.handle(events)]
    assert found[0] is None
    assert found[-1] == "TooLarge"


def test_one_answer_that_is_too_large_is_not_read_again(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response, "MAX_BYTES", 100)
    api.handle([event("ReceiptWord.receipt", "{ words { text } }", {"imageId": "img", "receiptId": 1})] * 20)
    assert len(api.reads) <= 2


@pytest.mark.parametrize("image_id", ["x" * 3000, "\n", ""])
def test_an_id_that_no_key_can_hold_is_simply_not_there(api: Api, image_id: str) -> None:
    assert api.ask("query ($id: ID!) { image(imageId: $id) { id } }", id=image_id) == {"data": {"image": None}}


def test_global_ids_that_no_key_can_hold_lead_nowhere_and_spoil_nothing(api: Api) -> None:
    from base64 import urlsafe_b64encode  # noqa: PLC0415

    import orjson  # noqa: PLC0415

    good = api.ask('{ image(imageId: "img") { id } }')["data"]["image"]["id"]
    odd = [["Image", "I", "b" * 1100], ["CatImage", 2**63, "f"], ["Image", "I"], ["Image"], "x"]
    ids = [urlsafe_b64encode(orjson.dumps(each)).decode().rstrip("=") for each in odd]
    nodes = api.ask("query ($ids: [ID!]!) { nodes(ids: $ids) { id } }", ids=[good, *ids])["data"]["nodes"]
    assert nodes == [{"id": good}, *[None] * len(odd)]


def test_a_source_that_is_none_of_ours_costs_only_its_own_answer(api: Api) -> None:
    events = [event("QueueJob.job", "{ name }", source) for source in ({"jobId": "j1"}, "text", {"jobId": "j2"})]
    first, odd, last = api.handle(events)
    assert (first["data"]["name"], last["data"]["name"]) == ("train-1", "train-2")
    assert odd["errorType"] == "Internal"


def test_lists_of_many_parents_are_read_once_for_each_distinct_one(api: Api) -> None:
    api.handle([event("Job.logs", "{ nodes { message } }", {"jobId": "j1"}) for _ in range(40)])
    assert api.reads == ["query"]


def test_a_selection_that_is_told_with_its_own_field_around_it_is_understood(api: Api) -> None:
    text = "{ image(imageId: $id) { imageId receipts { receiptId } } }"
    image = api.handle(event("Query.image", text, imageId="img"))
    assert image["receipts"][0]["receiptId"] == 1
