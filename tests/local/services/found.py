"""What a reader says about a document, in the form of what was put in."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from local.services.textract.limits import Allowance
from local.services.textract.reader import Assignment, read
from tests.local.services.pdfs import PutPage, PutWord

ALL = frozenset({"TABLES", "FORMS"})


class NoLimits(Allowance):
    """For readers in this process, which must not be held to anything."""

    def impose(self) -> None:
        pass


def said_of(document: bytes, folder: Path, features: frozenset[str] = ALL) -> list[dict[str, Any]]:
    """Everything that a reader writes about a document."""
    source, target = folder / "document", folder / "read"
    source.write_bytes(document)
    read(Assignment(source, target, "d", features, NoLimits()))
    return [json.loads(line) for line in target.read_text().splitlines()]


def read_pages(document: bytes, folder: Path) -> list[PutPage]:
    """The pages of a document."""
    head, *pages, end = said_of(document, folder)
    assert end == {"ended": None}
    assert head == {"pages": len(pages)}
    return [page_of(page["blocks"]) for page in pages]


def page_of(blocks: list[dict[str, Any]]) -> PutPage:
    """The words, tables and pairs of a page's blocks."""
    by_id = {block["Id"]: block for block in blocks}
    assert len(by_id) == len(blocks)
    page = PutPage([_word(block) for block in blocks if block["BlockType"] == "WORD"])
    page.tables = [_cells(block, by_id) for block in blocks if block["BlockType"] == "TABLE"]
    keys = [block for block in blocks if "KEY" in block.get("EntityTypes", [])]
    page.pairs = [(_text(key, by_id), _text(_related(key, by_id, "VALUE")[0], by_id)) for key in keys]
    return page


def _word(block: dict[str, Any]) -> PutWord:
    box = block["Geometry"]["BoundingBox"]
    return PutWord(block["Text"], box["Left"], box["Top"], box["Left"] + box["Width"], box["Top"] + box["Height"])


def _cells(table: dict[str, Any], by_id: dict[str, Any]) -> list[list[str]]:
    rows: dict[int, dict[int, str]] = defaultdict(dict)
    for cell in _related(table, by_id, "CHILD"):
        rows[cell["RowIndex"]][cell["ColumnIndex"]] = _text(cell, by_id)
    return [[rows[row][column] for column in sorted(rows[row])] for row in sorted(rows)]


def _related(block: dict[str, Any], by_id: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [by_id[each] for group in block.get("Relationships", []) if group["Type"] == kind for each in group["Ids"]]


def _text(block: dict[str, Any], by_id: dict[str, Any]) -> str:
    return " ".join(child["Text"] for child in _related(block, by_id, "CHILD"))
