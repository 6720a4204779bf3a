"""Where things lie on paper and on a picture: from columns to boxes, corners and angles.

Positions on paper are in dots from its top left corner, downward. What is stored is in shares of a picture, upward.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Any

from entities.receipts.base import BoundingBox, Point
from local.data.sample.till import COLUMNS, Piece, Printed

CHARACTER = 20.0
GLYPH = 27.0
PITCH = 46.0
MARGIN = 56.0
PAPER_WIDTH = COLUMNS * CHARACTER + 2 * MARGIN

_DIGITS = 12


@dataclass(frozen=True)
class Box:
    """A place on paper."""

    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Frame:
    """A picture, and how a paper lies on it."""

    width: int
    height: int
    left: float = 0.0
    top: float = 0.0
    scale: float = 1.0
    degrees: float = 0.0
    """How far the paper is turned, counter-clockwise."""

    def point(self, x: float, y: float) -> Point:
        """A point of the paper, in shares of the picture."""
        turn = radians(self.degrees)
        across = self.left + self.scale * (x * cos(turn) + y * sin(turn))
        down = self.top + self.scale * (y * cos(turn) - x * sin(turn))
        return Point(x=round(across / self.width, _DIGITS), y=round(1 - down / self.height, _DIGITS))

    def corners(self, box: Box) -> dict[str, Any]:
        """The four corners of a place on paper."""
        right, bottom = box.left + box.width, box.top + box.height
        return {
            "top_left": self.point(box.left, box.top),
            "top_right": self.point(right, box.top),
            "bottom_left": self.point(box.left, bottom),
            "bottom_right": self.point(right, bottom),
        }

    def place(self, box: Box) -> dict[str, Any]:
        """What OCR says of where something is."""
        corners = self.corners(box)
        return {
            **corners,
            "bounding_box": _around(list(corners.values())),
            "angle_degrees": self.degrees,
            "angle_radians": round(radians(self.degrees), _DIGITS),
        }


@dataclass(frozen=True)
class LaidLine:
    """A printed line, and where it and its words are."""

    printed: Printed
    box: Box
    words: tuple[tuple[Piece, Box], ...]


def lay_out(lines: list[Printed]) -> list[LaidLine]:
    """Where the lines of a receipt come to lie on its paper."""
    return list(_lay_out(lines))


def paper_height(lines: list[Printed]) -> float:
    """How long the paper is."""
    return 2 * MARGIN + sum(PITCH * line.size for line in lines)


def letters_of(piece: Piece, box: Box) -> Iterator[tuple[str, Box]]:
    """The letters of a word, each in its share of the word's box."""
    width = box.width / len(piece.text)
    for number, letter in enumerate(piece.text):
        yield letter, Box(box.left + number * width, box.top, width, box.height)


def _lay_out(lines: list[Printed]) -> Iterator[LaidLine]:
    top = MARGIN
    for line in lines:
        words = tuple((piece, _word_box(piece, line.size, top)) for piece in line.pieces)
        first, last = words[0][1], words[-1][1]
        yield LaidLine(line, Box(first.left, first.top, last.left + last.width - first.left, first.height), words)
        top += PITCH * line.size


def _word_box(piece: Piece, size: float, top: float) -> Box:
    left = MARGIN + piece.column * CHARACTER
    return Box(left, top + (PITCH - GLYPH) / 2 * size, len(piece.text) * CHARACTER * size, GLYPH * size)


def _around(points: list[Point]) -> BoundingBox:
    left, bottom = min(point.x for point in points), min(point.y for point in points)
    width, height = max(point.x for point in points) - left, max(point.y for point in points) - bottom
    return BoundingBox(x=left, y=bottom, width=round(width, _DIGITS), height=round(height, _DIGITS))
