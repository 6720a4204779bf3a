"""Images to be checked for cats, and the results."""

import json
from datetime import datetime, timedelta
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, BeforeValidator, Field

from commands.authors import client
from commands.changes import change, create, expect
from commands.input_types import CountedTime, Sha256, ShortText
from commands.inputs import Input
from commands.transitions.cats import CAT_IMAGE
from entities.cats import CatImage, CatStatus
from loaders.cats import batch_number
from loaders.errors import BadInput, Outdated
from loaders.request import Request

KEPT_FOR = timedelta(days=14)
MAX_JSON_TEXT = 100_000


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
Second = Annotated[CountedTime, AfterValidator(_whole)]
"""A moment in whole seconds, as it is stored."""


class RegisterCatImageInput(Input):
    """An image that was uploaded."""

    about: ClassVar[str] = "CatImage"

    batch_id: Batch
    """The number of the batch that the image belongs to."""
    fingerprint: Sha256
    client_id: ShortText | None = None
    """The client that owns the image; defaults to the caller's own. Only operators and IAM may give another; programs
    with IAM have none of their own and must give one.
    """
    s3_key: ShortText
    """Where the image file is in S3, usually with the bucket in front."""
    file_name: ShortText | None = None
    """The name of the file at the client."""
    uploaded_at: Second | None = None
    """When the image was uploaded, to the second; defaults to now."""


class RecordCatResultInput(Input):
    """The result of processing an image."""

    about: ClassVar[str] = "CatImage"

    batch_id: Batch
    """The number of the batch that the image belongs to."""
    fingerprint: Sha256
    status: CatStatus
    """SUCCESS if the image was processed, FAIL if it could not be."""
    expected_status: CatStatus | None = None
    """If given, the call fails with `Conflict` unless this is the current status of the image."""
    is_cat: bool | None = None
    """Whether the image shows a cat. Needed with SUCCESS, not allowed with FAIL."""
    rekognition_response: JsonString | None = None
    """The whole answer of Amazon Rekognition, as JSON text of at most 100,000 characters."""
    s3_key: ShortText | None = None
    """Where the image file is in S3 now; unchanged if left out."""
    logs: JsonString | None = None
    """Log lines for debugging, as JSON text of at most 100,000 characters."""
    recognised_at: Second | None = None
    """When Rekognition answered, to the second; defaults to now with SUCCESS."""


def register_cat_image(request: Request, input: RegisterCatImageInput) -> CatImage:
    """Store a new image as PENDING. A repeat changes nothing; the same image from another client is a conflict."""
    at = input.uploaded_at or _whole(request.now)
    owner = client(request, input.client_id)
    if owner is None:
        raise BadInput("`client_id` is required.", field="client_id")
    values = input.only("uploaded_at") | {"client_id": owner}
    values |= {"is_vouched": True} if request.caller.is_staff else {}
    image = CatImage(**values, uploaded_at=at, uploaded_on=at, expires_at=max(at, _whole(request.now)) + KEPT_FOR)
    told = {"file_name", *input.given("client_id", "uploaded_at")}
    return create(request, image, ignoring=CatImage.field_names - told)


def record_cat_result(request: Request, input: RecordCatResultInput) -> CatImage:
    """Store the result of an image, once. Only SUCCESS says whether there is a cat in it."""
    if input.status is CatStatus.PENDING:
        raise BadInput("`status` must be a result, SUCCESS or FAIL, not PENDING.", field="status")
    if (input.is_cat is not None) is not (input.status is CatStatus.SUCCESS):
        raise BadInput("`is_cat` is required for SUCCESS and not allowed otherwise.", field="is_cat")
    given = input.only("batch_id", "fingerprint", "status", "expected_status")
    now = _whole(request.now)
    stamps: dict[str, Any] = {"recognised_at": now} if input.status is CatStatus.SUCCESS else {}
    stamps |= {"logged_at": now} if input.logs else {}
    stamps |= {"is_vouched": request.caller.is_staff or None} if input.s3_key else {}

    def edit(image: CatImage) -> CatImage:
        if image.is_managed:
            raise Outdated("This CatImage has an upload of its own: its result comes from its file alone.", image)
        if image.status is not input.status:
            expect(image, {"status": input.expected_status})
        return CAT_IMAGE.step(image, input.status, given=given, stamps=stamps)

    ids = input.given("batch_id", "fingerprint")
    return change(request, CatImage, edit, field="fingerprint", **ids)
