"""Every way to ask for what belongs to clients: queries that lead to it, and changes that fail on it."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from graphql import (
    GraphQLNamedType,
    GraphQLObjectType,
    get_named_type,
    is_abstract_type,
    is_composite_type,
    is_enum_type,
)

from resolvers.runtime.ids import global_id
from tests.contract.examples.queries import QUERIES
from tests.contract.marked import (
    BATCH,
    MANAGED_BATCH,
    OWNERS,
    document_key,
    fingerprint,
    job_id,
    marked_items,
    marked_letters,
    owned_types,
    staff_types,
)
from tests.contract.selections import SCHEMA, fields_of, whole_selection

RESTRICTED = [each.__name__ for each in (*owned_types(), *staff_types())]


@dataclass(frozen=True)
class Road:
    """A request."""

    field: str
    """Its root field."""
    text: str


def query_roads() -> list[Road]:
    """The queries that lead to restricted items, each with arguments for every owner."""
    return list(_queries())


def other_query_roads() -> list[Road]:
    """The remaining queries, as the examples ask them."""
    known = {road.field for road in query_roads()}
    return [
        _query(name, *asking.types[:1], **asking.arguments) for name, asking in QUERIES.items() if name not in known
    ]


def conflict_roads() -> list[Road]:
    """Changes of every owner's items that cannot be made: they say something else than what is stored."""
    return list(_conflicts())


def mutation_road(name: str, types: tuple[str, ...]) -> Road:
    """A mutation whose input is a variable; of an interface, for all fields of these types."""
    input_type = fields_of("Mutation")[name].args["input"].type
    selection = _selection("Mutation", name, types)
    return Road(name, f"mutation ($input: {input_type}) {{ {name}(input: $input) {selection} }}")


def _queries() -> Iterator[Road]:
    items = [(type(item).__name__, global_id(item)) for item in (*marked_items(), *marked_letters())]
    ids = [each for _, each in items]
    yield from (_query("catBatch", batchId=str(each)) for each in (BATCH, MANAGED_BATCH))
    yield _query("catImages", isCat=True)
    yield _query("catImages", mine=True)
    yield _query("catImages", fingerprints=[fingerprint(each) for each in OWNERS])
    yield _query("stuckCatImages", olderThanMinutes=0)
    yield _by_fingerprint()
    yield _query("documents")
    yield _query("documents", status="PROCESSING", newestFirst=False, first=1)
    yield _query("documents", mine=True)
    yield _query("stuckDocuments", olderThanMinutes=0)
    yield _query("deadLetters")
    yield from (_query("nodes", each, ids=ids) for each in RESTRICTED)
    for owner in OWNERS:
        yield _query("catImage", batchId=str(BATCH), fingerprint=fingerprint(owner))
        yield _query("catImages", clientId=owner)
        yield _query("catImages", fingerprint=fingerprint(owner))
        yield _query("stuckCatImages", olderThanMinutes=0, clientId=owner)
        yield _query("document", jobId=job_id(owner))
        yield _query("search", "TextractJob", text=job_id(owner))
        yield _query("documents", clientId=owner)
        yield _query("documentsByKey", documentKey=document_key(owner))
        yield _query("documentsByTextractId", textractId=f"textract-{owner}")
    yield from (_query("search", type_name, text=each) for type_name, each in items)
    yield from (_query("node", type_name, id=each) for type_name, each in items)


def _by_fingerprint() -> Road:
    """Several images of one batch, those of all owners."""
    wanted = json.dumps([fingerprint(each) for each in OWNERS])
    below = whole_selection(SCHEMA.type_map["CatImage"], ())
    text = f'query {{ catBatch(batchId: "{BATCH}") {{ imagesByFingerprint(fingerprints: {wanted}) {below} }} }}'
    return Road("catBatch", text)


def _conflicts() -> Iterator[Road]:
    for owner in OWNERS:
        image = {"batchId": str(BATCH), "fingerprint": fingerprint(owner)}
        yield _mutation("registerCatImage", **image, s3Key="k", fileName="another.png")
        yield _mutation("recordCatResult", **image, status="FAIL", logs="[]")
        yield _mutation("recordCatResult", **image, status="SUCCESS", isCat=False)
        yield _mutation("retryCatImage", **image)
        yield _mutation("submitDocument", jobId=job_id(owner), documentKey="another.pdf")
        yield _mutation("setDocumentStatus", jobId=job_id(owner), status="SUBMITTED")
        yield _mutation("setDocumentStatus", jobId=job_id(owner), status="COMPLETED", expectedStatus="UPLOADING")
        yield _mutation("retryDocument", jobId=job_id(owner))


def _query(name: str, type_name: str = "", /, **arguments: object) -> Road:
    """A query for everything; of an interface, for all fields of one of its types."""
    field = fields_of("Query")[name]
    given = ", ".join(f"{key}: {_literal(field.args[key].type, value)}" for key, value in arguments.items())
    types = (type_name,) if type_name else ()
    return Road(name, f"query {{ {name}{f'({given})' if given else ''} {_selection('Query', name, types)} }}")


def _mutation(name: str, **input_: object) -> Road:
    type_: Any = get_named_type(fields_of("Mutation")[name].args["input"].type)
    given = ", ".join(f"{key}: {_literal(type_.fields[key].type, value)}" for key, value in input_.items())
    return Road(name, f"mutation {{ {name}(input: {{{given}}}) {_selection('Mutation', name)} }}")


def _literal(type_: Any, value: object) -> str:
    """A value as GraphQL writes it."""
    return str(value) if is_enum_type(get_named_type(type_)) else json.dumps(value)


def _selection(parent: str, name: str, types: tuple[str, ...] = ()) -> str:
    """All fields, if any of them may lead to restricted items; whole selections take long to check and to answer."""
    type_ = get_named_type(fields_of(parent)[name].type)
    if not is_composite_type(type_):
        return ""
    return whole_selection(type_, types) if leads_to_restricted(type_.name) else "{ __typename }"


@cache
def leads_to_restricted(type_name: str) -> bool:
    """Whether fields of a type lead to items that belong to clients or are for staff, however far below."""
    found, waiting = set[str](), [type_name]
    while waiting:
        name = waiting.pop()
        type_ = SCHEMA.type_map[name]
        if name not in found and is_composite_type(type_):
            found.add(name)
            below = (get_named_type(field.type).name for field in getattr(type_, "fields", {}).values())
            waiting += [*below, *(each.name for each in _concrete(type_))]
    return not found.isdisjoint(RESTRICTED)


def _concrete(type_: GraphQLNamedType) -> Sequence[GraphQLObjectType]:
    return SCHEMA.get_possible_types(type_) if is_abstract_type(type_) else ()
