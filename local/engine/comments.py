"""Turns the comments of a schema into descriptions, as AppSync does; it accepts no other descriptions."""

import re

_COMMENT = re.compile(r"^(\s*)#\s?(.*)$")
_UNDESCRIBED = re.compile(r"\s*($|[})])|schema\b")
"""Lines that cannot be described: blank ones, closing brackets, and the list of root types."""


def comments_as_descriptions(sdl: str) -> str:
    """The schema with every comment right above a definition turned into its description."""
    lines: list[str] = []
    waiting: list[str] = []
    for line in sdl.splitlines():
        if found := _COMMENT.match(line):
            waiting.append(found[2])
            continue
        if waiting and not _UNDESCRIBED.match(line):
            lines.append(_description(waiting, line))
        waiting = []
        lines.append(line)
    return "\n".join(lines)


def _description(texts: list[str], line: str) -> str:
    """On one line, so that errors still name lines that a person can find by their text."""
    text = " ".join(texts).replace("\\", "\\\\").replace('"', '\\"')
    indent = line[: len(line) - len(line.lstrip())]
    return f'{indent}"{text}"'
