"""IceCatWrangler: images that Rekognition sorts into cat or not."""

import json
from typing import Annotated, Any, ClassVar

from entities.fields import EpochSeconds, Flag, FlagText, Large, Needed, OpenEnum, Part, Stored
from entities.item import Item
from entities.keys import Key
from entities.tables import CATS, Table

WAITING = "cats"
"""The one partition of PendingIndex."""


class CatStatus(OpenEnum):
    """How far a cat image has come. PENDING: it waits. SUCCESS: it was processed, whether it shows a cat or not. FAIL:
    it could not be processed, and `error` says why. Some documents of this system name a third result, `pass`: it was
    never stored. Whether an image shows a cat is `isCat`.
    """

    PENDING = "pending"
    SUCCESS = "success"
    FAIL = "fail"


class CatLabel(Part):
    """Something that Amazon Rekognition found on an image."""

    name: str
    """What was found, such as `Cat` or `Pet`."""
    confidence: float | None = None
    """How sure Rekognition is, in percent; null if it did not say."""
    parents: tuple[str, ...] = ()
    """More general words for the same thing, such as `Animal` and `Mammal` for `Cat`."""


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
        "PendingIndex": Key.of("{waiting}", "{waiting_since:n}"),
    }
    owner: ClassVar[str] = "client_id"
    hidden: ClassVar[frozenset[str]] = frozenset({"logs", "is_managed", "is_forced", "is_vouched", "claim"})
    shown: ClassVar = {"labels": tuple[CatLabel, ...] | None}
    item_bytes: ClassVar[int] = 1_000
    notes: ClassVar = (
        '`rek_iscat` is "True" or "False": DynamoDB has no boolean keys.',
        "SparseLogs sorts by `log_ts`, written with the logs: `logs` itself is JSON and too long for a sort key.",
        "FingerprintIndex finds an image without its batch: the use cases need that, and no index had it.",
        "`op_status` is pending, success or fail; `pass`, a third result in the document's text, does not exist.",
        "If `pass` means that there is a cat: that is `rek_iscat`.",
        "PendingIndex is ours: the images that `createCatBatch` made and that still wait. Others are not in it.",
        "`logs` of images that `createCatBatch` made are in S3, not in the item: seven indexes would copy them.",
        "`error` is ours: the reason of a failure.",
        "`managed` marks what `createCatBatch` made. Only its objects go with it.",
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
    """Log lines that other programs stored inside the item, as JSON text."""
    logged_at: Annotated[EpochSeconds | None, Stored("log_ts")] = None
    """When the log lines were stored; null if there are none."""
    uploaded_on: Annotated[EpochSeconds | None, Stored("current_date")] = None
    """When the image was uploaded, often only to the hour; `uploadedAt` is more precise."""
    uploaded_at: Annotated[Needed[EpochSeconds], Stored("upload_ts")] = None
    """When the image was uploaded, to the second."""
    recognised_at: Annotated[EpochSeconds | None, Stored("rek_ts")] = None
    """When Rekognition answered; null if it has not."""
    error: str | None = None
    """Why the image could not be processed; null unless the status is FAIL, and for images of other programs."""
    content_type: str | None = None
    """The media type that was promised for the file, `image/jpeg` or `image/png`; null for images of other programs."""
    byte_length: Large | None = None
    """The size of the file in bytes, as it was promised; null for images of other programs."""
    is_debug: Annotated[Flag | None, Stored("debug")] = None
    """Whether log lines are kept while the image is processed; null for images of other programs."""
    is_forced: Annotated[Flag | None, Stored("forced")] = None
    """Whether the image is recognised even if the same file has a result already."""
    is_managed: Annotated[Flag | None, Stored("managed")] = None
    """Whether `createCatBatch` made the image."""
    is_vouched: Annotated[Flag | None, Stored("vouched")] = None
    """Whether an operator or a program with IAM named the file. A client may name what is not its own."""
    attempt: int | None = None
    """How often work on the image has begun; null before the first time, and for images of other programs."""
    throttled_count: int | None = None
    """How often the image had to wait because Rekognition was busy. This uses up no try."""
    lease_until: Annotated[EpochSeconds | None, Stored("lease_ts")] = None
    """Until when one worker has the image to itself; null if none is working on it."""
    claim: str | None = None
    """Names the one try that may store a result while `lease_until` lasts."""
    upload_until: Annotated[EpochSeconds | None, Stored("upload_until_ts")] = None
    """Until when the file may be uploaded; null for images of other programs."""
    waiting_since: Annotated[EpochSeconds | None, Stored("waiting_ts")] = None
    """Since when the image waits for a result; null if it has one, and for images of other programs."""
    requeued_at: Annotated[EpochSeconds | None, Stored("requeued_ts")] = None
    """When the image was sent on its way once more because it had waited too long; null if it was not."""
    deleted_by: str | None = None
    """Who is deleting the image; null if it is not being deleted."""

    @property
    def labels(self) -> tuple[CatLabel, ...] | None:
        """What Rekognition found, the surest first; null if it has not answered, or if its answer cannot be read."""
        return labels_in(self.rekognition_response) if self.rekognition_response else None

    @property
    def waiting(self) -> str | None:
        """The partition of images that wait; None for all others."""
        return WAITING if self.is_managed and self.status is CatStatus.PENDING and self.waiting_since else None


def labels_in(response: str) -> tuple[CatLabel, ...] | None:
    """The labels in an answer of Rekognition; None if there are none that can be read."""
    try:
        found = json.loads(response)
    except ValueError:
        return None
    labels = found.get("Labels") if isinstance(found, dict) else None
    if not isinstance(labels, list):
        return None
    return tuple(_label(each) for each in labels if isinstance(each, dict) and isinstance(each.get("Name"), str))


def _label(stored: dict[str, Any]) -> CatLabel:
    confidence, parents = stored.get("Confidence"), stored.get("Parents")
    is_number = isinstance(confidence, int | float) and not isinstance(confidence, bool)
    names = [each.get("Name") for each in parents if isinstance(each, dict)] if isinstance(parents, list) else []
    return CatLabel(
        name=stored["Name"],
        confidence=float(confidence) if is_number and confidence is not None else None,
        parents=tuple(each for each in names if isinstance(each, str)),
    )
