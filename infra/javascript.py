"""JavaScript without comments, blank lines and indentation.

A template repeats the code of a resolver for every field, and CloudFormation limits its size. Names and statements stay
as they are: AppSync runs a part of JavaScript only, and a minifier may write the rest.
"""

import re
from collections.abc import Iterator

_TOKEN = re.compile(
    r"""
    (?P<blank> (?: \s | //[^\n]* | /\*.*?\*/ )+ )
    | '(?:\\.|[^'\\\n])*' | "(?:\\.|[^"\\\n])*" | [\w$]+ | .
    """,
    re.VERBOSE | re.DOTALL,
)
_REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/")
_TEMPLATE_TEXT = re.compile(r"(?:\\.|\$(?!\{)|[^\\$`])*(?:`|\$\{)", re.DOTALL)
"""Up to the end of the template literal, or to an expression in it."""
_BEFORE_A_VALUE = {"case", "delete", "in", "of", "return", "typeof", "void"}


def compact(source: str) -> str:
    """The same program with one space, or one line break, where there were blanks and comments."""
    return "".join(_Scanner(source).tokens()).strip() + "\n"


class _Scanner:
    """Scans a program token by token, so that a string or a regular expression is never taken for a comment."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._place = 0
        self._before = ""
        self._in_template_text = False
        self._braces: list[bool] = []
        """The open braces; whether template text continues after the closing one."""

    def tokens(self) -> Iterator[str]:
        while self._place < len(self._source):
            match = self._match()
            self._place = match.end()
            if match.lastgroup == "blank":
                yield "\n" if "\n" in match[0] else " "
            else:
                self._follow(match[0])
                yield match[0]

    def _match(self) -> re.Match[str]:
        pattern = _TEMPLATE_TEXT if self._in_template_text else _TOKEN
        match = pattern.match(self._source, self._place)
        if match is None:
            raise ValueError("a template literal has no end")
        if match[0] == "/" and self._value_may_begin():
            match = _REGEX.match(self._source, self._place) or match
        return match

    def _value_may_begin(self) -> bool:
        """Whether a slash begins a regular expression; otherwise it is a division."""
        last = self._before[-1:]
        return self._before in _BEFORE_A_VALUE or not (last.isalnum() or last in tuple("_$)]}'\"`"))

    def _follow(self, text: str) -> None:
        """Keep track of where template text begins and ends."""
        self._before = text
        if self._in_template_text:
            self._in_template_text = False
            if text.endswith("${"):
                self._braces.append(True)
        elif text == "{":
            self._braces.append(False)
        elif text == "}":
            self._in_template_text = bool(self._braces) and self._braces.pop()
        elif text == "`":
            self._in_template_text = True
