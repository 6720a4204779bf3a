"""A page as Textract describes it: blocks that name each other by id."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from local.services.textract.aligned import aligned_tables
from local.services.textract.forms import FormPair, pairs
from local.services.textract.geometry import PageSize, PlacedBox, around
from local.services.textract.lines import PdfLine, PdfRow, PdfWord, rows, words
from local.services.textract.pdf import DrawnLine, Glyph
from local.services.textract.ruled import PdfCell, PdfTable, ruled_tables

Block = dict[str, Any]
_SURE = 99.5
"""Per cent: what a PDF says about its letters is read, not guessed."""
_UNSURE = 40.0
"""For words with letters that the file does not name."""
_STRUCTURE = 95.0
_NAMES = uuid.UUID("0a1d8a5e-6b0b-5c8a-9f5b-3d0f6e9f6f21")


@dataclass
class PageBlocks:
    """The blocks of one page; ids depend on the document and the place of a block alone."""

    document: str
    number: int
    size: PageSize
    features: frozenset[str]
    made: list[Block] = field(default_factory=list)
    _ids: dict[int, str] = field(default_factory=dict)
    """Of words, by their identity."""

    def blocks(self, letters: Iterable[Glyph], rules: Sequence[DrawnLine]) -> list[Block]:
        """All blocks, the page first."""
        found = words(letters, self.size.box)
        read = rows(found, rules)
        page = self._block("PAGE", self.size.box)
        children = [self._line(line) for row in read for line in row]
        if "TABLES" in self.features:
            children += [self._table(table) for table in _tables(rules, found, read)]
        if "FORMS" in self.features:
            children += [key for pair in pairs(read) for key in self._pair(pair)]
        _relate(page, "CHILD", children)
        return self.made

    def _block(self, kind: str, box: PlacedBox, **more: Any) -> Block:
        name = f"{self.document}/{self.number}/{len(self.made)}"
        block = {"BlockType": kind, **more, "Geometry": self.size.geometry(box)}
        block |= {"Id": str(uuid.uuid5(_NAMES, name)), "Page": self.number}
        self.made.append(block)
        return block

    def _line(self, line: PdfLine) -> str:
        sure = min(_confidence(word) for word in line.words)
        block = self._block("LINE", line.box, Confidence=sure, Text=line.text)
        _relate(block, "CHILD", [self._word(word) for word in line.words])
        return str(block["Id"])

    def _word(self, word: PdfWord) -> str:
        block = self._block("WORD", word.box, Confidence=_confidence(word), Text=word.text, TextType="PRINTED")
        self._ids[id(word)] = block["Id"]
        return str(block["Id"])

    def _table(self, table: PdfTable) -> str:
        block = self._block("TABLE", table.box, Confidence=_STRUCTURE, EntityTypes=["STRUCTURED_TABLE"])
        merged = [cell for cell in table.cells if cell.row_span > 1 or cell.column_span > 1]
        ids = {cell: [self._cell(part) for part in _parts(cell)] for cell in table.cells}
        _relate(block, "CHILD", [each for parts in ids.values() for each in parts])
        _relate(block, "MERGED_CELL", [self._merged(cell, ids[cell]) for cell in merged])
        return str(block["Id"])

    def _cell(self, cell: PdfCell) -> str:
        block = self._block("CELL", cell.box, Confidence=_STRUCTURE, **_place(cell))
        _relate(block, "CHILD", [self._ids[id(word)] for word in cell.words])
        return str(block["Id"])

    def _merged(self, cell: PdfCell, parts: list[str]) -> str:
        block = self._block("MERGED_CELL", cell.box, Confidence=_STRUCTURE, **_place(cell))
        _relate(block, "CHILD", parts)
        return str(block["Id"])

    def _pair(self, pair: FormPair) -> Iterator[str]:
        key = self._field("KEY", pair.key, around(word.box for word in pair.key))
        value = self._field("VALUE", pair.value, around(word.box for word in pair.value or pair.key))
        key.setdefault("Relationships", []).insert(0, {"Type": "VALUE", "Ids": [value["Id"]]})
        yield from (key["Id"], value["Id"])

    def _field(self, kind: str, found: Sequence[PdfWord], box: PlacedBox) -> Block:
        block = self._block("KEY_VALUE_SET", box, Confidence=_STRUCTURE, EntityTypes=[kind])
        _relate(block, "CHILD", [self._ids[id(word)] for word in found])
        return block


def _tables(rules: Sequence[DrawnLine], found: Sequence[PdfWord], read: Sequence[PdfRow]) -> list[PdfTable]:
    drawn = ruled_tables(rules, found)
    return [*drawn, *aligned_tables(read, drawn)]


def _parts(cell: PdfCell) -> Iterator[PdfCell]:
    """Textract has a cell for each row and column, also within one that spans several; its text is in the first."""
    width, height = cell.box.width / cell.column_span, cell.box.height / cell.row_span
    for i in range(cell.row_span):
        for j in range(cell.column_span):
            left, top = cell.box.left + j * width, cell.box.top + i * height
            inside = cell.words if i == j == 0 else ()
            yield PdfCell(cell.row + i, cell.column + j, PlacedBox(left, top, left + width, top + height), inside)


def _place(cell: PdfCell) -> dict[str, int]:
    place = {"RowIndex": cell.row, "ColumnIndex": cell.column}
    return place | {"RowSpan": cell.row_span, "ColumnSpan": cell.column_span}


def _relate(block: Block, kind: str, ids: list[str]) -> None:
    if ids:
        block.setdefault("Relationships", []).append({"Type": kind, "Ids": ids})


def _confidence(word: PdfWord) -> float:
    return _UNSURE if "\ufffd" in word.text else _SURE
