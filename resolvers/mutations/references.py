"""Papers, and which nova they speak of."""

from typing import Annotated, Any, ClassVar

from pydantic import Field

from entities.attributes import Record
from entities.fields import PartialDate, Timestamp
from entities.novae.identities import paper_id
from entities.novae.references import NovaReference, Reference, ReferenceRole
from entities.tables import NOVAE
from loaders.dynamo.requests import Is, Query
from loaders.dynamo.writes import IS_THERE, Check
from loaders.errors import NotFound
from loaders.reading import Reading
from loaders.writing import Found, expect, find, find_all, put_new, revised, transact, update
from resolvers.errors import BadRequest
from resolvers.inputs import Input
from resolvers.mutations.nova_inputs import Text
from resolvers.mutations.novae_there import is_there
from resolvers.mutations.steps import says

Bibcode = Annotated[str, Field(pattern=r"^\d{4}[^\s#]{14}[A-Za-z.]$")]
"""Year, journal, volume, page and initial: 19 characters."""

Author = Annotated[str, Field(min_length=1, max_length=100)]
"""Some papers have thousands of authors, and an item has 400 KB."""


class AddReferenceInput(Input):
    """A paper: by its bibcode, or else by its id in some catalogue and the nova that it speaks of."""

    about: ClassVar[str] = "Reference"

    bibcode: Bibcode | None = None
    nova_id: str | None = None
    source: Text | None = None
    source_identifier: Text | None = None
    reference_type: Text | None = None
    title: Text | None = None
    authors: Annotated[tuple[Author, ...], Field(max_length=3000)] = ()
    year: Annotated[int, Field(ge=1000, le=9999)] | None = None
    publication_date: PartialDate | None = None
    published_at: Timestamp | None = None
    doi: Text | None = None
    arxiv_id: Text | None = None


class LinkReferenceInput(Input):
    """What a paper is to a nova."""

    about: ClassVar[str] = "NovaReference"

    nova_id: str
    reference_id: Text
    role: ReferenceRole = ReferenceRole.OTHER
    expected_role: ReferenceRole | None = None
    added_by_workflow: Text | None = None


def add_reference(reading: Reading, input: AddReferenceInput) -> Reference:
    """A new paper, or more about a known one: what is given replaces what was known, and the rest stays."""
    given = {name: value for name, value in input.only().items() if value != ()}
    given |= {} if input.bibcode else {"reference_id": _own_id(input)}
    if input.bibcode and input.nova_id:
        raise BadRequest("A paper with a bibcode belongs to no single nova: link it.", field="input.novaId")
    new = Reference(**given, created_at=reading.now, updated_at=reading.now)

    def plan() -> tuple[list[Any], Reference]:
        found = _paper_at(reading, new.primary_key())
        if found is None:
            owner = is_there(reading, input.nova_id) if input.nova_id else None
            return [owner, put_new(new)], new
        if says(found.item, given):
            return [], found.item
        edited = revised(found.item, **given, updated_at=reading.now)
        return [update(found, edited)], edited

    return transact(reading, plan)


def link_reference(reading: Reading, input: LinkReferenceInput) -> NovaReference:
    """The link, made or given another role; the paper and the nova must be there."""
    ids = input.given("nova_id", "reference_id")

    def plan() -> tuple[list[Any], NovaReference]:
        found = find(reading, NovaReference, **ids)
        if found and found.item.role is input.role:
            return [], found.item
        if found:
            expect(found.item, {"role": input.expected_role})
            edited = revised(found.item, **input.given("role", "added_by_workflow"), updated_at=reading.now)
            return [update(found, edited)], edited
        link = NovaReference(**input.only("expected_role"), created_at=reading.now, updated_at=reading.now)
        return [is_there(reading, input.nova_id), _paper_is_there(reading, input), put_new(link)], link

    return transact(reading, plan)


def _own_id(input: AddReferenceInput) -> str:
    """The id of a paper without a bibcode."""
    for name, value in (
        ("novaId", input.nova_id),
        ("source", input.source),
        ("sourceIdentifier", input.source_identifier),
    ):
        if not value:
            raise BadRequest(f"A paper without a bibcode needs {name}.", field=f"input.{name}")
    return paper_id(input.nova_id or "", input.source or "", input.source_identifier or "")


def _paper_at(reading: Reading, key: Record) -> Found[Reference] | None:
    query = Query(NOVAE, None, key["PK"], Is(key["SK"]), (Reference.type_name,))
    return next(iter(find_all(reading, Reference, query)), None)


def _paper_is_there(reading: Reading, input: LinkReferenceInput) -> Check:
    """That the paper exists, under its bibcode or under the nova."""
    keys = [
        {"PK": f"REFERENCE#{input.reference_id}", "SK": "METADATA"},
        {"PK": input.nova_id, "SK": f"REF#{input.reference_id}"},
    ]
    records = reading.session.batch_get(NOVAE, keys, is_consistent=True)
    for key, record in zip(keys, records, strict=True):
        if record:
            return Check(NOVAE, key, IS_THERE)
    raise NotFound(f"There is no Reference {input.reference_id}.", field="input.referenceId")
