"""New documents: a job, and an address where its file can be uploaded once."""

import re
import unicodedata
from datetime import datetime, timedelta
from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field

from commands.authors import client
from commands.availability import available
from commands.changes import create
from commands.documents.file_kinds import KINDS, MB
from commands.documents.own_ids import new_job_id
from commands.documents.places import INPUT
from commands.documents.usage import check_bytes
from commands.input_types import Sha256, ShortText
from commands.inputs import Input
from entities.documents import DocumentStatus, TextractJob
from entities.fields import ClosedEnum, Part, Timestamp
from loaders.errors import BadInput
from loaders.request import Request
from services.clients import services
from services.s3 import PresignedPut

MAX_FILE_NAME = 200


class DocumentFeature(ClosedEnum):
    """What Textract looks for besides text: TABLES, FORMS, SIGNATURES or LAYOUT. Each of them costs extra."""

    TABLES = "TABLES"
    FORMS = "FORMS"
    SIGNATURES = "SIGNATURES"
    LAYOUT = "LAYOUT"


USUAL_FEATURES = (DocumentFeature.TABLES, DocumentFeature.FORMS)


def _plain_name(name: str) -> str:
    """The last part of a path, without control characters."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1].strip()
    kept = "".join(each for each in last if unicodedata.category(each)[0] != "C")
    if not kept.strip(". "):
        raise ValueError("must be the name of a file, such as invoice.pdf")
    return kept


FileName = Annotated[str, Field(min_length=1, max_length=MAX_FILE_NAME), AfterValidator(_plain_name)]


class CreateDocumentInput(Input):
    """A file that is going to be uploaded and recognised."""

    about: ClassVar[str] = "TextractJob"

    file_name: FileName
    """The name of the file, such as `invoice.pdf`. Folders before it are left out."""
    byte_length: Annotated[int, Field(ge=1)]
    """The size of the file in bytes: at most 500 MB for PDF and TIFF, 10 MB for JPEG and PNG."""
    content_type: ShortText
    """The media type of the file: `application/pdf`, `image/tiff`, `image/jpeg` or `image/png`."""
    sha256: Sha256
    """The SHA-256 of the file, as 64 lowercase hexadecimal digits. S3 refuses any other file."""
    features: tuple[DocumentFeature, ...] | None = None
    """What to look for besides text; TABLES and FORMS if left out. With an empty list only text is read, which is far
    cheaper.
    """
    client_id: ShortText | None = None
    """The client that owns the document; defaults to the caller's own. Only operators and IAM may give another; what a
    program with IAM creates without one belongs to none, and all people who are signed in see it.
    """


class UploadHeader(Part):
    """A header that the upload must be sent with."""

    name: str
    """The name of the header, in lower case."""
    value: str
    """The value of the header, to be sent exactly as it is."""


class DocumentUpload(Part):
    """How to upload the file: one request, with all of these headers. It works once."""

    url: str
    """The address to send the file to."""
    method: str
    """The method of the request: `PUT`."""
    headers: tuple[UploadHeader, ...]
    """The headers of the request. A browser sets `content-length` itself."""
    expires_at: Timestamp
    """Until when the address works: 15 minutes."""


class CreatedDocument(Part):
    """A new document, and how to upload its file."""

    document: TextractJob
    """The document, which is UPLOADING until its file has arrived."""
    upload: DocumentUpload
    """How to upload the file."""


def create_document(request: Request, input: CreateDocumentInput) -> CreatedDocument:
    """Store a new document as UPLOADING, and give an address for its file."""
    _check(input)
    owner = client(request, input.client_id)
    check_bytes(request, owner, input.byte_length)
    job_id = new_job_id()
    key = f"{INPUT}/{job_id}/{_safe(input.file_name)}"
    with available("Uploading"):
        upload = services().documents.presigned_put(
            key, content_type=input.content_type, byte_length=input.byte_length, sha256=input.sha256
        )
        services().settings.need("documents_input_queue_url")
    features = USUAL_FEATURES if input.features is None else input.features
    job = TextractJob(
        **input.given("file_name", "byte_length", "content_type", "sha256"),
        job_id=job_id,
        client_id=owner,
        document_key=key,
        status=DocumentStatus.UPLOADING,
        submitted_at=request.now,
        updated_at=request.now,
        features=tuple(each.value for each in features),
        upload_until=request.now + _lifetime(upload, request.now),
        is_managed=True,
    )
    return CreatedDocument(document=create(request, job), upload=_shown(upload))


def _check(input: CreateDocumentInput) -> None:
    kind = KINDS.get(input.content_type)
    if kind is None:
        raise BadInput(f"`content_type` must be one of {', '.join(KINDS)}.", field="content_type")
    if input.byte_length > kind.max_bytes:
        raise BadInput(
            f"`byte_length`: a {kind.name} may have at most {kind.max_bytes // MB:,} MB.", field="byte_length"
        )
    if input.features is not None and len(set(input.features)) < len(input.features):
        raise BadInput("`features` names one of them twice.", field="features")


def _safe(name: str) -> str:
    """A name that is the same in keys, addresses and events; the name itself is stored beside it."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    stem, dot, extension = re.sub(r"[^A-Za-z0-9._-]+", "_", plain).rpartition(".")
    return f"{stem.strip('._') or 'document'}{dot}{extension}" if dot else extension.strip("._") or "document"


def _lifetime(upload: PresignedPut, now: datetime) -> timedelta:
    return max(upload.expires_at - now, timedelta())


def _shown(upload: PresignedPut) -> DocumentUpload:
    headers = tuple(UploadHeader(name=name, value=value) for name, value in upload.headers.items())
    return DocumentUpload(url=upload.url, method=upload.method, headers=headers, expires_at=upload.expires_at)
