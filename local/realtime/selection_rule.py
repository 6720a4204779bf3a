"""Refuses a subscription that selects more than its messages hold, as infra/appsync/subscribe.js does in AppSync.

It sees what AppSync shows to a resolver, and no more: the text of the selection has no definitions of named fragments,
so the paths that the text does not explain are from those. A name there may be an alias of anything: it is trusted only
where the object sends all its own fields, and where it is one of them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from resolvers.runtime.sent import LEAF, ROOT

MAX_WORDS = 900
_WORD = re.compile(r"\.{3}|[{}():@]|(?:(?!\.{3})[^\s{}():@,])+")

Rule = Mapping[str, Any]
"""What `rule_of` gives."""


def problem_of(rule: Rule, text: str, paths: Sequence[str]) -> str:
    """Why a selection is refused; empty if it is not."""
    words = _WORD.findall(text)
    if max(len(words), len(paths)) > MAX_WORDS:
        return f"The selection of {rule['field']} has more than {MAX_WORDS} words. Select fewer fields."
    reader = _SelectionReader(rule)
    for word in words:
        if not reader.is_over:
            reader.take(word)
    if reader.refused:
        return (
            f"{rule['field']} does not send {', '.join(reader.refused)}. Read that with the query `{rule['query']}`, "
            f"and select only what is sent: {rule['text']}"
        )
    hidden = list(reader.hidden(paths))
    if hidden:
        return (
            f"{rule['field']} cannot tell whether {', '.join(hidden)} is sent, because it stands in a named fragment. "
            f"Write it into the subscription itself, and select only what is sent: {rule['text']} "
            f"The query `{rule['query']}` has the rest."
        )
    return ""


@dataclass(frozen=True)
class _Object:
    """An object of the selection; `sent` is None where nothing of it is."""

    sent: Any
    real: str
    path: str

    def inner(self, name: str) -> Any:
        return self.sent.get(name) if self.sent else None

    def real_path(self, name: str) -> str:
        return f"{self.real}.{name}" if self.real else name

    def client_path(self, name: str) -> str:
        return f"{self.path}/{name}" if self.path else name


@dataclass
class _SelectionReader:
    """Reads the words of a selection: the paths in it, the objects on them, and the fields that are not sent."""

    rule: Rule
    refused: list[str] = field(default_factory=list)
    is_over: bool = False
    _paths: set[str] = field(default_factory=set)
    _objects: dict[str, _Object] = field(default_factory=dict)
    _open: list[_Object] = field(default_factory=list)
    _name: str = ""
    """A field that may still turn out to be an alias, or an object."""
    _alias: str = ""
    _is_fragment: bool = False
    """Whether the next brace opens a fragment."""
    _expected: str = ""

    def take(self, word: str) -> None:
        expected, self._expected = self._expected, ""
        if expected == "end":
            self._expected = "" if word == ")" else "end"
        elif expected == "directive":
            self._expected = "arguments"
        elif expected == "arguments" and word == "(":
            self._expected = "end"
        elif word == "@":
            self._expected = "directive"
        elif expected == "condition" and word == "on":
            self._expected = "type"
        elif expected == "condition" and word != "{":
            self._is_fragment = False
        elif expected != "type":
            self._take_part(word)

    def _take_part(self, word: str) -> None:
        if word == "(" and self._is_whole():
            self._expected = "end"
        elif word == "(":
            self.refused.append(self._open[-1].real_path(self._name) if self._open else self._name)
            self.is_over = True
        elif word == ":":
            self._alias, self._name = self._name, ""
        elif word == "{":
            self._open_object()
        else:
            self._end_field()
            if word == "...":
                self._is_fragment, self._expected = True, "condition"
            elif word == "}":
                self._open.pop()
            else:
                self._name = word

    def _open_object(self) -> None:
        if not self._open:
            self._open.append(_Object(self.rule["sent"], ROOT, ""))
            self._objects[""] = self._open[0]
        elif self._is_fragment or self._is_whole():
            self._open.append(self._open[-1])
        else:
            self._enter(self._open[-1])
        self._is_fragment, self._name, self._alias = False, "", ""

    def _enter(self, around: _Object) -> None:
        inner, path = around.inner(self._name), around.client_path(self._alias or self._name)
        entered = _Object(inner if inner != LEAF else None, around.real_path(self._name), path)
        if around.sent and not entered.sent:
            self.refused.append(entered.real)
        self._paths.add(path)
        self._objects[path] = entered
        self._open.append(entered)

    def _end_field(self) -> None:
        if not self._name or not self._open:
            return
        around = self._open[-1]
        if around.sent and around.inner(self._name) != LEAF and self._name != "__typename":
            self.refused.append(around.real_path(self._name))
        self._paths.add(around.client_path(self._alias or self._name))
        self._name = self._alias = ""

    def _is_whole(self) -> bool:
        """Whether this is the subscription itself: some emulators print it around its selection."""
        return len(self._open) == 1 and self._name == self.rule["field"]

    def hidden(self, paths: Sequence[str]) -> Iterator[str]:
        """The paths of which the text does not tell what they are."""
        for path in paths:
            if path in self._paths:
                continue
            above, _, name = path.rpartition("/")
            around = self._objects.get(above)
            inner = around.inner(name) if around else None
            if around and inner and not {around.real, around.real_path(name)} & set(self.rule["partial"]):
                self._objects[path] = _Object(inner if inner != LEAF else None, around.real_path(name), path)
            elif not around or name != "__typename":
                yield path.replace("/", ".")
