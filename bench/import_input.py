"""An image as a client sends it: 2,800 items, most of them letters."""

from typing import Any

IMPORTED_IMAGE = "b0a9d1a2-6d55-4b68-8a7d-2f5a4f6f0c11"
_POINT = {"x": 0.25, "y": 0.5}
_CORNERS = dict.fromkeys(("topLeft", "topRight", "bottomLeft", "bottomRight"), _POINT)
_TEXT: dict[str, Any] = {
    **_CORNERS,
    "boundingBox": {"x": 0.125, "y": 0.25, "width": 0.375, "height": 0.4},
    "angleDegrees": 1.5,
    "angleRadians": 0.02618,
    "confidence": 0.93,
}
_PICTURE = {"width": 3024, "height": 4032, "s3Bucket": "raw", "s3Key": "raw/1.png", "sha256": "ab"}
_TIME = {"timestampAdded": "2026-11-16T12:00:00Z"}


def import_input(receipts: int = 3, lines: int = 20, words: int = 7, letters: int = 5) -> dict[str, Any]:
    """The input of importImage: the image's own lines, and those of its receipts."""
    made = [
        {**_PICTURE, **_CORNERS, **_TIME, "receiptId": each, "lines": _lines(lines, words, letters)}
        for each in range(1, receipts + 1)
    ]
    return {
        **_PICTURE,
        **_TIME,
        "imageId": IMPORTED_IMAGE,
        "imageType": "PHOTO",
        "lines": _lines(6, 5, 6),
        "receipts": made,
    }


def _lines(lines: int, words: int, letters: int) -> list[dict[str, Any]]:
    return [
        {**_TEXT, "text": f"line {line}", "lineId": line, "words": _words(words, letters)}
        for line in range(1, lines + 1)
    ]


def _words(words: int, letters: int) -> list[dict[str, Any]]:
    return [
        {
            **_TEXT,
            "text": f"word{word}",
            "wordId": word,
            "letters": [{**_TEXT, "text": "x", "letterId": letter} for letter in range(1, letters + 1)],
        }
        for word in range(1, words + 1)
    ]
