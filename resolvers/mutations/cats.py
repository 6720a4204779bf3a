"""Images that wait to be looked at for cats, and what came of it."""

import json
from datetime import datetime, timedelta
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BeforeValidator, Field

from entities.cats import CatImage, CatStatus
from entities.fields import Timestamp
from loaders.errors import BadInput
from loaders.reading import Reading
from loaders.writing import change, create, expect
from resolvers.cats import batch_number
from resolvers.errors import BadRequest
from resolvers.inputs import Input
from resolvers.mutations.nova_inputs import Sha256, Text
from resolvers.mutations.steps import step

KEPT_FOR = timedelta(days=14)
MAX_JSON_TEXT = 100_000

CAT_LEADS_TO = {CatStatus.PENDING: {CatStatus.SUCCESS, CatStatus.FAIL}}


def _read_batch(value: object) -> int:
    try:
        return batch_number(str(value))
    except BadInput as error:
        raise ValueError("must be a number") from error


def _demand_json(text: str) -> str:
    try:
        json.loads(text)
    except ValueError:
        raise ValueError("must be JSON") from None
    return text


def _whole(moment: datetime) -> datetime:
    return moment.replace(microsecond=0)


Batch = Annotated[int, BeforeValidator(_read_batch)]
JsonString = Annotated[str, Field(max_length=MAX_JSON_TEXT), AfterValidator(_demand_json)]
Second = Annotated[Timestamp, AfterValidator(_whole)]
"""A moment, to the second: finer ones are not stored."""


class RegisterCatImageInput(Input):
    """An image that was uploaded."""

    about: ClassVar[str] = "CatImage"

    batch_id: Batch
    fingerprint: Sha256
    client_id: Text
    s3_key: Text
    file_name: Text | None = None
    uploaded_at: Second | None = None


class RecordCatResultInput(Input):
    """What came of an image."""

    about: ClassVar[str] = "CatImage"

    batch_id: Batch
    fingerprint: Sha256
    status: CatStatus
    expected_status: CatStatus | None = None
    is_cat: bool | None = None
    rekognition_response: JsonString | None = None
    s3_key: Text | None = None
    logs: JsonString | None = None
    recognised_at: Second | None = None


def register_cat_image(reading: Reading, input: RegisterCatImageInput) -> CatImage:
    """A new image that waits. A repeat changes nothing; the same image of another client is a conflict."""
    at = input.uploaded_at or _whole(reading.now)
    image = CatImage(**input.only("uploaded_at"), uploaded_at=at, uploaded_on=at, expires_at=at + KEPT_FOR)
    told = {"client_id", "file_name"} | ({"uploaded_at"} if input.uploaded_at else set())
    return create(reading, image, ignoring=CatImage.field_names - told)


def record_cat_result(reading: Reading, input: RecordCatResultInput) -> CatImage:
    """An image is looked at once; whether there is a cat on it is known where that succeeded."""
    if input.status is CatStatus.PENDING:
        raise BadRequest("input.status must be what came of the image, not PENDING.", field="input.status")
    if (input.is_cat is not None) is not (input.status is CatStatus.SUCCESS):
        raise BadRequest("SUCCESS, and nothing else, needs isCat.", field="input.isCat")
    given = input.only("batch_id", "fingerprint", "status", "expected_status")
    now = _whole(reading.now)
    stamps: dict[str, Any] = {"recognised_at": now} if input.status is CatStatus.SUCCESS else {}
    stamps |= {"logged_at": now} if input.logs else {}

    def edit(image: CatImage) -> CatImage:
        if image.status is not input.status:
            expect(image, {"status": input.expected_status})
        return step(image, input.status, CAT_LEADS_TO, given=given, stamps=stamps)

    ids = input.given("batch_id", "fingerprint")
    return change(reading, CatImage, edit, field="input.fingerprint", **ids)
