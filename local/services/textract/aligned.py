"""Tables without lines: rows of the same number of texts, each below the one above it."""

from collections.abc import Iterator, Sequence

from local.services.textract.geometry import PlacedBox, around
from local.services.textract.lines import PdfLine, PdfRow
from local.services.textract.ruled import PdfCell, PdfTable

_LEAST_ROWS = 3
_ALIGNED = 3.0
"""Points."""
_MAX_GAP = 2.5
"""Rows that are further apart than this many of their heights belong to two tables."""


def aligned_tables(rows: Sequence[PdfRow], drawn: Sequence[PdfTable]) -> list[PdfTable]:
    """The tables among rows that are in no table that is drawn."""
    free = [row for row in rows if not any(table.box.holds(row[0].box.centre) for table in drawn)]
    return [_table(block) for block in _blocks(free) if len(block) >= _LEAST_ROWS]


def _blocks(rows: Sequence[PdfRow]) -> Iterator[list[PdfRow]]:
    block: list[PdfRow] = []
    for row in rows:
        if block and not _continues(block, row):
            yield block
            block = []
        if len(row) > 1 and row[0].quarters == 0 and not row[0].text.endswith(":"):
            block.append(row)
    if block:
        yield block


def _continues(block: list[PdfRow], row: PdfRow) -> bool:
    last = block[-1]
    if len(row) != len(last) or row[0].quarters != 0:
        return False
    if row[0].cell.top - last[0].cell.bottom > _MAX_GAP * last[0].cell.height:
        return False
    return all(_are_aligned([*(each[column] for each in block), row[column]]) for column in range(len(row)))


def _are_aligned(column: list[PdfLine]) -> bool:
    """By their left ends, their right ends or their middles."""
    ends = (
        [line.cell.left for line in column],
        [line.cell.right for line in column],
        [line.cell.centre[0] for line in column],
    )
    return any(max(each) - min(each) <= _ALIGNED for each in ends)


def _table(block: list[PdfRow]) -> PdfTable:
    columns = range(len(block[0]))
    sides = [around(row[column].cell for row in block) for column in columns]
    cells = [
        PdfCell(
            number + 1,
            column + 1,
            PlacedBox(sides[column].left, row[column].cell.top, sides[column].right, row[column].cell.bottom),
            row[column].words,
        )
        for number, row in enumerate(block)
        for column in columns
    ]
    return PdfTable(tuple(cells))
