"""New batches of pictures: each file gets an address to upload it to, unless its result is known already."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, Field

from commands.authors import client
from commands.availability import available
from commands.cats.cat_images import KEPT_FOR
from commands.cats.picture_checks import MAX_BYTES, PICTURES
from commands.cats.places import UPLOADS, place
from commands.cats.verdicts import known_verdict, verdict_in
from commands.changes import put_new, transact
from commands.documents.uploads import FileName, UploadHeader
from commands.input_types import Sha256
from commands.inputs import Input
from entities.cats import CatImage, CatLabel, CatStatus
from entities.fields import Part, Timestamp
from loaders.cats import is_taken
from loaders.errors import BadInput, Unavailable
from loaders.request import Request
from services.clients import services
from services.s3 import UPLOAD_SECONDS

MAX_FILES = 20
_RANDOM = 1_000
_MINTINGS = 5


def _demand_picture(text: str) -> str:
    if text not in PICTURES:
        raise ValueError(f"must be {' or '.join(PICTURES)}")
    return text


class CatFileInput(Input):
    """A picture that is going to be uploaded."""

    file_name: FileName
    """The name of the file at the client, for people; it plays no part in the result."""
    sha256: Sha256
    """The SHA-256 of the file, as 64 lowercase hexadecimal digits. The storage takes no other file."""
    byte_length: Annotated[int, Field(ge=1, le=MAX_BYTES)]
    """The size of the file in bytes, at most 15 MB (15,728,640)."""
    content_type: Annotated[str, AfterValidator(_demand_picture)]
    """The media type of the file: `image/jpeg` or `image/png`."""


class CreateCatBatchInput(Input):
    """Pictures to check for cats."""

    about: ClassVar[str] = "CatImage"

    files: Annotated[tuple[CatFileInput, ...], Field(min_length=1, max_length=MAX_FILES)]
    """The pictures, 1 to 20, each file once."""
    debug: bool = False
    """Whether to keep log lines while the pictures are processed. Their owner and operators can read them."""
    force: bool = False
    """Whether to recognise every picture, even if the result of the same file is known already."""
    client_id: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    """The client that owns the pictures; defaults to the caller's own. Only operators and IAM may give another;
    programs with IAM have none of their own and must give one.
    """


class CatVerdict(Part):
    """Whether a picture shows a cat, as it was recognised earlier."""

    is_cat: bool
    """Whether it shows a cat."""
    labels: tuple[CatLabel, ...] = ()
    """What Amazon Rekognition found, the surest first."""


class CatUpload(Part):
    """Where to upload one picture, or its result if that is known already."""

    fingerprint: str
    """The SHA-256 of the file, which names the picture within its batch."""
    file_name: str
    """The name of the file at the client."""
    url: str | None = None
    """The address to send the file to; null if the result is known. Anyone who has the address can upload this file to
    it once, and no other.
    """
    method: str | None = None
    """The HTTP method to send it with, `PUT`; null if the result is known."""
    headers: tuple[UploadHeader, ...] = ()
    """The headers that the request must have; none if the result is known. Browsers set `content-length` themselves."""
    expires_at: Timestamp | None = None
    """Until when the address can be used, 15 minutes from now; null if the result is known."""
    known: CatVerdict | None = None
    """The result of the same file from an earlier batch of the same client; null if there is none. The picture need not
    be uploaded then.
    """


class CatBatchUploads(Part):
    """A new batch, and where to upload its pictures."""

    batch_id: int
    """The number of the batch, for `catBatch` and `onCatImage`."""
    uploads: tuple[CatUpload, ...]
    """One for each file, in the order in which they were given."""


def create_cat_batch(request: Request, input: CreateCatBatchInput) -> CatBatchUploads:
    """Store a new batch, whole or not at all. Each call makes another batch."""
    owner = client(request, input.client_id)
    if owner is None:
        raise BadInput("`client_id` is required.", field="client_id")
    _check_distinct(input.files)
    with available("Uploading pictures"):
        bucket = services().cats.bucket
    known = _known(request, input, owner)
    for _ in range(_MINTINGS):
        batch_id = mint(request.now)
        if is_taken(request, batch_id):
            continue
        images = [_image(request, input, owner, batch_id, each, known.get(each.sha256), bucket) for each in input.files]
        transact(request, lambda images=images: ([put_new(each) for each in images], images))  # type: ignore[misc]
        uploads = tuple(_upload(each, known.get(each.fingerprint)) for each in images)
        return CatBatchUploads(batch_id=batch_id, uploads=uploads)
    raise Unavailable("No free number was found for the batch. Try again.")


def mint(now: datetime) -> int:
    """A number for a batch: below 2^53, later ones larger, and hardly ever the same twice."""
    return int(now.timestamp() * 1000) * _RANDOM + secrets.randbelow(_RANDOM)


def _check_distinct(files: Sequence[CatFileInput]) -> None:
    first: dict[str, int] = {}
    for number, file in enumerate(files):
        if file.sha256 in first:
            raise BadInput(
                f"`files.{number}.sha256` is that of `files.{first[file.sha256]}` too: give each file once.",
                field=f"files.{number}.sha256",
            )
        first[file.sha256] = number


def _known(request: Request, input: CreateCatBatchInput, owner: str) -> dict[str, CatImage]:
    """The results that this client has already, by fingerprint; one query each, side by side."""
    if input.force:
        return {}
    wanted = [each.sha256 for each in input.files]
    calls = [lambda each=each: known_verdict(request, each, owner) for each in wanted]
    found = request.session.together(*calls)
    return {each: image for each, image in zip(wanted, found, strict=True) if image is not None}


def _image(
    request: Request,
    input: CreateCatBatchInput,
    owner: str,
    batch_id: int,
    file: CatFileInput,
    known: CatImage | None,
    bucket: str,
) -> CatImage:
    now = request.now.replace(microsecond=0)
    values: dict[str, Any] = {
        "batch_id": batch_id,
        "fingerprint": file.sha256,
        "client_id": owner,
        "file_name": file.file_name,
        "content_type": file.content_type,
        "byte_length": file.byte_length,
        "uploaded_at": now,
        "uploaded_on": now,
        "expires_at": now + KEPT_FOR,
        "is_managed": True,
        "is_debug": input.debug,
        "is_forced": input.force,
    }
    if known is not None:
        verdict = verdict_in(known)
        return CatImage(
            **values,
            s3_key=known.s3_key,
            status=CatStatus.SUCCESS,
            is_cat=verdict.is_cat,
            rekognition_response=verdict.response,
            recognised_at=known.recognised_at or now,
        )
    return CatImage(
        **values,
        s3_key=f"{bucket}/{place(UPLOADS, batch_id, file.sha256)}",
        waiting_since=now,
        upload_until=now + timedelta(seconds=UPLOAD_SECONDS),
    )


def _upload(image: CatImage, known: CatImage | None) -> CatUpload:
    file_name = image.file_name or ""
    if known is not None:
        verdict = verdict_in(known)
        found = CatVerdict(is_cat=verdict.is_cat, labels=verdict.labels)
        return CatUpload(fingerprint=image.fingerprint, file_name=file_name, known=found)
    with available("Uploading pictures"):
        put = services().cats.presigned_put(
            place(UPLOADS, image.batch_id, image.fingerprint),
            content_type=image.content_type or "",
            byte_length=image.byte_length or 0,
            sha256=image.fingerprint,
        )
    return CatUpload(
        fingerprint=image.fingerprint,
        file_name=file_name,
        url=put.url,
        method=put.method,
        headers=tuple(UploadHeader(name=name, value=value) for name, value in put.headers.items()),
        expires_at=put.expires_at,
    )
