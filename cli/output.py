"""What a person or a script sees: tables in the width of the terminal, plain rows in a pipe, JSON when asked."""

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cli.tables import entry_lines, remark_lines, table_lines
from cli.terminal import is_terminal

_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters, apart from tabs and ends of lines."""

Row = Mapping[str, Any]
Cell = Callable[[Row], Any]


def print_json(value: Any) -> None:
    """The answer as the API gave it."""
    print_line(json.dumps(value, ensure_ascii=False, indent=2 if is_terminal() else None))


def print_event(value: Any) -> None:
    """One of many that come, on a line of its own."""
    print_line(json.dumps(value, ensure_ascii=False))


def print_line(text: str = "") -> None:
    """Print one line at once: a script may be waiting for it."""
    sys.stdout.write(f"{_harmless(text) if is_terminal() else text}\n")
    sys.stdout.flush()


def print_entry(*parts: Any) -> None:
    """One entry of a live view; what is not known is left out."""
    known = [str(each) for each in parts if each]
    for line in entry_lines(known) if is_terminal() else ["  ".join(known)]:
        print_line(line)


def say(text: str) -> None:
    """Lines beside the output: progress and remarks, which a pipe does not carry on."""
    lines = text.splitlines() or [""]
    for line in (part for each in lines for part in remark_lines(each)) if sys.stderr.isatty() else lines:
        sys.stderr.write(f"{_harmless(line)}\n")
    sys.stderr.flush()


def warn(text: str) -> None:
    say(f"Warning: {text}")


def print_table(rows: Iterable[Row], columns: Mapping[str, Cell], empty: str, right: Sequence[str] = ()) -> None:
    """Rows under their headings; in a pipe, without headings and separated by tabs."""
    found = [[_text(cell(row)) for cell in columns.values()] for row in rows]
    if not is_terminal():
        for each in found:
            print_line("\t".join(each))
        return
    if not found:
        say(empty)
        return
    for line in table_lines(list(columns), found, right):
        print_line(line)


def print_facts(facts: Mapping[str, Any]) -> None:
    """Names and values, one a line; what is not known is left out."""
    known = {name: _text(value) for name, value in facts.items() if value not in (None, "", [])}
    width = max(map(len, known), default=0)
    for name, value in known.items():
        print_line(f"{name:<{width}}  {value}")


def _harmless(text: str) -> str:
    """Text without what steers a terminal: file names and recognised text come from strangers."""
    return _STEERING.sub("\N{REPLACEMENT CHARACTER}", text)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return ", ".join(_text(each) for each in value)
    return " ".join(str(value).split())
