"""Pictures: every word where OCR saw it, what it means in colour, and nothing that a browser could take for code."""

import re
from datetime import UTC, datetime
from html import unescape
from typing import Any
from urllib.parse import parse_qs
from xml.etree import ElementTree

import pytest

from entities.item import Item
from entities.receipts.base import BoundingBox, Picture, Point
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptWordLabel, ValidationStatus
from entities.receipts.receipt import EmbeddingStatus, Receipt, ReceiptWord
from entities.tables import RECEIPTS
from loaders.dynamo.store import Store
from loaders.receipts import IMAGES
from loaders.request import Request
from local.data.sample import names
from local.data.sample.names import sample_id
from local.http.gallery import gallery
from local.http.picture_pages import STORED_FOLDERS
from local.http.pictures import COLOURS, picture, picture_at, stored_picture

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


@pytest.mark.parametrize("receipt_id", [None, 1])
def test_a_plain_picture_has_the_stored_size_and_no_marks(sampled: Store, receipt_id: int | None) -> None:
    item = stored(sampled, receipt_id)
    plain = picture(sampled, names.IMAGE_ID, receipt_id, is_plain=True)
    assert plain is not None
    svg = ElementTree.fromstring(plain)
    assert (svg.get("width"), svg.get("height")) == (str(item.width), str(item.height))
    assert svg.get("viewBox") == f"0 0 {item.width} {item.height}"
    assert texts(svg) == texts(drawn(sampled, names.IMAGE_ID, receipt_id))
    assert [each for each in svg.iter(f"{SVG}polygon") if each.get("stroke")] == []
    assert [each for each in svg.iter(f"{SVG}text") if not each.get("textLength")] == []


@pytest.mark.parametrize("receipt_id", [None, 1])
def test_the_plain_picture_lies_under_every_stored_key(sampled: Store, receipt_id: int | None) -> None:
    item = stored(sampled, receipt_id)
    plain = picture(sampled, names.IMAGE_ID, receipt_id, is_plain=True)
    keys = [item.s3_key, item.cdn_s3_key, item.cdn_thumbnail_s3_key, item.cdn_small_s3_key, item.cdn_medium_s3_key]
    assert {key.partition("/")[0] for key in keys if key} == set(STORED_FOLDERS)
    assert [stored_picture(sampled, key or "") == plain for key in keys] == [True] * len(keys)


@pytest.mark.parametrize(
    "key",
    [
        *("", "assets/", "assets/x.jpg", f"assets/{names.IMAGE_ID}", f"other/{names.IMAGE_ID}.jpg"),
        *(f"assets/{names.IMAGE_ID}_huge.jpg", f"assets/{names.IMAGE_ID}_RECEIPT_00009.jpg"),
        *(f"assets/{names.IMAGE_ID}_RECEIPT_00000.jpg", f"assets/{'-' * 36}.jpg"),
    ],
)
def test_a_key_that_is_not_stored_has_no_picture(sampled: Store, key: str) -> None:
    assert stored_picture(sampled, key) is None


def test_pictures_are_found_by_image_and_receipt(sampled: Store) -> None:
    assert picture_at(sampled, names.IMAGE_ID) == picture(sampled, names.IMAGE_ID)
    assert picture_at(sampled, f"{names.IMAGE_ID}/1") == picture(sampled, names.IMAGE_ID, 1)
    for unknown in ("", "/1", *(f"{names.IMAGE_ID}/{each}" for each in ("x", "1/2", "²", "9" * 5000)), "a#b"):
        assert picture_at(sampled, unknown) is None


def test_the_page_of_pictures_shows_every_image_once_over_its_pages(
    sampled: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("local.http.gallery.PAGE_SIZE", 5)
    page, seen = gallery(sampled), list[str]()
    while True:
        seen += re.findall(r'<img src="/pictures/([^"?]+)\?plain=1"', page)
        more = re.search(r'href="/pictures\?([^"]+)">Next', page)
        if more is None:
            break
        assert len(seen) % 5 == 0
        page = gallery(sampled, parse_qs(unescape(more[1]))["after"][0])
    assert sorted(seen) == sorted(image.image_id for image in all_images(sampled))
    assert "First page" in page


def test_the_page_of_pictures_says_the_merchants_and_sizes(sampled: Store) -> None:
    page, image = unescape(gallery(sampled)), stored(sampled, None)
    assert "Juniper Market" in page
    assert f"{image.width} \u00d7 {image.height}" in page
    assert f'href="/pictures/{names.TWO_RECEIPTS_IMAGE_ID}/2"' in page


def test_the_page_of_pictures_says_that_there_are_none(empty: Store) -> None:
    assert "There are no pictures." in gallery(empty)


def all_images(store: Store) -> list[Image]:
    return [item for item in IMAGES.all(Request(store.session()), {}) if isinstance(item, Image)]


def stored(store: Store, receipt_id: int | None) -> Picture:
    ids: dict[str, object] = {"image_id": names.IMAGE_ID} | ({"receipt_id": receipt_id} if receipt_id else {})
    (item,) = Request(store.session()).by_ids(Receipt if receipt_id else Image, [ids])
    assert isinstance(item, Picture)
    return item


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
