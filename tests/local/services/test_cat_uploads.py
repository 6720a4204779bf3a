"""Pictures that are uploaded on this machine become verdicts, live, as they do in AWS."""

import asyncio
import json
import time
from collections.abc import Iterator
from hashlib import sha256
from io import BytesIO
from typing import Any

import httpx
import pytest
from PIL import Image

from local.data.sample.drawings import drawing, encoded
from local.services.ministack import is_installed
from tests.serving import serving
from tests.thoroughness import IS_QUICK
from tests.uploading import Uploader
from tests.watching import watching

CREATE = """mutation Cats($input: CreateCatBatchInput!) { createCatBatch(input: $input) { batchId
  uploads { fingerprint url method headers { name value } expiresAt known { isCat } } } }"""
EVENTS = """subscription { onCatImage(batchId: "%s") { batchId fingerprint status isCat error
  labels { name confidence } } }"""
BATCH = """query ($batch: ID!) { catBatch(batchId: $batch) { summary { pending success fail cats }
  images(first: 20) { nodes { fingerprint status isCat error attempt labels { name } logs } } } }"""
SECONDS = 60.0

pytestmark = pytest.mark.skipif(IS_QUICK or not is_installed(), reason="needs `make .venv-ministack/.ready`")


@pytest.fixture(scope="module")
def uploader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Uploader]:
    with serving(tmp_path_factory.mktemp("cats"), SAMPLE="0", SWEEP_AFTER_SECONDS="4") as server:
        yield Uploader(server, client_id="acme")


def _create(uploader: Uploader, *pictures: bytes, kind: str = "image/png", **more: Any) -> Any:
    files = [
        {
            "fileName": f"{number}.png",
            "sha256": sha256(each).hexdigest(),
            "byteLength": len(each),
            "contentType": kind,
        }
        for number, each in enumerate(pictures)
    ]
    return uploader.ask(CREATE, input={"files": files, **more})["createCatBatch"]


def _put(upload: Any, picture: bytes) -> int:
    headers = {each["name"]: each["value"] for each in upload["headers"] if each["name"] != "content-length"}
    return httpx.request(upload["method"], upload["url"], content=picture, headers=headers, timeout=60).status_code


def _settled(uploader: Uploader, batch_id: str) -> Any:
    end = time.monotonic() + 10 * SECONDS
    while (found := uploader.ask(BATCH, batch=batch_id)["catBatch"])["summary"]["pending"]:
        assert time.monotonic() < end, found
        time.sleep(0.5)
    return found


def test_twenty_pictures_become_verdicts_and_each_is_announced(uploader: Uploader) -> None:
    kinds = ["cat" if n % 2 else "dog" for n in range(20)]
    pictures = [encoded(drawing(kind, 300 + n)) for n, kind in enumerate(kinds)]  # type: ignore[arg-type]

    async def story() -> tuple[str, dict[str, Any], float]:
        made = await asyncio.to_thread(_create, uploader, *pictures)
        async with watching(uploader.server, EVENTS % made["batchId"], uploader.token) as events:
            began = time.monotonic()
            for upload, picture in zip(made["uploads"], pictures, strict=True):
                assert await asyncio.to_thread(_put, upload, picture) == 200
            seen: dict[str, Any] = {}
            while len(seen) < len(pictures):
                image = await events.next(5 * SECONDS)
                if image["status"] == "SUCCESS":
                    seen[image["fingerprint"]] = image
            return made["batchId"], seen, time.monotonic() - began

    batch_id, seen, seconds = asyncio.run(story())
    print(f"20 pictures in {seconds:.1f} s")  # noqa: T201  what is promised is a minute, on a machine of its own
    for kind, picture in zip(kinds, pictures, strict=True):
        image = seen[sha256(picture).hexdigest()]
        assert (image["batchId"], image["isCat"], image["error"]) == (batch_id, kind == "cat", None)
        assert image["labels"][0]["name"] == kind.capitalize()
    assert _settled(uploader, batch_id)["summary"] == {"pending": 0, "success": 20, "fail": 0, "cats": 10}
    again = _create(uploader, *pictures)
    assert [each["known"]["isCat"] for each in again["uploads"]] == [kind == "cat" for kind in kinds]
    assert {each["url"] for each in again["uploads"]} == {None}


def test_what_cannot_be_recognised_fails_with_its_reason_and_a_log(uploader: Uploader) -> None:
    tiny = BytesIO()
    Image.new("RGB", (40, 40)).save(tiny, "PNG")
    broken, mislabelled = encoded(drawing("cat", 7))[:800], encoded(drawing("cat", 8), "JPEG")
    pictures = (tiny.getvalue(), broken, mislabelled)
    made = _create(uploader, *pictures, debug=True)
    assert [_put(upload, each) for upload, each in zip(made["uploads"], pictures, strict=True)] == [200, 200, 200]
    images = {each["fingerprint"]: each for each in _settled(uploader, made["batchId"])["images"]["nodes"]}
    errors = [images[sha256(each).hexdigest()]["error"] for each in pictures]
    assert errors == [
        "The picture has 40 x 40 pixels. Each side needs at least 80.",
        "Rekognition cannot read the picture: it is damaged, or its format is another.",
        "The file is a JPEG, not image/png as it was announced.",
    ]
    for image in images.values():
        assert json.loads(image["logs"])[-1].endswith(f"The result is FAIL: {image['error']}")


def test_other_clients_see_nothing_of_it(uploader: Uploader) -> None:
    picture = encoded(drawing("cat", 9))
    made = _create(uploader, picture, debug=True)
    other = Uploader(uploader.server, "bea", client_id="bolt")
    found = other.ask(BATCH, batch=made["batchId"])["catBatch"]
    assert found["images"]["nodes"] == []
    assert set(found["summary"].values()) == {0}
    assert _create(other, picture)["uploads"][0]["known"] is None
    assert _put(made["uploads"][0], picture) == 200
    (image,) = _settled(uploader, made["batchId"])["images"]["nodes"]
    assert (image["status"], image["isCat"]) == ("SUCCESS", True)
    assert _create(other, picture)["uploads"][0]["known"] is None, "only after the bytes were seen"
