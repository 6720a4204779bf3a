"""A small reader for `selectionSetGraphQL`: the text of a selection set, with aliases, arguments and inline fragments.

A full GraphQL parser would take longer to import than everything else in the Lambda together. AppSync has already
parsed and validated the query, so this only has to understand valid text; the caller handles the ValueError otherwise.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_TOKEN = re.compile(
    r"""\s+|,|\#[^\n]*
    |(?P<block>\"{3}(?:\\\"{3}|.)*?\"{3})
    |(?P<string>"(?:\\.|[^"\\])*")
    |(?P<spread>\.{3})
    |(?P<name>[_A-Za-z]\w*)
    |(?P<number>-?\d[\d.eE+-]*)
    |(?P<mark>[{}()\[\]:$!=@|&])""",
    re.VERBOSE | re.DOTALL,
)


@dataclass
class SelectionEntry:
    """One entry of a selection set: a field, an inline fragment, or the spread of a fragment whose body is not sent."""

    name: str | None = None
    alias: str | None = None
    on_type: str | None = None
    spread: str | None = None
    below: "list[SelectionEntry]" = field(default_factory=list)

    @property
    def response_name(self) -> str | None:
        return self.alias or self.name


def read_selection(text: str, variables: dict[str, Any]) -> list[SelectionEntry]:
    """The entries of a selection set, without those that @skip or @include exclude with these variables."""
    tokens = list(_tokens(text))
    if not tokens:
        return []
    reader = _Reader(tokens, variables)
    return reader.selection_set()


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise ValueError(f"not a selection set at {place}")
        place = match.end()
        if match.lastgroup:
            yield match.lastgroup, match[match.lastgroup]


class _Reader:
    """Reads tokens one after the other."""

    def __init__(self, tokens: list[tuple[str, str]], variables: dict[str, Any]) -> None:
        self._tokens = [*tokens, ("end", "")]
        self._place = 0
        self._variables = variables

    def selection_set(self) -> list[SelectionEntry]:
        self._expect("{")
        found: list[SelectionEntry] = []
        while self._text() != "}":
            entry, is_wanted = self._entry()
            if is_wanted:
                found.append(entry)
        self._expect("}")
        return found

    def _entry(self) -> tuple[SelectionEntry, bool]:
        if self._kind() == "spread":
            return self._fragment()
        name = self._name()
        entry = SelectionEntry(name=name)
        if self._text() == ":":
            self._expect(":")
            entry = SelectionEntry(name=self._name(), alias=name)
        self._skip_arguments()
        return self._finish(entry)

    def _fragment(self) -> tuple[SelectionEntry, bool]:
        self._next()
        if self._kind() == "name" and self._text() != "on":
            return self._finish(SelectionEntry(spread=self._name()))
        entry = SelectionEntry()
        if self._text() == "on":
            self._next()
            entry = SelectionEntry(on_type=self._name())
        return self._finish(entry)

    def _finish(self, entry: SelectionEntry) -> tuple[SelectionEntry, bool]:
        is_wanted = self._directives()
        if self._text() == "{":
            entry.below = self.selection_set()
        return entry, is_wanted

    def _directives(self) -> bool:
        """Whether @skip and @include keep an entry; they do if a variable is unknown."""
        is_wanted = True
        while self._text() == "@":
            self._next()
            name = self._name()
            condition = self._condition()
            if condition is not None and name in {"skip", "include"}:
                is_wanted = is_wanted and condition == (name == "include")
        return is_wanted

    def _condition(self) -> bool | None:
        if self._text() != "(":
            return None
        start = self._place
        self._skip_arguments()
        inside = [text for _, text in self._tokens[start : self._place]]
        if "$" in inside:
            value = self._variables.get(inside[inside.index("$") + 1])
            return value if isinstance(value, bool) else None
        return {"true": True, "false": False}.get(inside[-2])

    def _skip_arguments(self) -> None:
        if self._text() != "(":
            return
        depth = 0
        while True:
            depth += {"(": 1, ")": -1}.get(self._text(), 0) if self._kind() == "mark" else 0
            self._next()
            if depth == 0:
                return

    def _name(self) -> str:
        if self._kind() != "name":
            raise ValueError(f"a name was expected, not {self._text()!r}")
        return self._next()

    def _expect(self, text: str) -> None:
        if self._text() != text:
            raise ValueError(f"{text!r} was expected, not {self._text()!r}")
        self._next()

    def _next(self) -> str:
        kind, text = self._tokens[self._place]
        if kind == "end":
            raise ValueError("the selection set ends too early")
        self._place += 1
        return text

    def _kind(self) -> str:
        return self._tokens[self._place][0]

    def _text(self) -> str:
        return self._tokens[self._place][1]
