"""Tags stand on the word and as items of their own, both or neither, also where the first writers put them."""

from typing import Any

import pytest

from entities.attributes import Record
from entities.receipts.images import Word
from entities.receipts.labels import WordTag
from entities.receipts.receipt import ReceiptWord
from tests.commands.conftest import Changing
from tests.commands.receipts import (
    NOW,
    TEXT,
    call,
    image_with_words,
    partition,
    put_record,
    record_of,
    side_by_side,
    without,
)

WORD = "{ wordId tags }"
KINDS = [("tagWord", "untagWord", "WORD_TAG"), ("tagReceiptWord", "untagReceiptWord", "RECEIPT_WORD_TAG")]


@pytest.fixture
def ids(api: Changing) -> dict[str, Any]:
    return image_with_words(api)


def of(mutation: str, ids: dict[str, Any]) -> dict[str, Any]:
    return ids if "Receipt" in mutation else without(ids, "receiptId")


def tags_in(api: Changing, ids: dict[str, Any], kind: str) -> list[str]:
    """The tags of an image that are items."""
    return [record["tag_name"] for record in partition(api, f"IMAGE#{ids['imageId']}") if record["TYPE"] == kind]


@pytest.mark.parametrize(("tag", "untag", "kind"), KINDS)
def test_a_tag_comes_and_goes_on_the_word_and_as_an_item(
    api: Changing, ids: dict[str, Any], tag: str, untag: str, kind: str
) -> None:
    assert api.do(tag, WORD, **of(tag, ids), tag="food") == {"wordId": 1, "tags": ["FOOD"]}
    assert api.do(tag, WORD, **of(tag, ids), tag="Dairy")["tags"] == ["DAIRY", "FOOD"]
    assert tags_in(api, ids, kind) == ["DAIRY", "FOOD"]
    assert api.do(untag, WORD, **of(tag, ids), tag="FOOD")["tags"] == ["DAIRY"]
    assert api.do(untag, WORD, **of(tag, ids), tag="DAIRY")["tags"] == []
    assert tags_in(api, ids, kind) == []
    word = Word(image_id=ids["imageId"], line_id=1, word_id=1, **TEXT)
    stored = record_of(api, word)
    assert stored
    assert "tags" not in stored


@pytest.mark.parametrize(("tag", "untag", "kind"), KINDS)
def test_tagging_and_untagging_again_change_nothing(
    api: Changing, ids: dict[str, Any], tag: str, untag: str, kind: str
) -> None:
    for mutation, left in ((tag, ["FOOD"]), (untag, [])):
        for _ in range(2):
            assert api.do(mutation, WORD, **of(tag, ids), tag="FOOD")["tags"] == left
        assert api.calls[0][1].session.meter.write_units == 0
        assert tags_in(api, ids, kind) == left


def test_what_is_said_of_a_tag_later_is_added_to_it(api: Changing, ids: dict[str, Any]) -> None:
    api.do("tagReceiptWord", WORD, **ids, tag="FOOD", flag="ok")
    api.do("tagReceiptWord", WORD, **ids, tag="FOOD", humanValidated=True)
    query = '{ receiptWordTags(tag: "food", first: 100) { nodes { imageId flag humanValidated } } }'
    nodes = api.get(query)["receiptWordTags"]["nodes"]
    assert {"imageId": ids["imageId"], "flag": "ok", "humanValidated": True} in nodes


@pytest.mark.parametrize(("tag", "untag", "kind"), KINDS)
@pytest.mark.parametrize(
    ("changed", "error_type", "field"),
    [
        ({"tag": "A#B"}, "BadInput", "input.tag"),
        ({"tag": ""}, "BadInput", "input.tag"),
        ({"wordId": 9}, "NotFound", "input.wordId"),
        ({"imageId": "nobody"}, "NotFound", "input.wordId"),
    ],
)
def test_a_tag_that_cannot_be_is_refused(
    api: Changing,
    ids: dict[str, Any],
    tag: str,
    untag: str,
    kind: str,
    changed: dict[str, Any],
    error_type: str,
    field: str,
) -> None:
    for mutation in (tag, untag):
        error = api.refusal(mutation, WORD, **{**of(tag, ids), "tag": "FOOD", **changed})
        assert (error["errorType"], error["errorInfo"]["field"]) == (error_type, field)
    assert tags_in(api, ids, kind) == []


def early_tag(ids: dict[str, Any]) -> Record:
    """A tag as the first writers stored it: in lower case, filled up in the keys."""
    tag = WordTag(image_id=ids["imageId"], line_id=1, word_id=1, tag="FOOD", timestamp_added=NOW)
    filled = "food".rjust(40, "_")
    sort = f"LINE#00001#WORD#00001#TAG#{filled}"
    return tag.to_record() | {"SK": sort, "GSI1PK": f"TAG#{filled}", "GSI2SK": sort, "tag_name": "food", "theirs": 1}


def test_the_tags_of_the_first_writers_are_the_same_tags(api: Changing, ids: dict[str, Any]) -> None:
    word = Word(image_id=ids["imageId"], line_id=1, word_id=1, **TEXT)
    put_record(api, {**word.to_record(), "tags": {"food", "milk"}, "theirs": 1})
    put_record(api, early_tag(ids))
    image_word = without(ids, "receiptId")
    assert api.do("tagWord", WORD, **image_word, tag="FOOD", flag="ok")["tags"] == ["FOOD", "milk"]
    kept = [record for record in partition(api, f"IMAGE#{ids['imageId']}") if record["TYPE"] == "WORD_TAG"]
    assert [(record["flag"], record["theirs"]) for record in kept] == [("ok", 1)]
    assert api.do("untagWord", WORD, **image_word, tag="FOOD")["tags"] == ["milk"]
    assert tags_in(api, ids, "WORD_TAG") == []
    stored = record_of(api, word)
    assert stored
    assert stored["theirs"] == 1


def test_many_who_tag_one_word_at_once_all_get_their_tag(api: Changing, ids: dict[str, Any]) -> None:
    answers = side_by_side(8, lambda n: call("tagReceiptWord", **ids, tag=f"T{n}"))
    assert [answer.get("errorMessage") for answer in answers] == [None] * 8
    word = ReceiptWord.key_for(image_id=ids["imageId"], receipt_id=1, line_id=1, word_id=1)
    records = partition(api, f"IMAGE#{ids['imageId']}")
    tagged = next(record for record in records if record["SK"] == word["SK"])
    assert tagged["tags"] == {f"T{n}" for n in range(8)} == set(tags_in(api, ids, "RECEIPT_WORD_TAG"))


ASKED = "{ query response timestampAdded lineId tag }"


@pytest.mark.parametrize("mutation", ["recordGptValidation", "recordGptInitialTagging"])
def test_what_gpt_said_is_kept_per_receipt_or_per_tag(api: Changing, ids: dict[str, Any], mutation: str) -> None:
    receipt = without(ids, "lineId", "wordId")
    said = api.do(mutation, ASKED, **receipt, query="q", response="a")
    assert (said["lineId"], said["tag"]) == (None, None)
    assert api.do(mutation, ASKED, **receipt, query="q", response="a") == said
    assert api.do(mutation, ASKED, **receipt, query="q", response="b")["response"] == "b"
    assert api.do(mutation, ASKED, **ids, tag="food", query="q", response="c")["tag"] == "FOOD"
    error = api.refusal(mutation, ASKED, **ids, query="q", response="c")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", "input.tag")
    error = api.refusal(mutation, ASKED, **{**receipt, "receiptId": 2}, query="q", response="a")
    assert (error["errorType"], error["errorInfo"]["field"]) == ("NotFound", "input.receiptId")
