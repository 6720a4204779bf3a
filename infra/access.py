"""Who may call what, printed from the routes: `make access` writes docs/access.md."""

import sys
from collections.abc import Callable, Iterable, Iterator

from resolvers.routes import routes
from resolvers.routing.announcements import ANNOUNCEMENTS, Announcement
from resolvers.routing.route import API_KEY, EDITORS, IAM, OPERATORS, VIEWERS, Route

COLUMNS = {API_KEY: "API key", VIEWERS: "viewers", EDITORS: "editors", OPERATORS: "operators", IAM: "IAM"}

_HEAD = """# Who may call what

Printed from the route table by `make access`; never edited by hand.

- **API key**: demos; there is none in prod.
- **viewers, editors, operators**: groups of the user pool. Somebody in no group may do what everybody in the pool may.
- **IAM**: pipelines, and the publisher, whose role may call the `publish…` mutations alone.

Whoever proves nothing, or comes with a token of another client, is refused before any field is looked at. A field below
that is not listed may be seen by whoever may see the object that it belongs to.
"""


def access_text() -> str:
    """The whole page."""
    every = list(routes().values())
    parts: tuple[tuple[str, str, Callable[[Route], bool]], ...] = (
        ("Queries", "", lambda each: each.signature.type_name == "Query"),
        ("Mutations", "", lambda each: each.is_mutation and not each.is_publish),
        ("Announcements", "For the publisher alone.", lambda each: each.is_publish),
        ("Fields of objects", "Those that have a resolver.", lambda each: each.is_batched),
    )
    sections = [_section(title, note, [each for each in every if wanted(each)]) for title, note, wanted in parts]
    sections.insert(3, _section("Subscriptions", "", ANNOUNCEMENTS))
    return "\n".join([_HEAD, *sections])


def _section(title: str, note: str, fields: Iterable[Route | Announcement]) -> str:
    return "\n".join([f"## {title}\n", *([f"{note}\n"] if note else []), *_table(fields)]) + "\n"


def _table(fields: Iterable[Route | Announcement]) -> Iterator[str]:
    yield f"| field | {' | '.join(COLUMNS.values())} |"
    yield f"|---|{'|'.join(':-:' for _ in COLUMNS)}|"
    for each in fields:
        marks = " | ".join("yes" if who in each.access else "" for who in COLUMNS)
        yield f"| `{each.signature.key}` | {marks} |"


if __name__ == "__main__":
    sys.stdout.write(access_text())
