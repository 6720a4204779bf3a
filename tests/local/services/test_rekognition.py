"""The recogniser of pictures at home: it tells drawn cats from dogs by their pixels, and speaks as Rekognition does."""

import base64
import json
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageOps

from local.data.sample.drawings import Kind, drawing, encoded
from local.data.sample.pictures import write_pictures
from local.services.recognition.behaviour import Behaviour
from local.services.rekognition import labels
from local.services.rekognition.api import TARGET, Recogniser
from tests.thoroughness import many

DRAWINGS = many(6, 100)
"""Of each kind."""


def _recogniser(content: bytes | None = None, **behaviour: Any) -> Recogniser:
    return Recogniser(lambda *_: content, Behaviour(**behaviour))


def _detect(content: bytes, **more: Any) -> tuple[int, dict[str, Any]]:
    body = {"Image": {"S3Object": {"Bucket": "cats", "Name": "uploads/dog.png"}}, **more}
    return _recogniser(content).answer(TARGET, json.dumps(body).encode())


def _is_cat(content: bytes) -> bool:
    status, answer = _detect(content, MaxLabels=10, MinConfidence=75)
    assert status == 200
    return "Cat" in [each["Name"] for each in answer["Labels"]]


def test_random_drawings_of_cats_and_dogs_are_told_apart() -> None:
    kinds: tuple[Kind, ...] = ("cat", "dog")
    right = [_is_cat(encoded(drawing(kind, 5_000 + n))) is (kind == "cat") for n in range(DRAWINGS) for kind in kinds]
    assert sum(right) >= 0.95 * len(right), f"{sum(right)} of {len(right)}"


@pytest.mark.parametrize("kind", ["cat", "dog"])
@pytest.mark.parametrize("number", range(many(3, 25)))
def test_a_picture_keeps_its_verdict_when_it_is_scaled_mirrored_or_saved_in_the_other_format(
    kind: Kind, number: int
) -> None:
    picture = drawing(kind, 9_000 + number)
    verdict = _is_cat(encoded(picture))
    smaller = max(80 / min(picture.size), 0.5)
    for scale in (smaller, 1.4, 2.3):
        assert _is_cat(encoded(ImageOps.scale(picture, scale))) is verdict, f"scaled by {scale}"
    assert _is_cat(encoded(ImageOps.mirror(picture))) is verdict, "mirrored"
    assert _is_cat(encoded(picture, "JPEG")) is verdict, "as JPEG"
    assert _is_cat(encoded(picture, "JPEG", quality=45)) is verdict, "as a small JPEG"


def test_labels_are_as_many_and_as_sure_as_was_asked_for() -> None:
    content = encoded(drawing("cat", 1))
    _, answer = _detect(content)
    assert [each["Name"] for each in answer["Labels"]] == ["Cat", "Pet", "Mammal", "Animal"]
    assert answer["Labels"][0]["Parents"] == [{"Name": "Animal"}, {"Name": "Mammal"}, {"Name": "Pet"}]
    assert answer["LabelModelVersion"] == "3.0"
    assert len(_detect(content, MaxLabels=2)[1]["Labels"]) == 2
    surest = answer["Labels"][0]["Confidence"]
    assert [each["Confidence"] for each in _detect(content, MinConfidence=surest)[1]["Labels"]] == [surest]


def test_a_picture_of_nothing_shows_neither() -> None:
    _, answer = _detect(encoded(Image.new("RGB", (300, 200), "teal")))
    assert {each["Name"] for each in answer["Labels"]} == {"Art", "Graphics"}


def test_a_known_file_gets_the_labels_that_were_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    content = encoded(drawing("dog", 3))
    digest = sha256(content).hexdigest()
    monkeypatch.setattr(labels, "fixtures", lambda: {digest: [{"Name": "Kitten", "Confidence": 99.0}]})
    assert _detect(content)[1]["Labels"] == [{"Name": "Kitten", "Confidence": 99.0}]


def test_pictures_can_be_sent_instead_of_stored() -> None:
    body = {"Image": {"Bytes": base64.b64encode(encoded(drawing("cat", 2))).decode()}}
    assert _recogniser().answer(TARGET, json.dumps(body).encode())[1]["Labels"][0]["Name"] == "Cat"
    body = {"Image": {"Bytes": base64.b64encode(bytes(5 * 1024 * 1024 + 1)).decode()}}
    assert _recogniser().answer(TARGET, json.dumps(body).encode())[1]["__type"] == "ValidationException"


def _png(width: int, height: int) -> bytes:
    out = BytesIO()
    Image.new("1", (width, height)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", "InvalidImageFormatException"),
        (b"GIF89a" + bytes(100), "InvalidImageFormatException"),
        (encoded(drawing("cat", 4))[:900], "InvalidImageFormatException"),
        (encoded(drawing("cat", 4), "JPEG")[:900], "InvalidImageFormatException"),
        (_png(79, 300), "InvalidParameterException"),
        (_png(10_001, 80), "ImageTooLargeException"),
        (_png(9_000, 9_000), "ImageTooLargeException"),
        (bytes(15 * 1024 * 1024 + 1), "ImageTooLargeException"),
    ],
    ids=["empty", "a GIF", "half a PNG", "half a JPEG", "tiny", "too wide", "too many pixels", "too many bytes"],
)
def test_what_cannot_be_looked_at_is_refused_as_rekognition_does(content: bytes, kind: str) -> None:
    status, answer = _detect(content)
    assert (status, answer["__type"]) == (400, kind)
    assert answer["Message"]


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"{}", b'{"Image": {}}', b'{"Image": {"S3Object": {"Bucket": 1}}}', b'{"Image": {"Bytes": "%"}}',
     b'{"Image": {"Bytes": "", "S3Object": {}}}', b"[" * 100_000],
)  # fmt: skip
def test_a_request_that_makes_no_sense_is_refused(body: bytes) -> None:
    status, answer = _recogniser(b"").answer(TARGET, body)
    assert status == 400
    assert answer["__type"] in {"SerializationException", "InvalidParameterException", "InvalidImageFormatException"}


def test_an_object_that_is_not_there_is_refused() -> None:
    body = json.dumps({"Image": {"S3Object": {"Bucket": "b", "Name": "k"}}}).encode()
    assert _recogniser(None).answer(TARGET, body)[1]["__type"] == "InvalidS3ObjectException"
    assert _recogniser(None).answer("RekognitionService.DetectFaces", body)[0] == 400


@pytest.mark.parametrize(
    ("fault", "status", "kind"),
    [
        ("throttle", 400, "ThrottlingException"),
        ("limit", 400, "ProvisionedThroughputExceededException"),
        ("fail", 500, "InternalServerError"),
    ],
)
def test_it_can_be_told_to_throttle_and_to_fail(fault: str, status: int, kind: str) -> None:
    recogniser = _recogniser(encoded(drawing("cat", 1)), fault=fault)
    answer = recogniser.answer(TARGET, json.dumps({"Image": {"S3Object": {"Bucket": "b", "Name": "k"}}}).encode())
    assert (answer[0], answer[1]["__type"]) == (status, kind)
    assert recogniser.calls == 0


def test_a_fault_may_happen_some_times_only() -> None:
    recogniser = _recogniser(encoded(drawing("cat", 1)), fault="throttle", times=2)
    body = json.dumps({"Image": {"S3Object": {"Bucket": "b", "Name": "k"}}}).encode()
    assert [recogniser.answer(TARGET, body)[0] for _ in range(3)] == [400, 400, 200]


def test_the_pictures_of_the_sample_are_what_their_names_say(tmp_path: Path) -> None:
    written = write_pictures(tmp_path)
    assert len(written) == 20
    assert [_is_cat(each.read_bytes()) for each in written] == [each.name.startswith("cat") for each in written]
