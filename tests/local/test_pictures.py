"""Pictures: every word where OCR saw it, what it means in colour, and nothing that a browser could take for code."""

from datetime import UTC, datetime
from typing import Any
from xml.etree import ElementTree

import pytest

from entities.item import Item
from entities.receipts.base import BoundingBox, Point
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptWordLabel, ValidationStatus
from entities.receipts.receipt import EmbeddingStatus, Receipt, ReceiptWord
from entities.tables import RECEIPTS
from loaders.dynamo.store import Store
from loaders.request import Request
from local.data.sample import names
from local.data.sample.names import sample_id
from local.http.pictures import COLOURS, picture, picture_at

SVG = "{http://www.w3.org/2000/svg}"
NOW = datetime(2026, 5, 4, tzinfo=UTC)


def drawn(store: Store, image_id: str, receipt_id: int | None = None) -> ElementTree.Element:
    svg = picture(store, image_id, receipt_id)
    assert svg is not None
    return ElementTree.fromstring(svg)


def texts(svg: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in svg.iter(f"{SVG}text") if each.get("textLength")]


def test_a_receipt_shows_its_words_in_reading_order(sampled: Store) -> None:
    found = texts(drawn(sampled, names.IMAGE_ID, 1))
    assert found[:2] == ["JUNIPER", "MARKET"]
    assert found.index("SUBTOTAL") < found.index("TOTAL") < found.index("$100.44")


def test_words_stand_in_their_boxes(sampled: Store) -> None:
    svg = drawn(sampled, names.IMAGE_ID, 1)
    _, _, width, height = map(float, (svg.get("viewBox") or "").split())
    for word in (each for each in svg.iter(f"{SVG}text") if each.get("textLength")):
        x, y = (float(each) for each in word.get("transform", "")[len("translate(") :].split(")")[0].split())
        assert x >= 0
        assert x + float(word.get("textLength", "")) <= width + 1
        assert 0 < y < height


def test_an_image_shows_all_of_its_receipts_on_their_papers(sampled: Store) -> None:
    svg = drawn(sampled, names.TWO_RECEIPTS_IMAGE_ID)
    assert {"LANTERN", "HARBOR"} <= set(texts(svg))
    assert len([each for each in svg.iter(f"{SVG}polygon") if each.get("class") == "sheet"]) == 2


def test_an_image_without_receipts_is_drawn_too(sampled: Store) -> None:
    assert "SATURDAY" in texts(drawn(sampled, sample_id("image", "fridge")))


def test_labels_are_boxes_in_the_colour_of_their_status_and_a_legend_says_which(sampled: Store) -> None:
    svg = drawn(sampled, names.IMAGE_ID, 1)
    boxes = [each for each in svg.iter(f"{SVG}polygon") if each.get("stroke")]
    assert {each.get("stroke") for each in boxes} == set(COLOURS.values())
    said = [title.text or "" for title in svg.iter(f"{SVG}title")]
    assert any(each.startswith("GRAND_TOTAL: VALID") for each in said)
    assert any(each.startswith("GRAND_TOTAL: INVALID") for each in said)
    legend = [each.text or "" for each in svg.iter(f"{SVG}text") if not each.get("textLength")]
    assert {each.split(" ", 1)[1] for each in legend if each[0].isdigit()} == {
        *("valid", "pending", "needs review", "invalid", "not checked"),
    }


@pytest.mark.parametrize(
    ("image_id", "receipt_id"), [("nobody", None), (names.IMAGE_ID, 9), (names.IMAGE_ID, 0), (names.IMAGE_ID, 10**9)]
)
def test_what_is_not_there_has_no_picture(sampled: Store, image_id: str, receipt_id: int | None) -> None:
    assert picture(sampled, image_id, receipt_id) is None


def test_pictures_are_found_under_the_keys_that_items_store(sampled: Store) -> None:
    (image,) = Request(sampled.session()).by_ids(Image, [{"image_id": names.IMAGE_ID}])
    assert isinstance(image, Image)
    key = (image.cdn_s3_key or "").removeprefix("pictures/")
    assert picture_at(sampled, key) == picture(sampled, names.IMAGE_ID)
    assert picture_at(sampled, f"{key}/1") == picture(sampled, names.IMAGE_ID, 1)
    for unknown in ("", "/1", f"{key}/x", f"{key}/1/2", f"{key}/²", "a#b", f"{key}/{'9' * 5000}"):
        assert picture_at(sampled, unknown) is None


def test_texts_and_labels_cannot_smuggle_anything_in(sampled: Store) -> None:
    image_id = sample_id("image", "hostile")
    evil = '</text><script>alert("&")</script>'
    written = hostile(image_id, evil)
    sampled.session().batch_write(RECEIPTS, [item.to_record() for item in written])
    try:
        for receipt_id in (None, 1):
            svg = drawn(sampled, image_id, receipt_id)
            assert texts(svg) == [evil]
            assert [each for each in svg.iter() if "script" in each.tag] == []
            assert any(evil in (title.text or "") for title in svg.iter(f"{SVG}title"))
    finally:
        sampled.session().batch_write(RECEIPTS, [], [item.primary_key() for item in written])


def hostile(image_id: str, text: str) -> list[Item]:
    """An image of the first writers, without words of its own, by somebody with bad intentions."""
    ids: dict[str, Any] = {"image_id": image_id, "receipt_id": 1}
    word = ids | {"line_id": 1, "word_id": 1}
    stored: dict[str, Any] = {"s3_bucket": "b", "s3_key": "k", "timestamp_added": NOW, "width": 100, "height": 100}
    places = {"top_left": (0.1, 0.3), "top_right": (0.9, 0.3), "bottom_left": (0.1, 0.2), "bottom_right": (0.9, 0.2)}
    corners: dict[str, Any] = {name: Point(x=x, y=y) for name, (x, y) in places.items()}
    return [
        Image(image_id=image_id, receipt_count=1, **stored),
        Receipt(**ids, **stored, **corners),
        ReceiptWord(
            **word,
            text=text,
            bounding_box=BoundingBox(x=0.1, y=0.2, width=0.8, height=0.1),
            **corners,
            angle_degrees=0,
            angle_radians=0,
            confidence=1,
            embedding_status=EmbeddingStatus.NONE,
        ),
        ReceiptWordLabel(
            **word,
            label="EVIL",
            reasoning=text,
            timestamp_added=NOW,
            validation_status=ValidationStatus.PENDING,
        ),
    ]
