"""Files as Textract takes them: looked at before it is paid, in small reads of the stored object.

What cannot be told from the file is left to Textract. What it would refuse is refused here, with a reason.
"""

import logging
import struct
import time
from collections.abc import Callable
from io import BytesIO, RawIOBase, UnsupportedOperation
from os import SEEK_CUR, SEEK_END
from typing import Any

import imagesize  # type: ignore[import-untyped]
from pypdf import PdfReader
from pypdf.errors import PyPdfError

from commands.documents.file_kinds import HEAD_BYTES, MB, PDF, TIFF, FileKind, kind_of
from services.errors import ServiceError

Read = Callable[[int, int], bytes]
"""Reads a part of the file: from a position on, so many bytes."""

MAX_PAGES = 3_000
MAX_PIXELS = 10_000
BYTES_PER_PAGE = 100_000
"""About how large a page is where the file does not tell how many there are."""

logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # what is odd about a client's file is no news

_BLOCK = 256 * 1024
_MAX_READS = 200
_MAX_SECONDS = 12.0


class InvalidFile(Exception):
    """A file that cannot be recognised; the text is the reason, for people."""


def pages_of(read: Read, size: int, content_type: str | None = None, *, is_promised: bool = False) -> int:
    """About how many pages a file has; raises `InvalidFile` if Textract would not take it.

    If its type was promised, another one is refused.
    """
    if not size:
        raise InvalidFile("The file is empty.")
    head = read(0, HEAD_BYTES)
    kind = kind_of(head)
    if kind is None:
        raise InvalidFile("The file is neither a PDF nor a JPEG, PNG or TIFF picture.")
    if is_promised and content_type and content_type != kind.content_type:
        raise InvalidFile(f"The file is a {kind.name}, not {content_type} as it was announced.")
    if size > kind.max_bytes:
        raise InvalidFile(f"The file has {size:,} bytes. A {kind.name} may have at most {kind.max_bytes // MB:,} MB.")
    pages = _count(kind, head, read, size)
    if pages is not None and pages > MAX_PAGES:
        raise InvalidFile(f"The file has {pages:,} pages. It may have at most {MAX_PAGES:,}.")
    return pages or min(MAX_PAGES, 1 + size // BYTES_PER_PAGE)


def _count(kind: FileKind, head: bytes, read: Read, size: int) -> int | None:
    if kind is PDF:
        return _pdf_pages(read, size)
    if kind is TIFF:
        return _tiff_pages(read, size)
    _check_pixels(kind, head, read, size)
    return 1


def _check_pixels(kind: FileKind, head: bytes, read: Read, size: int) -> None:
    """JPEGs say their size after other things, such as a small picture of themselves."""
    for data in (head, read(0, min(size, _BLOCK))):
        width, height = _pixels(data)
        if width > MAX_PIXELS or height > MAX_PIXELS:
            raise InvalidFile(
                f"The {kind.name} has {width:,} x {height:,} pixels. A side may have at most {MAX_PIXELS:,}."
            )
        if width > 0:
            return


def _pixels(data: bytes) -> tuple[int, int]:
    try:
        width, height = imagesize.get(BytesIO(data))
    except (ValueError, struct.error, IndexError):
        return -1, -1
    return int(width), int(height)


def _pdf_pages(read: Read, size: int) -> int | None:
    """The number that the file states; None if it cannot be found within the time and reads that there are."""
    try:
        file: Any = _RangedFile(read, size)
        reader = PdfReader(file, strict=False)
        _check_open(reader)
        count: Any = reader.root_object["/Pages"]["/Count"]  # type: ignore[index]
        return int(count) if int(count) > 0 else None
    except InvalidFile:
        raise
    except (PyPdfError, _TooMuch):
        return None
    except ServiceError:  # the storage does not answer, which says nothing about the file
        raise
    except Exception:  # noqa: BLE001  a hostile file may raise anything; Textract decides about it
        return None


def _check_open(reader: PdfReader) -> None:
    if reader.is_encrypted:
        raise InvalidFile("The PDF is encrypted. Save it without a password, and upload it again.")


def _tiff_pages(read: Read, size: int) -> int | None:
    """The length of the chain of directories, each of which is a page."""
    file = _RangedFile(read, size)
    order = "<" if read(0, 2) == b"II" else ">"
    try:
        offset, seen = _number(file, 4, 4, order), set[int]()
        while offset and offset not in seen and len(seen) <= MAX_PAGES:
            seen.add(offset)
            entries = _number(file, offset, 2, order)
            offset = _number(file, offset + 2 + 12 * entries, 4, order)
    except (struct.error, _TooMuch):
        return None
    return len(seen) or None


def _number(file: "_RangedFile", at: int, width: int, order: str) -> int:
    file.seek(at)
    (found,) = struct.unpack(order + ("H" if width == 2 else "I"), file.read(width))  # noqa: PLR2004
    return int(found)


class _TooMuch(Exception):
    """The file needs more reads, or more time, than it is worth."""


class _RangedFile(RawIOBase):
    """A stored object as a file that is read in blocks, a limited number of them, for a limited time."""

    def __init__(self, read: Read, size: int) -> None:
        super().__init__()
        self._read, self._size, self._at = read, size, 0
        self._blocks: dict[int, bytes] = {}
        self._until = time.monotonic() + _MAX_SECONDS

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = 0) -> int:
        base = {SEEK_CUR: self._at, SEEK_END: self._size}.get(whence, 0)
        if base + offset < 0:
            raise UnsupportedOperation("before the beginning")
        self._at = base + offset
        return self._at

    def read(self, size: int | None = -1) -> bytes:
        end = self._size if size is None or size < 0 else min(self._size, self._at + size)
        found = bytearray()
        while self._at < end:
            number, start = divmod(self._at, _BLOCK)
            part = self._block(number)[start : start + end - self._at]
            if not part:
                break
            found += part
            self._at += len(part)
        return bytes(found)

    def readinto(self, buffer: Any) -> int:
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def _block(self, number: int) -> bytes:
        if time.monotonic() > self._until:
            raise _TooMuch
        if number not in self._blocks:
            if len(self._blocks) >= _MAX_READS:
                raise _TooMuch
            self._blocks[number] = self._read(number * _BLOCK, _BLOCK)
        return self._blocks[number]
