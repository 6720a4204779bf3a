"""Cat images of the sample: three batches, with what Rekognition saw. One belongs to the client of the API key."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from entities.cats import CatImage, CatStatus
from entities.item import Item
from local.data.sample.names import CAT_BATCH_ID, CAT_CLIENT_ID
from local.data.sample.receipts import share_of

EARLIER_BATCH_ID = CAT_BATCH_ID - 6 * 86_400 - 1_731
LATEST_BATCH_ID = CAT_BATCH_ID + 2 * 86_400 + 5_412

_BUCKET = "sample-cats"
_KEPT = timedelta(days=3650)
_CATS = ("Cat", "Kitten", "Pet", "Mammal", "Animal")
_OTHERS = (
    ("Dog", "Puppy", "Pet", "Canine", "Animal"),
    ("Sofa", "Furniture", "Cushion", "Living Room"),
    ("Plant", "Flower", "Vase", "Jar"),
    ("Person", "Face", "Smile", "Portrait"),
    ("Rabbit", "Rodent", "Pet", "Animal"),
)
_PARENTS = {"Cat": ["Animal", "Mammal", "Pet"], "Kitten": ["Animal", "Cat", "Mammal", "Pet"], "Dog": ["Animal", "Pet"]}
_FILES = ("tabby", "window", "IMG_2041", "garden", "sofa", "nap", "IMG_2077", "balcony", "box", "kitchen")


def cats() -> Iterator[Item]:
    """All batches: one that is done, one that is nearly, and one that was only just sent."""
    for number in range(12):
        yield _image(EARLIER_BATCH_ID, number, CatStatus.SUCCESS, is_cat=number % 3 != 1, client="stablecaps117")
    for number in range(16):
        yield _image(CAT_BATCH_ID, number, CatStatus.SUCCESS, is_cat=number % 8 not in {2, 5, 6})
    for number in range(16, 19):
        yield _image(CAT_BATCH_ID, number, CatStatus.FAIL, is_cat=None)
    for number in range(19, 24):
        yield _image(CAT_BATCH_ID, number, CatStatus.PENDING, is_cat=None)
    for number in range(6):
        yield _image(LATEST_BATCH_ID, number, CatStatus.PENDING, is_cat=None, client="stablecaps117")


def _image(batch_id: int, number: int, status: CatStatus, *, is_cat: bool | None, client: str = CAT_CLIENT_ID) -> Item:
    fingerprint = sha256(f"cat {batch_id} {number}".encode()).hexdigest()
    uploaded = datetime.fromtimestamp(batch_id + 2 + 3 * number, UTC)
    bucket = f"{_BUCKET}-{'fail' if status is CatStatus.FAIL else 'dest' if is_cat is not None else 'source'}"
    is_debug = number == 0 or status is CatStatus.FAIL
    known: dict[str, Any] = {}
    if is_cat is not None:
        answer = _answer(batch_id, number, is_cat=is_cat)
        known = {"rekognition_response": answer, "is_cat": is_cat, "recognised_at": uploaded + timedelta(seconds=4)}
    if is_debug and status is not CatStatus.PENDING:
        known |= {"logs": _logs(fingerprint, status), "logged_at": uploaded + timedelta(seconds=5)}
    return CatImage(
        batch_id=batch_id,
        fingerprint=fingerprint,
        client_id=client,
        s3_key=f"{bucket}/{fingerprint}/{client}/batch-{batch_id}/{uploaded:%Y-%m-%d-%H}/{int(uploaded.timestamp())}.png",
        file_name=f"{_FILES[number % len(_FILES)]}-{number:02d}.{'png' if is_debug else 'jpg'}",
        status=status,
        uploaded_on=uploaded.replace(minute=0, second=0),
        uploaded_at=uploaded,
        expires_at=uploaded + _KEPT,
        **known,
    )


def _answer(batch_id: int, number: int, *, is_cat: bool) -> str:
    """What Rekognition's DetectLabels says of a picture."""
    names = _CATS if is_cat else _OTHERS[number % len(_OTHERS)]
    first = 88 + 11.5 * share_of("rekognition", batch_id, number)
    labels = [
        {
            "Name": name,
            "Confidence": round(max(75.0, first - 2.6 * place), 4),
            "Instances": [{"BoundingBox": _box(batch_id, number), "Confidence": round(first, 4)}] if not place else [],
            "Parents": [{"Name": parent} for parent in _PARENTS.get(name, [])],
        }
        for place, name in enumerate(names)
    ]
    metadata = {"HTTPStatusCode": 200, "RetryAttempts": 0}
    answer = {"Labels": labels, "LabelModelVersion": "3.0", "ResponseMetadata": metadata}
    return json.dumps(answer, indent=4)


def _box(batch_id: int, number: int) -> dict[str, float]:
    left, top = share_of("left", batch_id, number) / 3, share_of("top", batch_id, number) / 3
    return {"Width": round(0.9 - left, 4), "Height": round(0.85 - top, 4), "Left": round(left, 4), "Top": round(top, 4)}


def _logs(fingerprint: str, status: CatStatus) -> str:
    lines = [
        f"INFO Got image {fingerprint[:12]}…",
        "DEBUG Bytes are a PNG of 1200x900",
        "INFO Rekognition answered"
        if status is CatStatus.SUCCESS
        else "ERROR Rekognition: InvalidImageFormatException",
        f"INFO op_status is {status.value}",
    ]
    return json.dumps(lines)
