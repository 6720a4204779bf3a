"""Papers, and the novae that they are about."""

from typing import Annotated, Any, ClassVar

from pydantic import Field

from commands.changes import expect, put_new, revised, transact, update
from commands.comparison import says_the_same
from commands.input_types import ShortText
from commands.inputs import Input
from commands.novae.nova_checks import is_there
from entities.attributes import Record
from entities.fields import PartialDate, Timestamp
from entities.novae.identities import paper_id
from entities.novae.references import NovaReference, Reference, ReferenceRole
from entities.tables import NOVAE
from loaders.current import Found, find, find_all
from loaders.dynamo.requests import Is, Query
from loaders.dynamo.writes import IS_THERE, Check
from loaders.errors import BadInput, NotFound
from loaders.request import Request

Bibcode = Annotated[str, Field(pattern=r"^\d{4}[^\s#]{14}[A-Za-z.]$")]
"""Year, journal, volume, page and initial: 19 characters."""

Author = Annotated[str, Field(min_length=1, max_length=100)]
"""Some papers have thousands of authors, and an item holds 400 KB."""


class AddReferenceInput(Input):
    """A paper to store: with its `bibcode`, or else with `novaId`, `source` and `sourceIdentifier`."""

    about: ClassVar[str] = "Reference"

    bibcode: Bibcode | None = None
    """The ADS bibcode of the paper, 19 characters such as `2012ATel.4157....1W`."""
    nova_id: str | None = None
    """The id of the nova that the paper is about. Needed without a `bibcode`, not allowed with one."""
    source: ShortText | None = None
    """The catalogue that lists the paper, such as `ADS`; needed without a `bibcode`."""
    source_identifier: ShortText | None = None
    """The id of the paper in the catalogue `source`; needed without a `bibcode`."""
    reference_type: ShortText | None = None
    title: ShortText | None = None
    authors: Annotated[tuple[Author, ...], Field(max_length=3000)] = ()
    """The authors in the order of the paper, at most 3,000."""
    year: Annotated[int, Field(ge=1000, le=9999)] | None = None
    publication_date: PartialDate | None = None
    published_at: Timestamp | None = None
    doi: ShortText | None = None
    arxiv_id: ShortText | None = None


class LinkReferenceInput(Input):
    """A paper, and what it contributes to a nova."""

    about: ClassVar[str] = "NovaReference"

    nova_id: str
    reference_id: ShortText
    role: ReferenceRole = ReferenceRole.OTHER
    """What the paper contributes to the nova, such as its DISCOVERY; defaults to OTHER."""
    expected_role: ReferenceRole | None = None
    """If given and the link exists, the call fails with `Conflict` unless this is its current role."""
    added_by_workflow: ShortText | None = None


def add_reference(request: Request, input: AddReferenceInput) -> Reference:
    """Store a paper, or update a known one: given fields replace stored ones, and the rest stays."""
    given = {name: value for name, value in input.only().items() if value != ()}
    given |= {} if input.bibcode else {"reference_id": _own_id(input)}
    if input.bibcode and input.nova_id:
        raise BadInput(
            "A paper with a bibcode is shared by all novae. Leave out `nova_id`, and use `link_reference`.",
            field="nova_id",
        )
    new = Reference(**given, created_at=request.now, updated_at=request.now)

    def writes() -> tuple[list[Any], Reference]:
        found = _paper_at(request, new.primary_key())
        if found is None:
            owner = is_there(request, input.nova_id) if input.nova_id else None
            return [owner, put_new(new)], new
        if says_the_same(found.item, given):
            return [], found.item
        edited = revised(found.item, **given, updated_at=request.now)
        return [update(found, edited)], edited

    return transact(request, writes)


def link_reference(request: Request, input: LinkReferenceInput) -> NovaReference:
    """Link a paper to a nova, or change the role of the link. Both must exist."""
    ids = input.given("nova_id", "reference_id")

    def writes() -> tuple[list[Any], NovaReference]:
        found = find(request, NovaReference, **ids)
        if found and found.item.role is input.role:
            return [], found.item
        if found:
            expect(found.item, {"role": input.expected_role})
            edited = revised(found.item, **input.given("role", "added_by_workflow"), updated_at=request.now)
            return [update(found, edited)], edited
        link = NovaReference(**input.only("expected_role"), created_at=request.now, updated_at=request.now)
        return [is_there(request, input.nova_id), _paper_is_there(request, input), put_new(link)], link

    return transact(request, writes)


def _own_id(input: AddReferenceInput) -> str:
    """The id of a paper without a bibcode."""
    for name, value in (
        ("nova_id", input.nova_id),
        ("source", input.source),
        ("source_identifier", input.source_identifier),
    ):
        if not value:
            raise BadInput(f"`{name}` is required for a paper without a bibcode.", field=name)
    return paper_id(input.nova_id or "", input.source or "", input.source_identifier or "")


def _paper_at(request: Request, key: Record) -> Found[Reference] | None:
    query = Query(NOVAE, None, key["PK"], Is(key["SK"]), (Reference.type_name,))
    return next(iter(find_all(request, Reference, query)), None)


def _paper_is_there(request: Request, input: LinkReferenceInput) -> Check:
    """The check that the paper exists, under its bibcode or under the nova."""
    keys = [
        {"PK": f"REFERENCE#{input.reference_id}", "SK": "METADATA"},
        {"PK": input.nova_id, "SK": f"REF#{input.reference_id}"},
    ]
    records = request.session.batch_get(NOVAE, keys, is_consistent=True)
    for key, record in zip(keys, records, strict=True):
        if record:
            return Check(NOVAE, key, IS_THERE)
    raise NotFound(f"There is no Reference {input.reference_id}.", field="reference_id")
