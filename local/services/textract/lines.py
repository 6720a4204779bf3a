"""Letters become words, and words become lines."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from local.services.textract.geometry import PlacedBox, around
from local.services.textract.pdf import DrawnLine, Glyph

_APART = 0.45
"""Letters that are further apart than this share of their height belong to two words."""
_COLUMNS = 1.1
"""Words that are further apart than this share of their height belong to two lines."""
_SAME_ROW = 0.4


@dataclass(frozen=True)
class PdfWord:
    """A word."""

    text: str
    box: PlacedBox
    cell: PlacedBox
    """As high as the font, in the direction of reading."""
    quarters: int


@dataclass(frozen=True)
class PdfLine:
    """Words that are read one after the other."""

    words: tuple[PdfWord, ...]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def box(self) -> PlacedBox:
        return around(word.box for word in self.words)

    @property
    def cell(self) -> PlacedBox:
        return around(word.cell for word in self.words)

    @property
    def quarters(self) -> int:
        return self.words[0].quarters


PdfRow = tuple[PdfLine, ...]
"""Lines beside each other, from left to right."""


def words(letters: Iterable[Glyph], page: PlacedBox) -> list[PdfWord]:
    """The words whose middle is shown."""
    return [word for run in _runs(letters) for word in [_word(run)] if page.holds(word.box.centre)]


def rows(found: Sequence[PdfWord], rules: Sequence[DrawnLine]) -> list[PdfRow]:
    """The lines in reading order, row by row: what stands upright first."""
    walls = [rule for rule in rules if not rule.is_horizontal]
    by_turn = groupby(sorted(found, key=lambda word: word.quarters), key=lambda word: word.quarters)
    return [tuple(_lines(row, walls)) for _, group in by_turn for row in _rows(list(group))]


def _runs(letters: Iterable[Glyph]) -> Iterator[list[Glyph]]:
    run: list[Glyph] = []
    for letter in letters:
        if run and (letter.text is None or not _continues(run[-1], letter)):
            yield run
            run = []
        if letter.text is not None:
            run.append(letter)
    if run:
        yield run


def _continues(last: Glyph, letter: Glyph) -> bool:
    """Whether a letter follows another in the same word, whatever the order in which a file draws its words."""
    if last.quarters != letter.quarters:
        return False
    one, other = last.cell.turned(last.quarters), letter.cell.turned(last.quarters)
    height = max(one.height, other.height)
    is_level = abs(one.bottom - other.bottom) <= height * _SAME_ROW
    return is_level and -height <= other.left - one.right <= height * _APART


def _word(run: list[Glyph]) -> PdfWord:
    quarters = run[0].quarters
    text = "".join(letter.text or "" for letter in run)
    cell = around(letter.cell.turned(quarters) for letter in run)
    return PdfWord(text, around(letter.box for letter in run), cell, quarters)


def _rows(found: list[PdfWord]) -> Iterator[list[PdfWord]]:
    """Words at the same height, from top to bottom."""
    row: list[PdfWord] = []
    for word in sorted(found, key=lambda word: word.cell.centre[1]):
        if row and not _is_beside(row, word):
            yield row
            row = []
        row.append(word)
    if row:
        yield row


def _is_beside(row: list[PdfWord], word: PdfWord) -> bool:
    middle = sum(each.cell.centre[1] for each in row) / len(row)
    height = min(word.cell.height, *(each.cell.height for each in row)) if row else word.cell.height
    return abs(word.cell.centre[1] - middle) <= height * _SAME_ROW


def _lines(row: list[PdfWord], walls: Sequence[DrawnLine]) -> Iterator[PdfLine]:
    line: list[PdfWord] = []
    for word in sorted(row, key=lambda word: word.cell.left):
        if line and _is_apart(line[-1], word, walls):
            yield PdfLine(tuple(line))
            line = []
        line.append(word)
    yield PdfLine(tuple(line))


def _is_apart(last: PdfWord, word: PdfWord, walls: Sequence[DrawnLine]) -> bool:
    gap = word.cell.left - last.cell.right
    if gap > _COLUMNS * max(last.cell.height, word.cell.height):
        return True
    return last.quarters == 0 and any(_is_between(wall, last.box, word.box) for wall in walls)


def _is_between(wall: DrawnLine, left: PlacedBox, right: PlacedBox) -> bool:
    top, bottom = sorted((wall.start[1], wall.end[1]))
    return left.centre[0] < wall.start[0] < right.centre[0] and top <= left.centre[1] <= bottom
