"""Where the pictures that `createCatBatch` made lie in their bucket, and their logs.

Items name a picture with its bucket in front, as other programs do.
"""

import re
from collections.abc import Collection

from entities.cats import CatImage

UPLOADS, DONE, FAILED, LOGS = "uploads", "done", "failed", "logs"

_UPLOAD = re.compile(rf"{UPLOADS}/(\d{{1,16}})/([0-9a-f]{{64}})")


def place(folder: str, batch_id: int, fingerprint: str) -> str:
    """The key of a picture in one of the folders."""
    return f"{folder}/{batch_id}/{fingerprint}"


def upload_of(key: str) -> tuple[int, str] | None:
    """The batch and the fingerprint of an uploaded picture, by its key; None if the key is another."""
    found = _UPLOAD.fullmatch(key)
    return (int(found[1]), found[2]) if found else None


def log_key(image: CatImage) -> str:
    """The key of an image's log."""
    return f"{place(LOGS, image.batch_id, image.fingerprint)}.json"


def key_within(bucket: str, image: CatImage) -> str | None:
    """The key of an image's file, if it is in this bucket."""
    stored = image.s3_key or ""
    return stored.removeprefix(f"{bucket}/") if stored.startswith(f"{bucket}/") else None


def own_keys(bucket: str, image: CatImage) -> list[str]:
    """All objects that an image of ours may have in the bucket, wherever a move was interrupted. A file that it shares
    with an image of another batch is not among them."""
    places = [place(each, image.batch_id, image.fingerprint) for each in (UPLOADS, DONE, FAILED)]
    return [*places, log_key(image)] if image.is_managed and bucket else []


def place_of_file(own_buckets: Collection[str | None], image: CatImage) -> tuple[str, str] | None:
    """The bucket and the key of a file that another program stored, if the item names both. What lies in our own
    buckets belongs to the images and documents that were created here, whatever another item says.
    """
    bucket, _, key = (image.s3_key or "").partition("/")
    return (bucket, key) if bucket and key and bucket not in own_buckets else None


def names_its_client(image: CatImage) -> bool:
    """Whether a folder of an image's file says whose it is, as other programs write it: any client can name any key."""
    return image.client_id in (image.s3_key or "").split("/")[1:-1]


def is_proven(image: CatImage) -> bool:
    """Whether the file of an image is certainly its client's: its key says so, and it was not the client itself that
    gave the key, but an operator, IAM, or a program that works on the table itself.
    """
    return names_its_client(image) and (bool(image.is_vouched) or image.updated_by is None)
