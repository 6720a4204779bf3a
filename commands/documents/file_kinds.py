"""The formats that Textract reads."""

from dataclasses import dataclass

MB = 1_000_000
HEAD_BYTES = 1_024


@dataclass(frozen=True)
class FileKind:
    """A format that Textract reads."""

    name: str
    content_type: str
    max_bytes: int


PDF = FileKind("PDF", "application/pdf", 500 * MB)
TIFF = FileKind("TIFF", "image/tiff", 500 * MB)
JPEG = FileKind("JPEG", "image/jpeg", 10 * MB)
PNG = FileKind("PNG", "image/png", 10 * MB)
KINDS = {each.content_type: each for each in (PDF, TIFF, JPEG, PNG)}

_MAGIC = ((b"\xff\xd8\xff", JPEG), (b"\x89PNG\r\n\x1a\n", PNG), (b"II*\x00", TIFF), (b"MM\x00*", TIFF))


def kind_of(head: bytes) -> FileKind | None:
    """The format of a file by its first bytes; a PDF may have something in front."""
    found = next((kind for magic, kind in _MAGIC if head.startswith(magic)), None)
    return found or (PDF if b"%PDF-" in head[:HEAD_BYTES] else None)
