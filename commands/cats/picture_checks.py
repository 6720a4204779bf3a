"""Pictures as Rekognition takes them: looked at before it is paid, in small reads of the stored object."""

import struct
from collections.abc import Callable
from hashlib import sha256
from io import BytesIO

import imagesize  # type: ignore[import-untyped]

from commands.documents.file_kinds import HEAD_BYTES, JPEG, PNG, kind_of
from entities.cats import CatImage
from services.s3 import ObjectInfo

MAX_BYTES = 15 * 1024 * 1024
MIN_SIDE, MAX_SIDE = 80, 10_000
PICTURES = {JPEG.content_type: JPEG, PNG.content_type: PNG}
_FIRST_LOOK = 256 * 1024

ReadPart = Callable[[int, int], bytes]
"""Reads a part of the file: from a position on, so many bytes."""


class InvalidPicture(Exception):
    """A file that cannot be recognised; the text is the reason, for people."""


def check_picture(image: CatImage, info: ObjectInfo, read: ReadPart) -> tuple[int, int]:
    """The width and height of a picture; raises `InvalidPicture` if it is not what was promised, or no use."""
    _check_bytes(image, info, read)
    head = read(0, min(info.size, HEAD_BYTES))
    kind = kind_of(head)
    if kind not in (JPEG, PNG):
        raise InvalidPicture("The file is neither a JPEG nor a PNG picture.")
    if image.content_type and image.content_type != kind.content_type:
        raise InvalidPicture(f"The file is a {kind.name}, not {image.content_type} as it was announced.")
    width, height = _pixels(read, info.size)
    if width <= 0 or height <= 0:
        raise InvalidPicture(f"The file begins like a {kind.name}, but is damaged: it does not say how large it is.")
    if max(width, height) > MAX_SIDE:
        raise InvalidPicture(f"The picture has {width:,} x {height:,} pixels. A side may have at most {MAX_SIDE:,}.")
    if min(width, height) < MIN_SIDE:
        raise InvalidPicture(f"The picture has {width:,} x {height:,} pixels. Each side needs at least {MIN_SIDE}.")
    return width, height


def _check_bytes(image: CatImage, info: ObjectInfo, read: ReadPart) -> None:
    """The storage compares size and SHA-256 when it takes a file; this is for storages and files that came elsewise."""
    if not info.size:
        raise InvalidPicture("The file is empty.")
    if info.size > MAX_BYTES:
        raise InvalidPicture(f"The file has {info.size:,} bytes. It may have at most {MAX_BYTES:,}.")
    digest = info.sha256 or sha256(read(0, info.size)).hexdigest()
    if digest != image.fingerprint:
        raise InvalidPicture("The file is another one than was announced: its SHA-256 differs.")


def _pixels(read: ReadPart, size: int) -> tuple[int, int]:
    """The size that the file states. JPEGs say it after other things, such as a small picture of themselves."""
    for length in (min(size, _FIRST_LOOK), size):
        try:
            width, height = imagesize.get(BytesIO(read(0, length)))
        except (ValueError, struct.error, IndexError):
            width, height = -1, -1
        if width > 0 or length == size:
            return int(width), int(height)
    return -1, -1
