"""The letters and lines of a PDF's page, where they are shown."""

import ctypes
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium

from local.services.textract.geometry import PageSize, PlacedBox
from local.services.textract.limits import MAX_DRAWN, MAX_FORMS, MAX_LETTERS, MAX_PAGE_SIDE

_STEPS = 1_000_000
"""pdfium places points on whole numbers: a page is thought to have so many in each direction."""
_HYPHENS = {0x02, 0xFFFE}
"""What pdfium has for a hyphen that ends a line."""
_THIN = 3.0
"""Points; a filled shape that is thinner is a line."""

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
_SAME: Matrix = (1, 0, 0, 1, 0, 0)


class TooMuch(Exception):
    """A page holds more than any honest one."""


@dataclass(frozen=True)
class Glyph:
    """A letter; None for its text is a gap between words."""

    text: str | None
    box: PlacedBox
    """Around the ink."""
    cell: PlacedBox
    """As high as letters of this font may be, so that letters of one line have the same height."""
    quarters: int
    """How often the letter is turned by 90° clockwise."""


@dataclass(frozen=True)
class DrawnLine:
    """A straight line, either horizontal or vertical."""

    start: Point
    end: Point

    @property
    def is_horizontal(self) -> bool:
        return abs(self.end[0] - self.start[0]) >= abs(self.end[1] - self.start[1])


class PdfPage:
    """A page as it is shown; must be closed."""

    def __init__(self, page: Any) -> None:
        self._page = page
        width, height = page.get_size()
        if not (0 < width <= MAX_PAGE_SIDE and 0 < height <= MAX_PAGE_SIDE):
            raise TooMuch(f"The page is {width:.0f} by {height:.0f} points large")
        self.size = PageSize(width, height)
        self._turned = page.get_rotation() // 90
        self._shown = self._to_shown()

    def letters(self) -> Iterator[Glyph]:
        """In the order in which they are written."""
        text = self._page.get_textpage()
        try:
            count = text.count_chars()
            if count > MAX_LETTERS:
                raise TooMuch(f"The page has {count:,} letters")
            for index in range(count):
                yield self._letter(text.raw, index)
        finally:
            text.close()

    def rules(self) -> Iterator[DrawnLine]:
        """The straight lines, those of rectangles too."""
        for item, matrix in _drawn(self._page.raw):
            lines = [
                (self._place(_apply(matrix, one)), self._place(_apply(matrix, other))) for one, other in _lines(item)
            ]
            yield from (DrawnLine(*line) for line in _seen(item, lines) if _is_straight(*line))

    def _letter(self, text: Any, index: int) -> Glyph:
        code = pdfium.FPDFText_GetUnicode(text, index)
        sides = [ctypes.c_double() for _ in range(4)]
        pdfium.FPDFText_GetCharBox(text, index, *sides)
        left, right, bottom, top = (each.value for each in sides)
        loose = pdfium.FS_RECTF()
        pdfium.FPDFText_GetLooseCharBox(text, index, loose)
        cell = self._box((loose.left, loose.bottom), (loose.right, loose.top))
        box = self._box((left, bottom), (right, top))
        turned = round(math.degrees(pdfium.FPDFText_GetCharAngle(text, index)) / 90) + self._turned
        has_ink = box.width > 0 or box.height > 0
        return Glyph(_readable(code), box if has_ink else cell, cell, turned % 4)

    def _box(self, one: Point, other: Point) -> PlacedBox:
        (x, y), (u, v) = self._place(one), self._place(other)
        return PlacedBox(min(x, u), min(y, v), max(x, u), max(y, v))

    def _place(self, point: Point) -> Point:
        return _apply(self._shown, point)

    def _to_shown(self) -> Matrix:
        """From the page's own coordinates to where it is shown."""
        (e, f), (a, b), (c, d) = (self._shown_at(*each) for each in ((0, 0), (1000, 0), (0, 1000)))
        return (a - e) / 1000, (b - f) / 1000, (c - e) / 1000, (d - f) / 1000, e, f

    def _shown_at(self, x: float, y: float) -> Point:
        right, down = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDF_PageToDevice(self._page.raw, 0, 0, _STEPS, _STEPS, 0, x, y, right, down)
        return right.value / _STEPS * self.size.width, down.value / _STEPS * self.size.height


def _readable(code: int) -> str | None:
    if code in _HYPHENS:
        return "-"
    letter = chr(code) if 0 < code < 0xD800 or 0xE000 <= code < 0x110000 else "\ufffd"  # noqa: PLR2004
    if letter.isspace() or not letter.isprintable():
        return None
    return letter


def _apply(matrix: Matrix, point: Point) -> Point:
    a, b, c, d, e, f = matrix
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def _joined(inner: Matrix, outer: Matrix) -> Matrix:
    a, b, c, d, e, f = inner
    (x, y), (u, v), (s, t) = (_apply(outer, each) for each in ((a, b), (c, d), (e, f)))
    dx, dy = outer[4], outer[5]
    return x - dx, y - dy, u - dx, v - dy, s, t


def _is_straight(one: Point, other: Point) -> bool:
    across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    return min(across, down) <= 1.0 < max(across, down) and math.isfinite(across + down)


def _drawn(page: Any) -> Iterator[tuple[Any, Matrix]]:
    """Every path of a page, those within forms too, and how it is placed."""
    left = [MAX_DRAWN]
    count = pdfium.FPDFPage_CountObjects(page)
    yield from _paths(lambda index: pdfium.FPDFPage_GetObject(page, index), count, _SAME, 0, left)


def _paths(
    get: Callable[[int], Any], count: int, outer: Matrix, depth: int, left: list[int]
) -> Iterator[tuple[Any, Matrix]]:
    for index in range(count):
        left[0] -= 1
        if left[0] < 0:
            raise TooMuch(f"More than {MAX_DRAWN:,} things are drawn on the page")
        item = get(index)
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind == pdfium.FPDF_PAGEOBJ_PATH:
            yield item, _joined(_matrix(item), outer)
        elif kind == pdfium.FPDF_PAGEOBJ_FORM and depth < MAX_FORMS:
            inside = _form_object(item)
            matrix = _joined(_matrix(item), outer)
            yield from _paths(inside, pdfium.FPDFFormObj_CountObjects(item), matrix, depth + 1, left)


def _form_object(form: Any) -> Callable[[int], Any]:
    return lambda index: pdfium.FPDFFormObj_GetObject(form, index)


def _matrix(item: Any) -> Matrix:
    found = pdfium.FS_MATRIX()
    pdfium.FPDFPageObj_GetMatrix(item, found)
    return found.a, found.b, found.c, found.d, found.e, found.f


def _seen(path: Any, lines: list[tuple[Point, Point]]) -> Iterator[tuple[Point, Point]]:
    """The lines of a path that is drawn as lines; of a thin filled shape the line in its middle."""
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
    if stroke.value:
        yield from lines
    elif fill.value and lines:
        yield from _middle(lines)


def _middle(lines: list[tuple[Point, Point]]) -> Iterator[tuple[Point, Point]]:
    points = [point for line in lines for point in line]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    middle = (left + right) / 2, (top + bottom) / 2
    if bottom - top <= _THIN < right - left:
        yield (left, middle[1]), (right, middle[1])
    elif right - left <= _THIN < bottom - top:
        yield (middle[0], top), (middle[0], bottom)


def _lines(path: Any) -> Iterator[tuple[Point, Point]]:
    count = pdfium.FPDFPath_CountSegments(path)
    if count > MAX_DRAWN:
        raise TooMuch(f"A drawing on the page has {count:,} parts")
    start = last = (0.0, 0.0)
    for index in range(count):
        segment = pdfium.FPDFPath_GetPathSegment(path, index)
        x, y = ctypes.c_float(), ctypes.c_float()
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        point = (x.value, y.value)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            start = point
        elif kind == pdfium.FPDF_SEGMENT_LINETO:
            yield last, point
        last = point
        if pdfium.FPDFPathSegment_GetClose(segment):
            yield last, start
            last = start
