"""Files are looked at before Textract is paid: what it would refuse is refused, and pages are counted."""

import struct
from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader, PdfWriter
from reportlab.pdfgen.canvas import Canvas

from commands.documents.files import MAX_PAGES, InvalidFile, pages_of


def printed(pages: int) -> bytes:
    made = BytesIO()
    canvas = Canvas(made)
    for number in range(pages):
        canvas.drawString(100, 700, f"page {number}")
        canvas.showPage()
    canvas.save()
    return made.getvalue()


def locked(body: bytes) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(BytesIO(body)))
    writer.encrypt("secret", algorithm="RC4-128")
    made = BytesIO()
    writer.write(made)
    return made.getvalue()


def picture(kind: str, width: int = 30, height: int = 20, **more: object) -> bytes:
    made = BytesIO()
    Image.new("RGB", (width, height)).save(made, kind, **more)
    return made.getvalue()


def count(body: bytes, content_type: str | None = None) -> int:
    return pages_of(lambda start, length: body[start : start + length], len(body), content_type, is_promised=True)


@pytest.mark.parametrize("pages", [1, 2, 37])
def test_the_pages_of_a_pdf_are_counted(pages: int) -> None:
    assert count(printed(pages), "application/pdf") == pages
    assert count(b"\n" * 20 + printed(pages), "application/pdf") == pages


def test_few_bytes_are_read_of_a_large_pdf() -> None:
    body, read = printed(3) + b"%" * 3_000_000, []

    def part(start: int, length: int) -> bytes:
        read.append(length)
        return body[start : start + length]

    assert pages_of(part, len(body)) >= 1
    assert sum(read) < len(body) * 2


def test_the_pages_of_a_tiff_are_counted_and_pictures_have_one() -> None:
    more = [Image.new("RGB", (30, 20)) for _ in range(4)]
    assert count(picture("TIFF", save_all=True, append_images=more), "image/tiff") == 5
    assert count(picture("JPEG"), "image/jpeg") == 1
    assert count(picture("PNG"), "image/png") == 1


def test_a_tiff_whose_pages_go_round_in_a_circle_ends() -> None:
    circle = b"II*\x00" + struct.pack("<I", 8) + struct.pack("<H", 0) + struct.pack("<I", 8)
    assert count(circle, "image/tiff") == 1


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "empty"),
        (b"<html>", "neither a PDF"),
        (b"MZ\x90\x00", "neither a PDF"),
        (locked(printed(1)), "encrypted"),
        (picture("PNG"), "is a PNG, not application/pdf"),
    ],
)
def test_what_textract_would_not_read_is_refused_with_a_reason(body: bytes, reason: str) -> None:
    with pytest.raises(InvalidFile, match=reason):
        count(body, "application/pdf")


def test_too_many_pages_bytes_or_pixels_are_refused() -> None:
    stated = printed(1).replace(b"/Count 1", b"/Count %d" % (MAX_PAGES + 1))
    with pytest.raises(InvalidFile, match="3,001 pages"):
        count(stated, "application/pdf")
    with pytest.raises(InvalidFile, match="10 MB"):
        pages_of(lambda start, length: picture("PNG")[start : start + length], 10_000_001)
    with pytest.raises(InvalidFile, match="10,001 x 1 pixels"):
        count(picture("PNG", 10_001, 1), "image/png")


@pytest.mark.parametrize("seed", range(20))
def test_a_broken_pdf_is_left_to_textract(seed: int) -> None:
    body = printed(5)
    cut = body[: 40 + seed * (len(body) - 40) // 20]
    assert count(cut, "application/pdf") >= 1
    mangled = bytearray(body)
    for place in range(20 + seed, len(mangled), 97):
        mangled[place] = (mangled[place] * 31 + seed) % 256
    assert count(bytes(mangled), "application/pdf") >= 1
