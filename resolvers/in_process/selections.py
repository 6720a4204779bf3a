"""What a client selected, from strawberry's `info.selected_fields`, as the text that dispatch reads.

AppSync reports a selection without the bodies of named fragments. Strawberry knows them, so here they are written out,
and what `@skip` and `@include` exclude is gone: the report is always complete, and nothing is read in doubt.
"""

from collections.abc import Iterable, Iterator

from graphql.pyutils import Path
from strawberry.types import Info
from strawberry.types.nodes import Directives, InlineFragment, SelectedField, Selection


class SelectionTexts:
    """The selections of one operation, each written once: a field in a list is resolved once for every parent."""

    def __init__(self) -> None:
        self._written: dict[tuple[tuple[str | None, str], ...], str] = {}

    def of(self, info: Info) -> str:
        """What is selected below a field; nothing for a field without fields."""
        place = tuple(_names(info))
        if place not in self._written:
            self._written[place] = _text(each for field in info.selected_fields for each in field.selections)
        return self._written[place]


def _names(info: Info) -> Iterator[tuple[str | None, str]]:
    """The way to a field, by types and response names: wherever it is the same, so is the selection."""
    path: Path | None = info.path
    while path is not None:
        if isinstance(path.key, str):
            yield path.typename, path.key
        path = path.prev


def _text(selections: Iterable[Selection]) -> str:
    entries = [_entry(each) for each in selections if _is_wanted(each.directives)]
    return f"{{ {' '.join(entries)} }}" if entries else ""


def _entry(selection: Selection) -> str:
    below = _text(selection.selections)
    if isinstance(selection, SelectedField):
        alias = f"{selection.alias}: " if selection.alias else ""
        return f"{alias}{selection.name} {below}".rstrip()
    if isinstance(selection, InlineFragment) and selection.type_condition is None:
        return f"... {below or '{ }'}"
    return f"... on {selection.type_condition} {below or '{ }'}"


def _is_wanted(directives: Directives) -> bool:
    skip, include = directives.get("skip"), directives.get("include")
    return not (skip and skip["if"]) and not (include and not include["if"])
