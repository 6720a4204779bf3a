"""Tables that are drawn with lines."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from local.services.textract.geometry import PlacedBox, around
from local.services.textract.limits import MAX_RULES
from local.services.textract.lines import PdfWord
from local.services.textract.pdf import DrawnLine

_NEAR = 4.0
"""Points: lines so close to each other are the border between the same two cells."""
_MAX_SIDE = 300
"""Rows or columns."""


@dataclass(frozen=True)
class PdfCell:
    """A cell; one that spans several rows or columns counts once."""

    row: int
    column: int
    box: PlacedBox
    words: tuple[PdfWord, ...]
    row_span: int = 1
    column_span: int = 1


@dataclass(frozen=True)
class PdfTable:
    """Cells, row by row."""

    cells: tuple[PdfCell, ...]

    @property
    def box(self) -> PlacedBox:
        return around(cell.box for cell in self.cells)


@dataclass
class _Bar:
    """A line without its direction: where it runs, from where to where."""

    at: float
    start: float
    end: float

    def reaches(self, place: float) -> bool:
        return self.start - _NEAR <= place <= self.end + _NEAR


def ruled_tables(rules: Sequence[DrawnLine], words: Sequence[PdfWord]) -> list[PdfTable]:
    """The tables of a page, from top to bottom."""
    if len(rules) > MAX_RULES:
        return []  # a drawing
    across = _merged([_Bar(r.start[1], *sorted((r.start[0], r.end[0]))) for r in rules if r.is_horizontal])
    down = _merged([_Bar(r.start[0], *sorted((r.start[1], r.end[1]))) for r in rules if not r.is_horizontal])
    found = [_table(*group, words) for group in _groups(across, down)]
    return sorted((each for each in found if each), key=lambda table: (table.box.top, table.box.left))


def _merged(bars: list[_Bar]) -> list[_Bar]:
    """Lines that continue or cover each other become one."""
    merged: list[_Bar] = []
    for bar in sorted(bars, key=lambda each: (each.start, each.at)):
        for other in reversed(merged):
            if abs(other.at - bar.at) <= _NEAR and bar.start <= other.end + _NEAR:
                other.end = max(other.end, bar.end)
                break
        else:
            merged.append(_Bar(bar.at, bar.start, bar.end))
    return merged


def _groups(across: list[_Bar], down: list[_Bar]) -> Iterator[tuple[list[_Bar], list[_Bar]]]:
    """Lines that touch each other, directly or by others."""
    rest_across, rest_down = list(across), list(down)
    while rest_across:
        group_across, group_down = [rest_across.pop()], list[_Bar]()
        grew = True
        while grew:
            new_down = [v for v in rest_down if any(_touch(h, v) for h in group_across)]
            rest_down = [v for v in rest_down if v not in new_down]
            group_down += new_down
            new_across = [h for h in rest_across if any(_touch(h, v) for v in new_down)]
            rest_across = [h for h in rest_across if h not in new_across]
            group_across += new_across
            grew = bool(new_across)
        yield group_across, group_down


def _touch(horizontal: _Bar, vertical: _Bar) -> bool:
    return horizontal.reaches(vertical.at) and vertical.reaches(horizontal.at)


def _table(across: list[_Bar], down: list[_Bar], words: Sequence[PdfWord]) -> PdfTable | None:
    """The table between lines; None if they enclose fewer than two cells."""
    ys, xs = _places(across), _places(down)
    if not 2 <= len(ys) <= _MAX_SIDE or not 2 <= len(xs) <= _MAX_SIDE or len(ys) + len(xs) < 5:  # noqa: PLR2004
        return None
    cells = list(_cells(xs, ys, across, down))
    filled = [_filled(cell, words) for cell in cells]
    return PdfTable(tuple(filled)) if len(filled) > 1 else None


def _places(bars: list[_Bar]) -> list[float]:
    places: list[list[float]] = []
    for at in sorted(bar.at for bar in bars):
        if places and at - places[-1][-1] <= _NEAR:
            places[-1].append(at)
        else:
            places.append([at])
    return [sum(each) / len(each) for each in places]


def _cells(xs: list[float], ys: list[float], across: list[_Bar], down: list[_Bar]) -> Iterator[PdfCell]:
    taken: set[tuple[int, int]] = set()
    for row in range(len(ys) - 1):
        for column in range(len(xs) - 1):
            if (row, column) in taken:
                continue
            width = _span(column, len(xs) - 1, lambda each: _has(down, xs[each], ys[row], ys[row + 1]))  # noqa: B023
            height = _span(row, len(ys) - 1, lambda each: _has(across, ys[each], xs[column], xs[column + 1]))  # noqa: B023
            taken |= {(row + i, column + j) for i in range(height) for j in range(width)}
            box = PlacedBox(xs[column], ys[row], xs[column + width], ys[row + height])
            yield PdfCell(row + 1, column + 1, box, (), height, width)


def _span(start: int, end: int, is_closed: Callable[[int], bool]) -> int:
    """How many columns or rows there are up to the next line."""
    return next((each - start for each in range(start + 1, end) if is_closed(each)), end - start)


def _has(bars: list[_Bar], at: float, start: float, end: float) -> bool:
    middle = (start + end) / 2
    return any(abs(bar.at - at) <= _NEAR and bar.start <= middle <= bar.end for bar in bars)


def _filled(cell: PdfCell, words: Sequence[PdfWord]) -> PdfCell:
    inside = tuple(word for word in words if cell.box.holds(word.box.centre))
    return PdfCell(cell.row, cell.column, cell.box, inside, cell.row_span, cell.column_span)
