"""The items of this folder: each with the format that it shows and what it must be read as."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from entities.attributes import Record, decode_item
from entities.tables import TABLES, Table

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.jsonl"))


@dataclass(frozen=True)
class FormatCase:
    """One line of a file."""

    place: str
    """The file and the line, for messages."""
    table: Table
    format: str
    """What is particular about the item."""
    type: str | None
    """The type that it is; None where it is none of ours."""
    item: dict[str, Any]
    """DynamoDB JSON."""
    fields: dict[str, Any] = field(default_factory=dict)
    """Values that the reader must find."""
    unclear: str | None = None
    """The field that cannot be read, although the rest can."""
    unreadable: str | None = None
    """Why the whole item cannot be read."""

    def __str__(self) -> str:
        return f"{self.place}, {self.format}"

    @cached_property
    def record(self) -> Record:
        return decode_item(self.item)

    @property
    def is_readable(self) -> bool:
        return self.type is not None and self.unreadable is None


def cases(*files: Path) -> list[FormatCase]:
    """The items of some files, or of all."""
    return [case for file in files or FILES for case in _cases(file)]


def table_of(file: Path) -> Table:
    """The table that a file is for: the first word of its name says it."""
    return TABLES[file.stem.split("_")[0]]


def _cases(file: Path) -> Iterator[FormatCase]:
    for number, line in enumerate(file.read_text().splitlines(), 1):
        said = json.loads(line)
        yield FormatCase(place=f"{file.name}:{number}", table=table_of(file), item=said.pop("Item"), **said)
