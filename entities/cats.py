"""IceCatWrangler: images that Rekognition sorts into cat or not."""

from typing import Annotated, ClassVar

from entities.fields import EpochSeconds, FlagText, Needed, OpenEnum, Stored
from entities.item import Item
from entities.keys import Key
from entities.tables import CATS, Table


class CatStatus(OpenEnum):
    """How far a cat image has come. PENDING: it waits. SUCCESS: it was processed, whether it shows a cat or not. FAIL:
    it could not be processed.
    """

    PENDING = "pending"
    SUCCESS = "success"
    FAIL = "fail"


class CatImage(Item):
    """An image that was uploaded in a batch, and whether it shows a cat."""

    table: ClassVar[Table] = CATS
    type_name: ClassVar[str] = "CatImage"
    key: ClassVar[Key] = Key.of("{batch_id:n}", "{fingerprint}")
    indexes: ClassVar = {
        "GSI1": Key.of("{batch_id:n}", "{uploaded_at:n}"),
        "GSI2": Key.of("{client_id:text}", "{uploaded_at:n}"),
        "GSI3": Key.of("{batch_id:n}", "{client_id:text}"),
        "GSI4": Key.of("{batch_id:n}", "{status}"),
        "GSI5": Key.of("{is_cat}", "{uploaded_at:n}"),
        "SparseLogs": Key.of("{batch_id:n}", "{logged_at:n}"),
        "FingerprintIndex": Key.of("{fingerprint}", "{uploaded_at:n}"),
    }
    owner: ClassVar[str] = "client_id"
    notes: ClassVar = (
        '`rek_iscat` is "True" or "False": DynamoDB has no boolean keys.',
        "SparseLogs sorts by `log_ts`, written with the logs: `logs` itself is JSON and too long for a sort key.",
        "FingerprintIndex finds an image without its batch: the use cases need that, and no index had it.",
        "`op_status` is pending, success or fail; `pass`, a third result in the document's text, does not exist.",
        "`ttl` is absolute epoch seconds: a duration of 14 days would be a time in January 1970.",
        "GSI6 on `file_name` is struck out in the document and not built.",
    )

    batch_id: int
    """The number of the batch that the image was uploaded in, often the epoch second at which the upload began."""
    fingerprint: Annotated[str, Stored("img_fprint")]
    """The SHA-256 of the image file, as 64 lowercase hexadecimal digits; unique within its batch."""
    client_id: Needed[str] = None
    """The program or account that uploaded the image and owns it, such as `stablecaps117`."""
    s3_key: Annotated[Needed[str], Stored("s3img_key")] = None
    """Where the image file is in S3, usually with the bucket in front; processing the image moves it."""
    file_name: str | None = None
    """The name of the file at the client; null for most images."""
    status: Annotated[CatStatus, Stored("op_status")] = CatStatus.PENDING
    """How far the image has come; SUCCESS means that it was processed, whether it shows a cat or not."""
    rekognition_response: Annotated[str | None, Stored("rek_resp")] = None
    """The whole answer of Amazon Rekognition, as JSON text; null if it has not answered."""
    is_cat: Annotated[FlagText | None, Stored("rek_iscat")] = None
    """Whether Rekognition found a cat on the image; null if it has not answered."""
    logs: str | None = None
    """Log lines for debugging, as JSON text; null unless the upload asked for them. Only operators may read them."""
    logged_at: Annotated[EpochSeconds | None, Stored("log_ts")] = None
    """When the log lines were stored; null if there are none."""
    uploaded_on: Annotated[EpochSeconds | None, Stored("current_date")] = None
    """When the image was uploaded, often only to the hour; `uploadedAt` is more precise."""
    uploaded_at: Annotated[Needed[EpochSeconds], Stored("upload_ts")] = None
    """When the image was uploaded, to the second."""
    recognised_at: Annotated[EpochSeconds | None, Stored("rek_ts")] = None
    """When Rekognition answered; null if it has not."""
