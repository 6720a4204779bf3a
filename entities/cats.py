"""IceCatWrangler: images that Rekognition sorts into cat or not."""

from typing import Annotated, ClassVar

from entities.fields import EpochSeconds, FlagText, Needed, OpenEnum, Stored
from entities.item import Item
from entities.keys import Key
from entities.tables import CATS, Table


class CatStatus(OpenEnum):
    """How far an image has come; `success` means processed, cat or not."""

    PENDING = "pending"
    SUCCESS = "success"
    FAIL = "fail"


class CatImage(Item):
    """An image of a batch, and whether there is a cat on it."""

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
    notes: ClassVar = (
        '`rek_iscat` is "True" or "False": DynamoDB has no boolean keys.',
        "SparseLogs sorts by `log_ts`, written with the logs: `logs` itself is JSON and too long for a sort key.",
        "FingerprintIndex finds an image whose batch nobody remembers: the use cases ask for it, no index had it.",
        "`op_status` is pending, success or fail; the third `pass` of the text does not exist.",
        "`ttl` is absolute epoch seconds: a duration of 14 days would lie in January 1970.",
        "GSI6 on `file_name` is struck out in the document and not built.",
    )

    batch_id: int
    fingerprint: Annotated[str, Stored("img_fprint")]
    client_id: Needed[str] = None
    s3_key: Annotated[Needed[str], Stored("s3img_key")] = None
    file_name: str | None = None
    status: Annotated[CatStatus, Stored("op_status")] = CatStatus.PENDING
    rekognition_response: Annotated[str | None, Stored("rek_resp")] = None
    is_cat: Annotated[FlagText | None, Stored("rek_iscat")] = None
    logs: str | None = None
    logged_at: Annotated[EpochSeconds | None, Stored("log_ts")] = None
    uploaded_on: Annotated[EpochSeconds | None, Stored("current_date")] = None
    uploaded_at: Annotated[Needed[EpochSeconds], Stored("upload_ts")] = None
    recognised_at: Annotated[EpochSeconds | None, Stored("rek_ts")] = None
