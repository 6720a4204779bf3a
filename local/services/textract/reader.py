"""Reads one document, in a process of its own that may be ended at any moment: pages are written one by one."""

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pypdfium2
from PIL import Image

from local.services.textract.blocks import PageBlocks
from local.services.textract.geometry import PageSize
from local.services.textract.limits import MAX_PAGES, MAX_PICTURE_SIDE, Allowance
from local.services.textract.pdf import PdfPage, TooMuch

_PASSWORD = 4
"""pdfium's code for a file that is protected."""
DPI = 72.0


@dataclass(frozen=True)
class Assignment:
    """What to read, and where to write it."""

    source: Path
    target: Path
    document: str
    """A name that block ids are made from."""
    features: frozenset[str]
    allowance: Allowance


class UnreadableDocument(Exception):
    """The document cannot be read; the message is Textract's word for why."""


def read(assignment: Assignment) -> None:
    """Write a line for the document, then one for each page; the last line says that all were written."""
    assignment.allowance.impose()
    with assignment.target.open("w") as out:
        try:
            _write_all(assignment, out)
        except UnreadableDocument as error:
            _write(out, {"failed": str(error)})
        except MemoryError:
            _write(out, {"ended": "MEMORY"})


def _write_all(assignment: Assignment, out: IO[str]) -> None:
    pages = _pages(assignment.source)
    count = next(pages)
    _write(out, {"pages": count})
    for number, page in enumerate(pages, 1):
        blocks = PageBlocks(assignment.document, number, PageSize(1, 1), assignment.features)
        _write(out, {"page": number, **_read_page(page, blocks)})
    _write(out, {"ended": None})


def _read_page(page: Any, blocks: PageBlocks) -> dict[str, Any]:
    """The blocks of a page; one that holds too much is left out and named, like those that Textract gives up on."""
    try:
        if isinstance(page, PageSize):
            blocks.size = page
            return {"blocks": blocks.blocks([], [])}
        shown = PdfPage(page)
        blocks.size = shown.size
        return {"blocks": blocks.blocks(shown.letters(), list(shown.rules()))}
    except (TooMuch, pypdfium2.PdfiumError, RecursionError) as error:
        return {"warning": str(error)}


def _pages(source: Path) -> Iterator[Any]:
    """The number of pages, then each of them: pages of a PDF, or the sizes of pictures."""
    with source.open("rb") as file:
        is_pdf = b"%PDF-" in file.read(1024)
    yield from _pdf_pages(source) if is_pdf else _picture_pages(source)


def _pdf_pages(source: Path) -> Iterator[Any]:
    try:
        document = pypdfium2.PdfDocument(source)
    except pypdfium2.PdfiumError as error:
        is_protected = getattr(error, "err_code", None) == _PASSWORD
        raise UnreadableDocument("PASSWORD_PROTECTED_DOCUMENT" if is_protected else "INVALID_DOCUMENT") from None
    count = len(document)
    if not 0 < count <= MAX_PAGES:
        raise UnreadableDocument("DOCUMENT_HAS_TOO_MANY_PAGES" if count else "INVALID_DOCUMENT")
    yield count
    for number in range(count):
        yield from _closed(document, number)


def _closed(document: Any, number: int) -> Iterator[Any]:
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        yield PageSize(1, 1)  # a page that is named but not there is shown as nothing
        return
    yield page
    page.close()


def _picture_pages(source: Path) -> Iterator[Any]:
    """Pictures have pages without lines: no pixel is looked at, only the head of the file is read."""
    try:
        with Image.open(source, formats=("JPEG", "PNG", "TIFF")) as picture:
            frames = getattr(picture, "n_frames", 1)
            if not frames <= MAX_PAGES or max(picture.size) > MAX_PICTURE_SIDE:
                raise UnreadableDocument("DOCUMENT_HAS_TOO_MANY_PAGES" if frames > MAX_PAGES else "INVALID_IMAGE_SIZE")
            yield frames
            yield from _sizes(picture, frames)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise UnreadableDocument("INVALID_IMAGE") from None


def _sizes(picture: Any, frames: int) -> Iterable[PageSize]:
    for frame in range(frames):
        if frame:
            picture.seek(frame)
        yield PageSize(picture.width / DPI, picture.height / DPI)


def _write(out: IO[str], said: dict[str, Any]) -> None:
    out.write(json.dumps(said, separators=(",", ":")) + "\n")
    out.flush()


if __name__ == "__main__":  # to see what a file holds: python -m local.services.textract.reader FILE
    read(Assignment(Path(sys.argv[1]), Path("/dev/stdout"), "", frozenset({"TABLES", "FORMS"}), Allowance()))
