"""Tables in the width of the terminal: nothing is cut off, and no id is broken in two."""

import shutil
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

GAP = "  "
_INDENT = "    "

Cells = Sequence[str]


@dataclass(frozen=True)
class _Column:
    """A column, as wide as its widest cell."""

    place: int
    heading: str
    width: int
    is_right: bool

    def fitted(self, text: str) -> str:
        space = " " * (self.width - _cells(text))
        return space + text if self.is_right else text + space


def table_lines(headings: Cells, rows: Sequence[Cells], right: Sequence[str]) -> Iterator[str]:
    """The lines of a table. What is empty in all rows is left out; the widest columns go below each row if need be."""
    columns = [
        _Column(place, heading, max(_cells(heading), *(_cells(row[place]) for row in rows)), heading in right)
        for place, heading in enumerate(headings)
        if any(row[place] for row in rows)
    ]
    beside = _fitting(columns)
    below = [each for each in columns if each not in beside]
    yield GAP.join(each.fitted(each.heading) for each in beside).rstrip()
    yield GAP.join("─" * each.width for each in beside)[: _width()]
    for row in rows:
        yield GAP.join(each.fitted(row[each.place]) for each in beside).rstrip()
        for each in below:
            yield from _paragraph(each.heading, row[each.place])


def entry_lines(parts: Sequence[str]) -> Iterator[str]:
    """One entry of a live view: its parts beside each other, and on further lines what does not fit."""
    line = ""
    for part in parts:
        longer = f"{line}{GAP}{part}" if line else part
        if not line or _cells(longer) <= _width():
            line = longer
            continue
        yield line
        line = _INDENT + part
    yield from (
        textwrap.wrap(
            line,
            _width(),
            subsequent_indent=_INDENT,
            drop_whitespace=True,
            break_long_words=False,
            break_on_hyphens=False,
        )
        if line.startswith(_INDENT)
        else [line]
    )


def remark_lines(text: str) -> list[str]:
    """A remark in the width of the terminal, broken between words."""
    return textwrap.wrap(text, _width(), break_long_words=False, break_on_hyphens=False) or [""]


def _fitting(columns: Sequence[_Column]) -> list[_Column]:
    """The columns that stand beside each other: the first one always, of the others as many of the narrow as can."""
    kept = list(columns)
    while len(kept) > 1 and sum(each.width + len(GAP) for each in kept) - len(GAP) > _width():
        kept.remove(max(kept[1:], key=lambda each: (each.width, each.place)))
    return kept


def _paragraph(heading: str, text: str) -> list[str]:
    """A cell on lines of its own; a long word, such as a key, stays whole so that it can be copied."""
    first = f"{_INDENT}{heading}: "
    filled = textwrap.wrap(
        text, _width(), initial_indent=first, subsequent_indent=_INDENT, break_long_words=False, break_on_hyphens=False
    )
    return filled if text else []


def _width() -> int:
    return shutil.get_terminal_size().columns


def _cells(text: str) -> int:
    """How wide a text is on the screen, where some characters take two places."""
    from rich.cells import cell_len  # noqa: PLC0415  only tables need it

    return cell_len(text)
