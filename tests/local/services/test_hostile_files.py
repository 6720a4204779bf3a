"""A file that is made to be expensive costs its own reading, and a bounded one: the recogniser goes on."""

import io
import random
import struct
import time
import zlib
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter
from reportlab.pdfgen.canvas import Canvas

from local.services.textract.limits import MEGABYTE, Allowance
from local.services.textract.reading import ReadDocument, read_document
from tests.local.services.pdfs import random_pdf
from tests.thoroughness import IS_QUICK, many

ALL = frozenset({"TABLES", "FORMS"})
LITTLE = Allowance(seconds=20.0, memory=400 * MEGABYTE)
SLACK = 10.0

pytestmark = pytest.mark.skipif(IS_QUICK, reason="starts processes")


def tried(document: bytes, folder: Path, allowance: Allowance = LITTLE) -> ReadDocument:
    """What was read of a file, within the time allowed."""
    source = folder / "document"
    source.write_bytes(document)
    began = time.monotonic()
    found = read_document(source, "d", ALL, allowance)
    assert time.monotonic() - began < allowance.seconds * SLACK
    return found


def pdf_with(content: bytes, **page: str) -> bytes:
    """A PDF of one page by hand, with a content stream and more entries in its page."""
    more = " ".join(f"/{name} {value}" for name, value in page.items())
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R {more} >>".encode(),
        b"<< /Length " + str(len(content)).encode() + b" /Filter /FlateDecode >> stream\n" + content + b"\nendstream",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    file, places = io.BytesIO(b"%PDF-1.4\n"), []
    file.seek(0, io.SEEK_END)
    for number, body in enumerate(objects, 1):
        places.append(file.tell())
        file.write(f"{number} 0 obj\n".encode() + body + b"\nendobj\n")
    start = file.tell()
    rows = "".join(f"{place:010} 00000 n \n" for place in places)
    file.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}".encode())
    file.write(f"trailer << /Root 1 0 R /Size {len(objects) + 1} >>\nstartxref\n{start}\n%%EOF".encode())
    return file.getvalue()


def bomb(pattern: bytes, size: int) -> bytes:
    """A stream that unpacks to so many bytes."""
    packer, parts = zlib.compressobj(9), []
    chunk = pattern * (MEGABYTE // len(pattern))
    parts = [packer.compress(chunk) for _ in range(size // len(chunk))]
    return b"".join([*parts, packer.flush()])


FONT = {"Resources": "<< /Font << /F1 5 0 R >> >>"}


def test_a_stream_that_unpacks_to_half_a_gigabyte_of_letters_ends(tmp_path: Path) -> None:
    found = tried(pdf_with(bomb(b"BT /F1 9 Tf (aaaaaaaaaaaaaaaaaaaaaaaa) Tj ET\n", 500 * MEGABYTE), **FONT), tmp_path)
    assert found.failed or found.missing == [1]


def test_a_page_with_a_million_lines_is_left_out(tmp_path: Path) -> None:
    found = tried(pdf_with(bomb(b"0 0 m 500 500 l S\n", 20 * MEGABYTE), **FONT), tmp_path)
    assert found.failed or found.missing == [1]


def test_a_page_as_large_as_a_field_is_left_out(tmp_path: Path) -> None:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(14_000, 14_000))
    canvas.drawString(100, 100, "far")
    canvas.setPageSize((600, 800))
    canvas.showPage()
    canvas.drawString(100, 100, "near")
    canvas.save()
    huge = PdfWriter(clone_from=PdfReader(io.BytesIO(file.getvalue())))
    huge.pages[0].mediabox.upper_right = (14_000, 14_000)
    out = io.BytesIO()
    huge.write(out)
    found = tried(out.getvalue(), tmp_path)
    assert found.missing == [1]
    words = [block["Text"] for blocks in found.blocks() for block in blocks if block["BlockType"] == "WORD"]
    assert words == ["near"]


def test_time_that_runs_out_leaves_the_pages_that_were_read(tmp_path: Path) -> None:
    file = io.BytesIO()
    canvas = Canvas(file)
    for row in range(75):
        canvas.drawString(20, 780 - 10 * row, "some words that take a while to read " * 3)
    canvas.save()
    (page,) = PdfReader(io.BytesIO(file.getvalue())).pages
    writer = PdfWriter()
    for _ in range(1_500):
        writer.add_page(page)
    writer.write(file := io.BytesIO())
    found = tried(file.getvalue(), tmp_path, Allowance(seconds=3.0))
    assert found.pages in {0, 1_500}  # on a very busy machine it is not even opened
    assert found.failed or len(found.missing) > 1


def test_a_document_with_a_password_says_so(tmp_path: Path) -> None:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(random_pdf(1)[0])))
    writer.encrypt("secret", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    assert tried(out.getvalue(), tmp_path).failed == "PASSWORD_PROTECTED_DOCUMENT"


def test_a_page_tree_that_leads_back_to_itself_ends(tmp_path: Path) -> None:
    looped = pdf_with(zlib.compress(b"")).replace(b"/Kids [3 0 R] /Count 1", b"/Kids [2 0 R] /Count 9")
    found = tried(looped, tmp_path)
    assert found.failed or not any(len(blocks) > 1 for blocks in found.blocks())


def test_a_picture_that_claims_a_billion_pixels_is_refused(tmp_path: Path) -> None:
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    assert tried(png + bytes(12), tmp_path).failed in {"INVALID_IMAGE_SIZE", "INVALID_IMAGE"}


@pytest.mark.parametrize("seed", range(many(6, 200)))
def test_damaged_documents_are_read_or_refused(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    document = bytearray(random_pdf(seed)[0])
    for _ in range(chance.randint(1, 40)):
        place = chance.randrange(len(document))
        document[place : place + chance.randint(0, 4)] = chance.randbytes(chance.randint(0, 6))
    found = tried(bytes(document), tmp_path)
    assert found.failed or len(found.missing) <= found.pages
