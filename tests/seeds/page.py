"""Prints docs/seeds.md: every name of the documents, and the GraphQL that serves it."""

from collections.abc import Callable, Iterator

from resolvers.runtime.names import camel
from tests.seeds.commands import PROVEN_BY, command_text
from tests.seeds.indexes import INDEXES
from tests.seeds.names import SeedName, seed_names
from tests.seeds.news import NEWS, field_told_text
from tests.seeds.patterns import CHANGES, PATTERNS
from tests.seeds.roads import FIELDS, ROADS
from tests.seeds.samples import field_text

TITLES = {
    "000": "000: receipts and jobs, the table design of February 2025",
    "001": "001: receipts, jobs and sweeps, the table design of September 2025",
    "002": "002: NovaCat, its item model",
    "003": "003: IceCatWrangler, its table design",
    "004": "004: Textractor, its jobs",
}
KINDS = {
    "item": "Item types",
    "attribute": "Attributes",
    "index": "Indexes",
    "state": "States",
    "pattern": "Patterns",
    "command": "Commands",
    "notification": "Notification types",
    "message": "Fields of a notification",
    "step": "Steps of the workflow",
    "part": "Parts of the infrastructure",
}
NOT_GRAPHQL = ("command", "step", "part")
"""Rows that name a command or a test."""
_INTRODUCTION = """\
# The documents, line by line

Printed by `make seeds`; do not edit. Tessera implements five documents. This page has every item type, attribute,
index, state, pattern, command and notification of them, with the GraphQL or the command that serves it. `tests/seeds`
runs each line and compares the values: an attribute is stored under the name that the document gives it, an index must
be read, a pattern must answer and a command must print what `tests/formats/seed_answers.json` says, a notification must
follow from a change. Steps and parts of the infrastructure are no values of the API: their rows name the test that
compares them with the document. The names are in `tests/formats/seed_names.tsv`.
"""


def seeds_page() -> str:
    """The whole page."""
    lines = [_INTRODUCTION]
    for seed, title in TITLES.items():
        lines += [f"## {title}", ""]
        for kind, heading in KINDS.items():
            names = [each for each in seed_names() if (each.seed, each.kind) == (seed, kind)]
            lines += [*_table(heading, names)] if names else []
    return "\n".join(lines)


def _table(heading: str, names: list[SeedName]) -> Iterator[str]:
    yield f"### {heading}"
    yield ""
    yield "| name | served by |"
    yield "|---|---|"
    yield from (f"| {_cell(name.name)} | `{_cell(text_of(name))}` |" for name in names)
    yield ""


def text_of(name: SeedName) -> str:
    """The GraphQL or the command that serves a name, or the test that proves it."""
    return _TEXTS[name.kind](name)


def _of_state(name: SeedName) -> str:
    item, _, attribute = name.name.partition("=")[0].partition(".")
    return _query(ROADS[item][1] % FIELDS.get(f"{item}.{attribute}", camel(attribute)))


def _of_pattern(name: SeedName) -> str:
    key = (name.seed, name.name)
    return _query(PATTERNS[key]) if key in PATTERNS else CHANGES[key][0]


def _query(text: str) -> str:
    return f"{{ {text} }}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


_TEXTS: dict[str, Callable[[SeedName], str]] = {
    "item": lambda name: _query(ROADS[name.name][1] % "id"),
    "attribute": lambda name: _query(ROADS[name.item][1] % field_text(name)),
    "index": lambda name: _query(INDEXES[name.name].query),
    "state": _of_state,
    "pattern": _of_pattern,
    "command": lambda name: command_text(name.name),
    "notification": lambda name: NEWS[name.name].text,
    "message": lambda name: field_told_text(name.name),
    "step": lambda name: PROVEN_BY[name.name],
    "part": lambda name: PROVEN_BY[name.name],
}
