"""Images come in whole: whatever breaks an import off, nobody sees half an image, and a repeat completes it."""

import time
from typing import Any
from uuid import uuid4

import pytest

from entities.attributes import Record
from entities.receipts.images import Image
from loaders.errors import Unavailable
from tests.commands.conftest import Changing
from tests.commands.receipts import call, partition, put_record, side_by_side, through, without
from tests.thoroughness import IS_THOROUGH, many

IMPORT = "{ imageId isComplete written skipped }"
CRASHES = [(number, number > 2) for number in range(6)]
CRASHES += [(number, number <= 2) for number, _ in CRASHES if IS_THOROUGH]
WRITES = {"put_item", "update_item", "delete_item", "batch_write_item", "transact_write_items"}

POINT = {"x": 0.25, "y": 0.5}
CORNERS = dict.fromkeys(("topLeft", "topRight", "bottomLeft", "bottomRight"), POINT)
TEXT: dict[str, Any] = {
    **CORNERS,
    "text": "A",
    "boundingBox": {"x": 0.1, "y": 0.2, "width": 0.3, "height": 0.4},
    "angleDegrees": 1.5,
    "angleRadians": 0.02618,
    "confidence": 0.93,
}
PICTURE = {"width": 3024, "height": 4032, "s3Bucket": "raw", "s3Key": "raw/1.png", "sha256": "ab"}


def lines(count: int, words: int = 2, letters: int = 2) -> list[dict[str, Any]]:
    """Lines of so many words of so many letters."""
    return [
        {
            **TEXT,
            "lineId": line,
            "words": [
                {
                    **TEXT,
                    "wordId": word,
                    "letters": [{**TEXT, "letterId": letter} for letter in range(1, letters + 1)],
                }
                for word in range(1, words + 1)
            ],
        }
        for line in range(1, count + 1)
    ]


def image(count: int = 2, receipts: int = 2) -> dict[str, Any]:
    """An image of so many lines, and receipts of as many each."""
    made = [{**PICTURE, **CORNERS, "receiptId": each, "lines": lines(count)} for each in range(1, receipts + 1)]
    return {**PICTURE, "imageId": str(uuid4()), "imageType": "PHOTO", "lines": lines(count), "receipts": made}


def items_in(given: dict[str, Any]) -> int:
    """How many items an image stands for."""
    below = sum(items_in(each) for name in ("lines", "words", "letters", "receipts") for each in given.get(name, ()))
    return 1 + below


def stored(api: Changing, given: dict[str, Any]) -> list[Record]:
    return partition(api, f"IMAGE#{given['imageId']}")


TREE = """query ($id: ID!) { image(imageId: $id) { imageId imageType width receiptCount s3Bucket sha256
  lines { lineId text words { wordId letters { letterId text confidence angleDegrees } } }
  receipts { receiptId topRight { x y } lines { lineId boundingBox { x y width height } words { wordId
    embeddingStatus letters { letterId } } } } } }"""


def test_an_image_comes_in_with_everything_below_it(api: Changing) -> None:
    given = image()
    made = api.do("importImage", "{ imageId isComplete written skipped image { receiptCount } }", **given)
    assert made["image"] == {"receiptCount": 2}
    assert (made["isComplete"], made["written"], made["skipped"]) == (True, items_in(given), 0)
    found = api.get(TREE, id=given["imageId"])["image"]
    assert (found["imageType"], found["receiptCount"], found["width"]) == ("PHOTO", 2, 3024)
    assert [line["lineId"] for line in found["lines"]] == [1, 2]
    assert found["lines"][1]["words"][1]["letters"][1] == {
        "letterId": 2,
        "text": "A",
        "confidence": 0.93,
        "angleDegrees": 1.5,
    }
    assert [receipt["receiptId"] for receipt in found["receipts"]] == [1, 2]
    assert found["receipts"][1]["lines"][0]["words"][0]["embeddingStatus"] == "NONE"
    listed = api.get("{ images(imageType: PHOTO, receiptCount: 2, first: 100) { nodes { imageId } } }")
    assert {"imageId": given["imageId"]} in listed["images"]["nodes"]


def test_the_same_again_changes_nothing(api: Changing) -> None:
    given = image()
    api.do("importImage", IMPORT, **given)
    before = stored(api, given)
    again = api.do("importImage", IMPORT, **given)
    assert (again["written"], again["skipped"]) == (0, items_in(given))
    assert api.calls[0][1].session.meter.write_units == 0
    assert stored(api, given) == before


def test_what_happened_to_the_words_meanwhile_is_no_conflict(api: Changing) -> None:
    given = image()
    api.do("importImage", IMPORT, **given)
    for record in stored(api, given):
        if record["TYPE"] in {"RECEIPT_WORD", "RECEIPT_LINE"}:
            put_record(api, {**record, "embedding_status": "SUCCESS", "is_noise": True})
    assert api.do("importImage", IMPORT, **given)["written"] == 0


def test_an_image_in_parts_is_not_seen_before_the_last_of_them(api: Changing) -> None:
    given = image(count=4)
    first = {**given, "lines": given["lines"][:2], "receipts": [], "isComplete": False}
    second = {**given, "lines": given["lines"][2:], "receipts": given["receipts"], "isComplete": False}
    bare = [without(receipt, "lines") for receipt in given["receipts"]]
    last = {**given, "lines": [], "receipts": bare}
    listing = "{ receipts(first: 100) { nodes { image { imageId } } } }"
    for part in (first, second):
        made = api.do("importImage", "{ isComplete image { imageId } }", **part)
        assert made == {"isComplete": False, "image": None}
        assert api.get(TREE, id=given["imageId"])["image"] is None
        assert all(node["image"] is not None for node in api.get(listing)["receipts"]["nodes"])
    assert api.do("importImage", IMPORT, **last)["written"] == 3
    assert len(stored(api, given)) == items_in(given)
    assert api.get(TREE, id=given["imageId"])["image"]["receiptCount"] == 2


def test_a_receipt_that_is_cut_out_later_is_added_and_counted(api: Changing) -> None:
    given = image(receipts=2)
    api.do("importImage", IMPORT, **{**given, "receipts": given["receipts"][:1]})
    added = api.do("importImage", "{ written image { receiptCount } }", **given)
    assert added == {"written": items_in(given["receipts"][1]), "image": {"receiptCount": 2}}


@pytest.mark.parametrize("where", ["image", "line", "word", "letter", "receipt", "receipt letter"])
def test_other_content_under_the_same_numbers_is_a_conflict_that_shows_the_item(api: Changing, where: str) -> None:
    given = image()
    api.do("importImage", IMPORT, **given)
    before = stored(api, given)
    target: dict[str, Any] = {
        "image": given,
        "line": given["lines"][1],
        "word": given["lines"][1]["words"][0],
        "letter": given["lines"][1]["words"][0]["letters"][1],
        "receipt": given["receipts"][1],
        "receipt letter": given["receipts"][0]["lines"][0]["words"][0]["letters"][0],
    }[where]
    target.update({"s3Key": "another"} if "s3Key" in target else {"text": "B"})
    error = api.refusal("importImage", IMPORT, **given)
    assert error["errorType"] == "Conflict"
    assert error["errorInfo"]["current"]["__typename"] == where.title().replace(" ", "")
    assert stored(api, given) == before


def test_an_image_that_is_complete_takes_no_more_lines(api: Changing) -> None:
    given = image()
    api.do("importImage", IMPORT, **given)
    before = stored(api, given)
    for longer in ({"lines": lines(3)}, {"receipts": [{**given["receipts"][0], "lines": lines(3)}]}):
        error = api.refusal("importImage", IMPORT, **{**given, **longer})
        assert (error["errorType"], "complete" in error["message"]) == ("Conflict", True)
        assert stored(api, given) == before


def _line(**changed: Any) -> dict[str, Any]:
    return {"lines": [{**TEXT, "lineId": 1, **changed}]}


def _letter(**changed: Any) -> dict[str, Any]:
    word = {**TEXT, "wordId": 1, "letters": [{**TEXT, "letterId": 1}, {**TEXT, "letterId": 2, **changed}]}
    return _line(words=[word])


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        (_line(confidence=2), "input.lines.0.confidence"),
        (_line(confidence=-0.1), "input.lines.0.confidence"),
        (_line(angleDegrees=-1.5), "input.lines.0.angleDegrees"),
        (_line(angleDegrees=360), "input.lines.0.angleDegrees"),
        (_line(angleRadians=-0.1), "input.lines.0.angleRadians"),
        (_line(lineId=0), "input.lines.0.lineId"),
        (_line(lineId=100_000), "input.lines.0.lineId"),
        (_line(text=""), "input.lines.0.text"),
        (_line(topLeft={"x": 7, "y": 0}), "input.lines.0.topLeft.x"),
        (_line(boundingBox={"x": 0, "y": 0, "width": -1, "height": 1}), "input.lines.0.boundingBox.width"),
        (_letter(confidence=1.01), "input.lines.0.words.0.letters.1.confidence"),
        (_letter(letterId=1), "input.lines.0.words.0.letters.1"),
        ({"lines": [{**TEXT, "lineId": 1}, {**TEXT, "lineId": 1}]}, "input.lines.1"),
        ({"receipts": [{**PICTURE, **CORNERS, "receiptId": 0}]}, "input.receipts.0.receiptId"),
        ({"receipts": [{**PICTURE, **CORNERS, "receiptId": 1}] * 2}, "input.receipts.1"),
        ({"width": 0}, "input.width"),
        ({"s3Key": ""}, "input.s3Key"),
        ({"imageId": "a#b"}, "input.imageId"),
        ({"imageId": ""}, "input.imageId"),
    ],
)
def test_what_no_image_can_have_is_refused_by_its_place(api: Changing, changed: dict[str, Any], field: str) -> None:
    given = {**PICTURE, "imageId": str(uuid4()), **changed}
    error = api.refusal("importImage", IMPORT, **given)
    assert (error["errorType"], error["errorInfo"].get("field")) == ("BadInput", field), error
    assert not given["imageId"] or not stored(api, given)


def test_the_refusal_of_a_negative_angle_says_what_to_write_instead(api: Changing) -> None:
    error = api.refusal("importImage", IMPORT, **{**image(), **_line(angleDegrees=-1.5)})
    assert "add 360" in error["message"]


class Breaking:
    """A client that breaks down for good when so many writes are done, with or without doing one more."""

    def __init__(self, inner: Any, writes: int, *, loses_answer: bool) -> None:
        self._inner, self._left, self._loses_answer = inner, writes, loses_answer

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._inner, name)
        if name not in WRITES:
            return call

        def sent(**arguments: Any) -> Any:
            if self._left > 0:
                self._left -= 1
                return call(**arguments)
            if self._left == 0 and self._loses_answer:
                call(**arguments)
            self._left = -1
            raise Unavailable

        return sent


@pytest.mark.no_cover
@pytest.mark.parametrize(("writes", "loses_answer"), CRASHES)
def test_a_crash_between_any_two_writes_is_mended_by_a_repeat(
    api: Changing, writes: int, *, loses_answer: bool
) -> None:
    given = image(count=13, receipts=2)  # 39 lines, 78 words, 156 letters: three transactions, and the last
    with through(api, Breaking(api.store._client, writes, loses_answer=loses_answer)):
        answer = call("importImage", **given)
    is_done = writes > 3
    assert bool(answer.get("errorType")) is not is_done
    records = stored(api, given)
    is_seen = any(record["TYPE"] in {"IMAGE", "RECEIPT"} for record in records)
    assert not is_seen or len(records) == items_in(given), "half an image was seen"
    again = api.do("importImage", IMPORT, **given)
    assert again["skipped"] == len(records)
    assert len(stored(api, given)) == items_in(given)
    assert api.get(TREE, id=given["imageId"])["image"]["receiptCount"] == 2


def test_many_who_import_the_same_image_at_once_import_it_once(api: Changing) -> None:
    given = image(count=6)
    answers = side_by_side(6, lambda _: call("importImage", **given))
    assert [answer.get("errorMessage") for answer in answers] == [None] * 6
    assert len(stored(api, given)) == items_in(given)


@pytest.mark.no_cover
def test_hundreds_or_thousands_of_items_take_seconds_and_a_few_units_each(api: Changing) -> None:
    given: dict[str, Any] = {**image(count=0, receipts=1), "lines": lines(many(10, 40), 5, 6)}
    given["receipts"][0]["lines"] = lines(many(10, 40), 5, 6)
    total = items_in(given)
    assert total > many(700, 2_800)
    began, written, read_units, write_units = time.process_time(), 0, 0.0, 0.0
    while True:  # on a busy machine it may take more than one call
        made = call("importImage", **given)["data"]
        meter = api.calls[-1][1].session.meter
        written, read_units, write_units = written + made["written"], meter.read_units, write_units + meter.write_units
        if made["isComplete"]:
            break
    took = time.process_time() - began
    measured = f"{total} items, {took:.2f} s of work, {read_units} read, {write_units} write units"
    assert (written, len(stored(api, given))) == (total, total)
    assert took < 15, measured
    assert read_units < 300, measured
    assert write_units < 4 * total, measured


def test_where_the_time_is_too_short_an_import_stops_and_goes_on_when_asked_again(
    api: Changing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("commands.bulk.SIDE_BY_SIDE", 1)
    monkeypatch.setattr("commands.bulk.ENOUGH_SECONDS", 1_000)
    given = image(count=13)  # three transactions, and the last
    asked = [api.do("importImage", "{ isComplete written image { imageId } }", **given) for _ in range(3)]
    assert [each["written"] for each in asked] == [100, 100, items_in(given) - 200]
    assert [each["isComplete"] for each in asked] == [False, False, True]
    assert [each["image"] is None for each in asked] == [True, True, False]


def test_an_image_has_the_keys_that_its_class_gives_it(api: Changing) -> None:
    given = image(count=0, receipts=0)
    api.do("importImage", IMPORT, **given)
    (record,) = stored(api, given)
    assert Image.from_record(record).to_record() == record
