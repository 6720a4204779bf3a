"""What is wrong with the answer to an accepted input: it is not what was given, or not what was asked for."""

import json
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graphql import get_named_type, is_composite_type

from entities.times import parse_time
from tests.contract.nasty import NastyCase, scalars_of
from tests.contract.selections import fields_of

USUAL_PAGE = 50


def _never(_: Mapping[str, Any]) -> bool:
    return False


def _unless_fetched(given: Mapping[str, Any]) -> bool:
    """What is said of a file only counts when it was fetched."""
    return given.get("outcome") != "ACQUIRED"


OTHERWISE: Mapping[str, Callable[[Mapping[str, Any]], bool]] = {
    **{
        f"recordAcquisition.{name}": _unless_fetched
        for name in ("byteLength", "etag", "sha256", "rawS3Bucket", "rawS3Key")
    },
    "recordCatResult.recognisedAt": lambda _: True,  # kept in whole seconds
    "deleteDocument.objects": lambda _: True,  # whether to delete objects, and how many were
    "purgeDocuments.objects": lambda _: True,
    "relabel.label": lambda _: True,  # the answer is the new label; `replaced` leads to this one
    **{f"initializeNova.{name}": lambda _: True for name in ("correlationId", "jobRunId")},  # of a run that waits
}
"""Fields of inputs that are not answered as they were given, and when."""


def wrong_change(case: NastyCase, answered: Any) -> Iterator[str]:
    """What a mutation was given and answers otherwise. It may spell it as it stores it, but must not lose it."""
    if not isinstance(answered, dict):
        return
    fields, input_ = fields_of(answered["__typename"]), case.arguments["input"]
    for name, given in input_.items():
        is_kept = name in answered and not OTHERWISE.get(f"{case.field}.{name}", _never)(input_)
        if name != "id" and is_kept and given is not None and given != "":  # an empty text counts as left out
            kind = get_named_type(fields[name].type)
            if not is_composite_type(kind) and not is_same(kind.name, given, answered[name]):
                yield f"{name} = {str(given)[:60]!r} was stored as {str(answered[name])[:60]!r}"


def wrong_page(case: NastyCase, answered: Any) -> Iterator[str]:
    """Items that a query was not asked for, or more of them than it was asked for."""
    is_page = isinstance(answered, dict) and "nodes" in answered
    found = answered["nodes"] if is_page else answered if isinstance(answered, list) else []
    if is_page and len(found) > (case.arguments.get("first") or USUAL_PAGE):
        yield f"{len(found)} items in a page"
    for each in found:
        if not isinstance(each, dict):
            continue
        fields = fields_of(each["__typename"])
        for name, given in case.arguments.items():
            if given is None or name not in each or f"{case.root}.{case.field}({name})" in BROADER:
                continue
            kind = get_named_type(fields[name].type)
            if not is_same(kind.name, given, each[name]):
                yield f"found an item whose {name} is {str(each[name])[:60]!r}"


BROADER: Mapping[str, str] = {
    f"Query.labelTimeline({name})": "it is of all steps, of which each has its own" for name in ("since", "until")
}
"""Arguments that find items with another value in the field of the same name, and why."""


def _folded(value: Any) -> str:
    """A text without what may be spelled otherwise: case, blanks around and within, forms of letters, quotes."""
    text = unicodedata.normalize("NFKC", str(value)).casefold()
    return "".join(text.split()).replace("_", "").strip('"')


def _as_it_is(value: Any) -> Any:
    return value


READ: Mapping[str, Callable[[Any], Any]] = {
    "AWSDateTime": parse_time,
    "AWSJSON": json.loads,
    "String": _folded,
    "ID": _folded,
}


def is_same(kind: str, given: Any, shown: Any) -> bool:
    """Whether two values of a type mean the same, however they are spelled."""
    if isinstance(given, list):
        return all(is_same(kind, each, shown) for each in given)
    if isinstance(shown, list):
        return any(is_same(kind, given, each) for each in shown)
    if shown is None:
        return kind in {"String", "ID", "AWSJSON"} and str(given).strip() in {"", "null", "[]", "{}"}
    read = READ.get(kind, _as_it_is)
    return bool(read(given) == read(shown))


def question_for(answered: Mapping[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """The query that reads again what a mutation answered; None if it has no id."""
    if not isinstance(answered.get("id"), str):
        return None
    selection = scalars_of(answered["__typename"])
    return f"query ($id: ID!) {{ node(id: $id) {{ ... on {answered['__typename']} {selection} }} }}", {
        "id": answered["id"]
    }
