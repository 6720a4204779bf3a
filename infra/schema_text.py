"""The schema of a stage."""

import re

from infra.stage import REPOSITORY, Stage

SCHEMA = REPOSITORY / "schema.graphql"

_TOKEN = re.compile(
    r'''
    """(?:\\"""|(?!""").)*""" | "(?:\\.|[^"\\\n])*"
    | (?P<comment> ^[ \t]*\#[^\n]*\n | [ \t]*\#[^\n]* )
    | [()]
    ''',
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
"""Strings and comments are matched as a whole, so that brackets and `#` in them are ignored."""


def schema_for(stage: Stage) -> str:
    """schema.graphql, without API keys where there are none, and without comments on arguments where they are off."""
    text = SCHEMA.read_text()
    if not stage.has_api_key:
        text = text.replace(" @aws_api_key", "")
    return text if stage.argument_comments else without_argument_comments(text)


def without_argument_comments(sdl: str) -> str:
    """The same schema without comments between brackets. Comments on types and fields stay."""
    depth = 0

    def kept(match: re.Match[str]) -> str:
        nonlocal depth
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        return "" if depth and match["comment"] else match[0]

    return _TOKEN.sub(kept, sdl)
