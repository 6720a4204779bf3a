"""Answers stay within what AppSync takes: pages end early, single objects say that they are too large."""

from typing import Any

import pytest

from resolvers.runtime import response
from tests.resolvers.conftest import Api, event


def test_a_page_that_grows_too_large_ends_early_and_can_be_gone_on_with(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(response, "MAX_BYTES", 250)
    seen: list[str] = []
    after = None
    for _ in range(10):
        query = "query ($at: String) { images(after: $at) { nodes { imageId } pageInfo { hasNextPage endCursor } } }"
        page = api.ask(query, at=after)["data"]["images"]
        assert page["nodes"]
        seen += [node["imageId"] for node in page["nodes"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    assert sorted(seen) == ["img", "old", "other"]


def test_a_single_object_that_is_too_large_says_what_to_leave_out(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response, "MAX_BYTES", 100)
    answer = api.ask('{ image(imageId: "img") { receipts { words { letters { text } } } } }')
    (error,) = answer["errors"]
    assert error["errorType"] == "TooLarge"
    assert "Select fewer fields" in error["message"]


def test_one_parent_that_is_too_large_does_not_silence_the_others(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response, "MAX_BYTES", 100)
    selection = "{ imageId receipts { words { letters { text } } } }"
    events: list[Any] = [event("Receipt.image", selection, {"imageId": each}) for each in ("img", "other")]
    large, small = api.handle(events)
    assert large["errorType"] == "TooLarge"
    assert small["data"]["imageId"] == "other"
