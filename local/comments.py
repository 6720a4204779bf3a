"""Comments of a schema as descriptions: AppSync shows them so, and takes no others."""

import re

_COMMENT = re.compile(r"^(\s*)#\s?(.*)$")


def comments_as_descriptions(sdl: str) -> str:
    """The schema with every comment right above a definition turned into its description."""
    lines: list[str] = []
    waiting: list[str] = []
    for line in sdl.splitlines():
        if found := _COMMENT.match(line):
            waiting.append(found[2])
            continue
        if waiting and line.strip() and not line.strip().startswith(("}", ")", "schema")):
            lines.append(_description(waiting, line))
        waiting = []
        lines.append(line)
    return "\n".join(lines)


def _description(texts: list[str], line: str) -> str:
    """On one line, so that errors still name lines that a person can find by their text."""
    text = " ".join(texts).replace("\\", "\\\\").replace('"', '\\"')
    indent = line[: len(line) - len(line.lstrip())]
    return f'{indent}"{text}"'
