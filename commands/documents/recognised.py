"""What Textract found, page by page, in a form that is easy to show: lines, tables and forms with their places.

Textract gives blocks that refer to each other. Blocks of one page follow each other, over several answers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

Block = Mapping[str, Any]
PageData = dict[str, Any]


def page_number(block: Block) -> int:
    """The page that a block is on; single pictures have only one."""
    return int(block.get("Page") or 1)


def page_data(number: int, blocks: Sequence[Block]) -> PageData:
    """One page from all its blocks."""
    known = {str(each.get("Id")): each for each in blocks}
    return {
        "page_number": number,
        "lines": [_line(each) for each in blocks if each.get("BlockType") == "LINE"],
        "tables": [_table(each, known) for each in blocks if each.get("BlockType") == "TABLE"],
        "forms": [_pair(each, known) for each in blocks if _is_key(each)],
    }


def pages_in(blocks: Iterable[Block], *, start: int = 1) -> Iterator[tuple[int, list[Block]]]:
    """The blocks of each page from a page on, one page after the other. The last one may go on in what follows."""
    page: list[Block] = []
    for block in blocks:
        number = page_number(block)
        if number < start:
            continue
        if page and page_number(page[0]) != number:
            yield page_number(page[0]), page
            page = []
        page.append(block)
    if page:
        yield page_number(page[0]), page


def warnings_in(answer: Mapping[str, Any]) -> tuple[str, ...]:
    """What Textract could not read, as texts."""
    found = answer.get("Warnings") or ()
    texts = (f"{each.get('ErrorCode')}: pages {_listed(each.get('Pages') or ())}" for each in found)
    return tuple(dict.fromkeys(texts))


def _listed(pages: Sequence[int]) -> str:
    return ", ".join(str(each) for each in pages) or "not named"


def _line(block: Block) -> PageData:
    return {"text": str(block.get("Text") or ""), **_place(block)}


def _table(block: Block, known: Mapping[str, Block]) -> PageData:
    related = [known[each] for each in _related(block, "CHILD") if each in known]
    cells = [each for each in related if each.get("BlockType") == "CELL"]
    height = max((int(each.get("RowIndex") or 1) for each in cells), default=0)
    width = max((int(each.get("ColumnIndex") or 1) for each in cells), default=0)
    rows = [[""] * width for _ in range(height)]
    for cell in cells:
        rows[int(cell.get("RowIndex") or 1) - 1][int(cell.get("ColumnIndex") or 1) - 1] = _text(cell, known)
    shown = [_cell(each, known) for each in cells]
    return {"rows": rows, "cells": shown, **_place(block)}


def _cell(block: Block, known: Mapping[str, Block]) -> PageData:
    return {
        "row": int(block.get("RowIndex") or 1),
        "column": int(block.get("ColumnIndex") or 1),
        "row_span": int(block.get("RowSpan") or 1),
        "column_span": int(block.get("ColumnSpan") or 1),
        "text": _text(block, known),
        **_place(block),
    }


def _pair(block: Block, known: Mapping[str, Block]) -> PageData:
    values = [known[each] for each in _related(block, "VALUE") if each in known]
    place = _place(block)
    return {
        "key": _text(block, known),
        "value": " ".join(filter(None, (_text(each, known) for each in values))),
        "confidence": place.get("confidence"),
        "key_box": place.get("bounding_box"),
        "value_box": _place(values[0]).get("bounding_box") if values else None,
    }


def _is_key(block: Block) -> bool:
    return block.get("BlockType") == "KEY_VALUE_SET" and "KEY" in (block.get("EntityTypes") or ())


def _text(block: Block, known: Mapping[str, Block]) -> str:
    """The words of a block; a box that can be ticked is `[x]` or `[ ]`."""
    words = []
    for each in (known[name] for name in _related(block, "CHILD") if name in known):
        if each.get("BlockType") == "SELECTION_ELEMENT":
            words.append("[x]" if each.get("SelectionStatus") == "SELECTED" else "[ ]")
        elif each.get("Text"):
            words.append(str(each["Text"]))
    return " ".join(words)


def _related(block: Block, kind: str) -> Iterator[str]:
    for each in block.get("Relationships") or ():
        if each.get("Type") == kind:
            yield from map(str, each.get("Ids") or ())


def _place(block: Block) -> PageData:
    box = (block.get("Geometry") or {}).get("BoundingBox") or {}
    found = {"x": box.get("Left"), "y": box.get("Top"), "width": box.get("Width"), "height": box.get("Height")}
    whole = found if None not in found.values() else None
    return {"confidence": block.get("Confidence"), "bounding_box": whole}
