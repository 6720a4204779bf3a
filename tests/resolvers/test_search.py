"""The search finds merchants, novae and jobs by name, and anything by an id; and lists say how long they are."""

from dataclasses import replace

import pytest

from entities.jobs import Job
from entities.receipts.receipt import ReceiptMetadata
from resolvers.runtime.ids import global_id
from tests.identities import person
from tests.loaders.sample import NOW
from tests.resolvers.conftest import Api

RESULT = "{ kind text node { __typename id ... on Job { jobId } ... on Nova { novaId } } }"


def search(api: Api, text: str, first: int = 10) -> list[tuple[str, str, str | None]]:
    query = f"query ($text: String!, $first: Int) {{ search(text: $text, first: $first) {RESULT} }}"
    answer = api.ask(query, text=text, first=first)
    assert "errors" not in answer, answer["errors"]
    return [(each["kind"], each["text"], (each["node"] or {}).get("__typename")) for each in answer["data"]["search"]]


def test_jobs_are_found_by_the_beginning_of_their_names_newest_first(api: Api) -> None:
    assert search(api, "train") == [("Job", f"train-{each}", "Job") for each in (2, 1, 0)]
    assert search(api, " train-1 ") == [("Job", "train-1", "Job")]
    assert search(api, "train", 2) == [("Job", "train-2", "Job"), ("Job", "train-1", "Job")]


def test_novae_are_found_by_name_alias_and_beginning(api: Api) -> None:
    for text in ("V1324 Sco", "v1324_sco", "v1324"):
        assert [kind for kind, _, _ in search(api, text)] == ["Nova"], text


def test_merchants_are_found_by_their_beginning_in_any_case(api: Api) -> None:
    assert search(api, "twin p") == [("Merchant", "Twin Peaks", None)]


def test_anything_is_found_by_its_own_id_and_by_its_global_one(api: Api) -> None:
    for text, kind in (("img", "Image"), ("j1", "Job"), ("gpu", "Queue"), ("i-1", "Instance"), ("b1", "BatchSummary")):
        assert (kind, kind) in [(found, node) for found, _, node in search(api, text)], text
    job = Job(job_id="j1", name="x", created_at=NOW, created_by="x")
    assert search(api, global_id(job)) == [("Job", "train-1", "Job")]
    metadata = ReceiptMetadata(image_id="img", receipt_id=1, place_id="x", merchant_name="x", timestamp=NOW)
    assert search(api, global_id(metadata)) == [("ReceiptMetadata", "img/1", "ReceiptMetadata")], "ids, and no key"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"text": " "}, "text"),
        ({"text": "x" * 201}, "text"),
        ({"first": 51}, "first"),
        ({"text": global_id(Job(job_id="j1", name="x", created_at=NOW, created_by="x")), "first": 0}, "first"),
    ],
)
def test_what_cannot_be_searched_for_is_refused(api: Api, given: dict[str, object], field: str) -> None:
    query = "query ($text: String!, $first: Int) { search(text: $text, first: $first) { kind } }"
    (error,) = api.ask(query, **{"text": "x", **given})["errors"]
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", field)


def test_nothing_is_found_for_a_text_that_nothing_has(api: Api) -> None:
    assert search(api, "no such thing # at all") == []


def test_pages_say_how_long_their_list_is_where_that_is_asked_for(api: Api) -> None:
    query = """{ queue(queueName: "gpu") { jobs(first: 1) { totalCount nodes { jobId } } }
      catBatch(batchId: "7") { images(first: 1) { totalCount } done: images(status: SUCCESS) { totalCount }
        late: images(since: "2026-11-16T12:30:00Z") { totalCount } silent: images { nodes { id } } } }"""
    found = api.ask(query)["data"]
    assert found["queue"]["jobs"] == {"totalCount": 2, "nodes": [{"jobId": "j2"}]}
    counts = [found["catBatch"][each]["totalCount"] for each in ("images", "done", "late")]
    assert counts == [3, 2, 2]


def test_a_count_in_a_fragment_under_another_name_is_counted_too(api: Api) -> None:
    query = """query { queue(queueName: "gpu") { jobs(first: 1) { ...page } } }
      fragment page on QueueJobConnection { howMany: totalCount pageInfo { hasNextPage } }"""
    assert api.ask(query)["data"]["queue"]["jobs"] == {"howMany": 2, "pageInfo": {"hasNextPage": True}}


def test_a_caller_counts_what_it_may_see(api: Api) -> None:
    query = '{ catBatch(batchId: "7") { images { totalCount nodes { id } } } }'
    for client, expected in (("c", 3), ("another", 0)):
        images = replace(api, identity=person(client, "viewers")).ask(query)["data"]["catBatch"]["images"]
        assert (images["totalCount"], len(images["nodes"])) == (expected, expected)
