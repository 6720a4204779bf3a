"""Pictures have addresses: behind the CDN, signed, or at home; only what is selected is made, and no call is added."""

from collections.abc import Iterator
from typing import Any

import pytest

from entities.receipts.images import Image
from entities.receipts.receipt import Receipt
from local.data.engines import Engine
from services import pictures
from services.pictures import NO_BUCKET, NOT_STORED
from tests.commands.conftest import Changing
from tests.formats.api import asking
from tests.loaders.sample import NOW, corners

STORED: dict[str, Any] = {
    "width": 100,
    "height": 200,
    "timestamp_added": NOW,
    "s3_bucket": "raw-bucket",
    "s3_key": "raw/a b.png",
    "cdn_s3_bucket": "site",
    "cdn_s3_key": "assets/a b.jpg",
    "cdn_webp_s3_key": "assets/a.webp",
    "cdn_thumbnail_s3_key": "assets/a_thumbnail.jpg",
}
BARE: dict[str, Any] = {
    "width": 1,
    "height": 2,
    "timestamp_added": NOW,
    "s3_bucket": "raw-bucket",
    "s3_key": "raw/b.png",
}
ITEMS = (
    Image(image_id="pic", **STORED),
    Receipt(image_id="pic", receipt_id=3, **STORED, **corners(1)),
    Image(image_id="bare", **BARE),
)
ALL = """picture { url webpUrl avifUrl reason width height thumbnail { url webpUrl reason } small { url reason }
  medium { url } }"""


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with asking(embedded, [(item.table, item.to_record()) for item in ITEMS]) as made:
        yield made


@pytest.fixture(autouse=True)
def _no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PICTURES_URL", "PICTURES_BUCKETS", "PICTURES_HOME"):
        monkeypatch.delenv(name, raising=False)


def picture(api: Changing, image_id: str = "pic", selection: str = ALL) -> dict[str, Any]:
    found: dict[str, Any] = api.get(f'{{ image(imageId: "{image_id}") {{ {selection} }} }}')["image"]["picture"]
    return found


def test_behind_a_cdn_an_address_is_the_cdn_and_the_key(api: Changing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICTURES_URL", "https://cdn.example/")
    assert picture(api) == {
        "url": "https://cdn.example/assets/a%20b.jpg",
        "webpUrl": "https://cdn.example/assets/a.webp",
        "avifUrl": None,
        "reason": None,
        "width": 100,
        "height": 200,
        "thumbnail": {"url": "https://cdn.example/assets/a_thumbnail.jpg", "webpUrl": None, "reason": None},
        "small": {"url": None, "reason": NOT_STORED},
        "medium": {"url": None},
    }


def test_in_a_named_bucket_an_address_is_signed_for_fifteen_minutes(
    api: Changing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PICTURES_BUCKETS", "other, site")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "k")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "s")
    pictures._bucket.cache_clear()
    found = picture(api, selection="picture { url thumbnail { url } }")
    assert "/assets/a%20b.jpg?" in found["url"]
    assert "X-Amz-Expires=900" in found["url"]
    assert "site" in found["url"]
    assert "X-Amz-Signature=" in found["thumbnail"]["url"]


def test_without_a_version_behind_the_cdn_the_original_is_signed(
    api: Changing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PICTURES_URL", "https://cdn.example")
    assert picture(api, "bare", "picture { url reason }") == {"url": None, "reason": NO_BUCKET}
    monkeypatch.setenv("PICTURES_BUCKETS", "raw-bucket")
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "k")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "s")
    assert "/raw/b.png?" in picture(api, "bare", "picture { url }")["url"]


def test_where_nothing_is_named_the_reason_says_so_and_there_is_no_error(api: Changing) -> None:
    assert picture(api, selection="picture { url reason width thumbnail { url reason } }") == {
        "url": None,
        "reason": NO_BUCKET,
        "width": 100,
        "thumbnail": {"url": None, "reason": NO_BUCKET},
    }


def test_at_home_it_is_the_plain_picture_of_the_server(api: Changing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PICTURES_HOME", "http://127.0.0.1:8000")
    assert picture(api, selection="picture { url }") == {"url": "http://127.0.0.1:8000/pictures/pic?plain=1"}
    receipt = api.get('{ receipt(imageId: "pic", receiptId: 3) { picture { url thumbnail { url } } } }')["receipt"]
    assert receipt["picture"]["url"] == "http://127.0.0.1:8000/pictures/pic/3?plain=1"


def test_only_what_is_selected_is_signed_and_no_lambda_call_is_added(
    api: Changing, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed: list[str | None] = []

    def address(_: Any, *places: Any) -> str:
        signed.extend(place.key for place in places[:1])
        return "https://signed"

    monkeypatch.setattr("services.pictures.PictureAddresses.address", address)
    api.get("{ images(first: 3) { nodes { imageId picture { url width height thumbnail { url } } } } }")
    assert len(api.calls) == 1
    assert sorted(str(each) for each in signed) == ["None", "None", "assets/a b.jpg", "assets/a_thumbnail.jpg"]
    signed.clear()
    api.get("{ images(first: 3) { nodes { imageId } } }")
    api.get("{ images(first: 3) { nodes { picture { width } } } }")
    assert signed == []


@pytest.mark.parametrize(
    "text",
    [
        "{ images { nodes { p: picture { u: url } } } }",
        "query { images { nodes { ...it } } } fragment it on Image { seen: picture { u: url } }",
        "{ images { edges { node { picture { ... on PictureLinks { u: url } } } } } }",
    ],
)
def test_an_alias_or_a_fragment_hides_no_address(api: Changing, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("PICTURES_URL", "https://cdn.example")
    assert "https://cdn.example/assets/a%20b.jpg" in str(api.get(text))


def test_the_flat_fields_still_answer_and_say_what_to_use(api: Changing) -> None:
    image = api.get('{ image(imageId: "pic") { cdnS3Bucket cdnS3Key cdnThumbnailS3Key } }')["image"]
    assert image == {"cdnS3Bucket": "site", "cdnS3Key": "assets/a b.jpg", "cdnThumbnailS3Key": "assets/a_thumbnail.jpg"}
    fields = [*api.schema.type_map["Image"].fields.values(), *api.schema.type_map["Receipt"].fields.values()]  # type: ignore[attr-defined]
    assert sum(1 for each in fields if each.deprecation_reason) == 26
