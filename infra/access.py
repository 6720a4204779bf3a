"""Prints who may call what from the routes: `make access` writes docs/access.md."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator

from resolvers.routing.announcement import Announcement
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.routing.route import API_KEY, EDITORS, IAM, OPERATORS, VIEWERS, Route
from resolvers.routing.routes import routes

COLUMNS = {API_KEY: "API key", VIEWERS: "viewers", EDITORS: "editors", OPERATORS: "operators", IAM: "IAM"}

_HEAD = """# Who may call what

Printed from the route table by `make access`; do not edit.

- **API key**: for demos; there is none in prod.
- **viewers, editors, operators**: groups of the user pool. Users without a group may call what is open to all users.
- **IAM**: pipelines, and the publisher, whose role may call only the `publish…` mutations.

Cat images and documents belong to clients. A caller sees those of its own client: `custom:client_id` of an id token,
else the user name; with the API key `demo`. What belongs to no client is for users who are signed in. Operators and IAM
see everything. What a caller may not see does not exist for it: not in lists, counts, `node`, changes or errors.

Requests without credentials, or with a token of another client, are rejected before any field is resolved. A field that
is not listed below is open to every caller that may access its object.
"""


def access_text() -> str:
    """The whole page."""
    every = list(routes().values())
    parts: tuple[tuple[str, str, Callable[[Route], bool]], ...] = (
        ("Queries", "", lambda each: each.signature.type_name == "Query"),
        ("Mutations", "", lambda each: each.is_mutation and not each.is_publish),
        ("Announcements", "Only for the publisher.", lambda each: each.is_publish),
        ("Fields of objects", "Those that have a resolver.", lambda each: each.is_batched),
    )
    sections = [_section(title, note, [each for each in every if wanted(each)]) for title, note, wanted in parts]
    sections.insert(3, _section("Subscriptions", "", ANNOUNCEMENTS))
    return "\n".join([_HEAD, *sections])


def _section(title: str, note: str, fields: Iterable[Route | Announcement]) -> str:
    return "\n".join([f"## {title}\n", *([f"{note}\n"] if note else []), *_table(fields)]) + "\n"


def _table(fields: Iterable[Route | Announcement]) -> Iterator[str]:
    yield from _columns()
    yield from (_row(each.signature.key, each.access) for each in fields)


def _columns() -> Iterator[str]:
    yield f"| field | {' | '.join(COLUMNS.values())} |"
    yield f"|---|{'|'.join(':-:' for _ in COLUMNS)}|"


def _row(name: str, access: Collection[str]) -> str:
    marks = " | ".join("yes" if who in access else "" for who in COLUMNS)
    return f"| `{name}` | {marks} |"


if __name__ == "__main__":
    sys.stdout.write(access_text())
