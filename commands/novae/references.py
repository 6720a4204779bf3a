"""Papers, and the novae that they are about."""

from typing import Annotated, Any, ClassVar

from pydantic import Field

from commands.changes import delete, expect, put_new, revised, still, transact, update
from commands.comparison import says_the_same
from commands.input_types import Date, ShortText
from commands.inputs import Input
from commands.novae.nova_checks import is_there, receiving
from entities.attributes import Record
from entities.fields import Timestamp
from entities.novae.identities import paper_id
from entities.novae.nova import Nova
from entities.novae.references import NovaReference, Reference, ReferenceRole
from entities.tables import NOVAE
from loaders.current import Found, find, find_all, read_found, require
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
    nova_id: ShortText | None = None
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
    publication_date: Date | None = None
    published_at: Timestamp | None = None
    doi: ShortText | None = None
    arxiv_id: ShortText | None = None


class LinkReferenceInput(Input):
    """A paper, and what it contributes to a nova."""

    about: ClassVar[str] = "NovaReference"

    nova_id: ShortText
    reference_id: ShortText
    role: ReferenceRole | None = None
    """What the paper contributes to the nova, such as its DISCOVERY. If left out, a new link gets OTHER, and one that
    exists keeps its role.
    """
    expected_role: ReferenceRole | None = None
    """If given and the link exists, the call fails with `Conflict` unless this is its current role."""
    added_by_workflow: ShortText | None = None


class UnlinkReferenceInput(Input):
    """A link between a nova and a paper that is to be removed."""

    about: ClassVar[str] = "NovaReference"

    nova_id: ShortText
    reference_id: ShortText
    expected_role: ReferenceRole | None = None
    """If given and the link exists, the call fails with `Conflict` unless this is its current role."""


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
    """Link a paper to a nova, or change what is said of the link. Both must exist. A discovery dates the nova."""
    ids, told = input.given("nova_id", "reference_id"), input.given("role", "added_by_workflow")

    def writes() -> tuple[list[Any], NovaReference]:
        found = find(request, NovaReference, **ids)
        if found and says_the_same(found.item, told):
            return [], found.item
        nova, paper = receiving(request, input.nova_id), _paper_of(request, input)
        if found:
            expect(found.item, {"role": input.expected_role})
            link = revised(found.item, **told, updated_at=request.now)
            change: Any = update(found, link, guard=("role",))
        else:
            link = NovaReference(**ids, **told, created_at=request.now, updated_at=request.now)
            change = put_new(link)
        there = Check(NOVAE, NOVAE.key_of(paper.record), IS_THERE)
        return [_dated(request, nova, paper, link.role), there, change], link

    return transact(request, writes)


def unlink_reference(request: Request, input: UnlinkReferenceInput) -> Nova:
    """Remove the link between a nova and a paper; the paper stays. A link that does not exist changes nothing."""

    def writes() -> tuple[list[Any], Nova]:
        nova = require(request, Nova, field="nova_id", nova_id=input.nova_id)
        found = find(request, NovaReference, nova_id=input.nova_id, reference_id=input.reference_id)
        if found is None:
            return [], nova.item
        expect(found.item, {"role": input.expected_role})
        return [delete(found, "role")], nova.item

    return transact(request, writes)


def _dated(request: Request, nova: Found[Nova], paper: Found[Reference], role: ReferenceRole) -> Any:
    """The action that dates a nova by the paper of its discovery: only ever earlier. Otherwise a check of the nova."""
    date = _date_of(paper.item) if role is ReferenceRole.DISCOVERY else None
    if date is None or not _is_earlier(date, nova.item.discovery_date):
        return still(nova, "status")
    edited = revised(nova.item, discovery_date=date, updated_at=request.now)
    return update(nova, edited, guard=("status", "discovery_date"))


def _date_of(paper: Reference) -> str | None:
    """When a paper was published, with 00 for what is unknown."""
    if paper.publication_date:
        return paper.publication_date
    if paper.published_at:
        return paper.published_at.date().isoformat()
    return f"{paper.year:04d}-00-00" if paper.year else None


def _is_earlier(date: str, known: str | None) -> bool:
    """Whether a date is before another, as far as both are known: by year, then by month."""
    if known is None:
        return True
    (year, month, *_), (known_year, known_month, *_) = date.split("-"), known.split("-")
    if year != known_year:
        return year < known_year
    return "00" not in (month, known_month) and month < known_month


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


def _paper_of(request: Request, input: LinkReferenceInput) -> Found[Reference]:
    """The paper of a link, stored under its bibcode or under the nova."""
    keys = [
        {"PK": f"REFERENCE#{input.reference_id}", "SK": "METADATA"},
        {"PK": input.nova_id, "SK": f"REF#{input.reference_id}"},
    ]
    records = request.session.batch_get(NOVAE, keys, is_consistent=True)
    for record in records:
        found = read_found(request, Reference, record) if record else None
        if found:
            return found
    raise NotFound(f"There is no Reference {input.reference_id}.", field="reference_id")
