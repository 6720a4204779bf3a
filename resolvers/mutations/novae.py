"""A name becomes a nova: the one that it means, the one that lies at its place, or a new one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar
from uuid import NAMESPACE_OID, uuid4, uuid5

from pydantic import Field

from entities.fields import OpenEnum, Part, PartialDate
from entities.novae.nova import NameKind, NameSource, Nova, normalise_name
from entities.novae.runs import JobRun, RunStatus
from entities.novae.sky import SAME_BELOW_ARCSEC, UNSURE_BELOW_ARCSEC, Place, cells_near, separation_arcsec
from loaders import novae
from loaders.claims import Claims, read_claims
from loaders.dynamo.writes import Action
from loaders.novae_now import run_now
from loaders.reading import Reading
from loaders.writing import Found, find_many, put_new, revised, transact, update
from resolvers.errors import BadRequest
from resolvers.inputs import Input
from resolvers.lookup import Parent
from resolvers.mutations.naming import GONE, Meaning, ambiguous, mapping, meaning_of, with_aliases
from resolvers.mutations.nova_inputs import Name, Text

WORKFLOW = "initialize_nova"
MAX_ALIASES = 40
"""Names, claims and the nova go into one transaction of at most 100 actions."""


class InitializationOutcome(OpenEnum):
    """What became of a name: a new nova, one that had the name, one that lies there, or a question to a person."""

    CREATED = "CREATED"
    EXISTS = "EXISTS"
    ALIASED = "ALIASED"
    QUARANTINED = "QUARANTINED"


class InitializeNovaInput(Input):
    """A name, and what a resolver such as SIMBAD said about it."""

    about: ClassVar[str] = "Nova"

    name: Name
    source: NameSource = NameSource.USER_INPUT
    resolved_name: Name | None = None
    aliases: Annotated[tuple[Name, ...], Field(max_length=MAX_ALIASES)] = ()
    ra_deg: Annotated[float, Field(ge=0, lt=360)] | None = None
    dec_deg: Annotated[float, Field(ge=-90, le=90)] | None = None
    coord_frame: Text = "ICRS"
    coord_epoch: Text = "J2000"
    resolver_source: Text | None = None
    discovery_date: PartialDate | None = None
    nova_type: Text | None = None
    is_distinct: bool = False
    correlation_id: Text | None = None
    job_run_id: Text | None = None


class NovaInitialization(Part):
    """What became of a name."""

    outcome: InitializationOutcome
    nova_id: str | None = None
    separation_arcsec: float | None = None
    nearest_nova_id: str | None = None
    correlation_id: str | None = None
    job_run_id: str | None = None


Planned = tuple[Sequence[Action | None], NovaInitialization]


@dataclass(frozen=True)
class Neighbour:
    """The nova nearest to a place."""

    found: Found[Nova]
    separation: float

    def told(self) -> dict[str, Any]:
        return {"separation_arcsec": self.separation, "nearest_nova_id": self.found.item.nova_id}


def initialize_nova(reading: Reading, input: InitializeNovaInput) -> NovaInitialization:
    """One nova for each name and each place, however many ask at once."""
    place, names = _place(input), _names(input)

    def plan() -> Planned:
        meaning = meaning_of(reading, names)
        known = meaning.novae(reading)
        if len(known) > 1:
            raise ambiguous("These names lead to several novae.", [each.item for each in known])
        if known:
            return _known(reading, input, meaning, known[0])
        claims = read_claims(reading, [f"sky:{cell}" for cell in cells_near(place)]) if place else None
        nearest = _nearest(reading, place, claims) if place and claims else None
        if nearest and nearest.separation < SAME_BELOW_ARCSEC:
            return _aliased(reading, input, meaning, nearest.found, **nearest.told())
        if nearest and nearest.separation < UNSURE_BELOW_ARCSEC and not input.is_distinct:
            return _quarantined(reading, input, meaning, nearest)
        return _created(reading, input, meaning, claims)

    return transact(reading, plan)


def nova_of(reading: Reading, parents: Sequence[Parent]) -> list[Nova | None]:
    """Read consistently: it may have been stored a moment ago."""
    ids = {each.get("nova_id") for each in parents} - {None}
    found = find_many(reading, Nova, [{"nova_id": each} for each in ids])
    novae_ = {each.item.nova_id: each.item for each in found if each}
    return [novae_.get(each.get("nova_id") or "") for each in parents]


def _place(input: InitializeNovaInput) -> Place | None:
    if (input.ra_deg is None) != (input.dec_deg is None):
        missing = "raDeg" if input.ra_deg is None else "decDeg"
        raise BadRequest("Give both coordinates or none.", field=f"input.{missing}")
    return None if input.ra_deg is None or input.dec_deg is None else Place(input.ra_deg, input.dec_deg)


def _names(input: InitializeNovaInput) -> list[str]:
    """The primary name first, each name once."""
    given = [_bare(each) for each in (input.resolved_name or input.name, input.name, *input.aliases)]
    names: dict[str, str] = {}
    for each in given:
        names.setdefault(normalise_name(each), each)
    return list(names.values())


def _bare(name: str) -> str:
    """SIMBAD's mark for variable stars is no part of a name."""
    return name.removeprefix("V* ").strip() or name


def _source(input: InitializeNovaInput, name: str) -> NameSource:
    """Who says so: the caller of the name that was asked for, the resolver of all others."""
    if normalise_name(name) == normalise_name(_bare(input.name)):
        return input.source
    known = NameSource.__members__
    return known.get((input.resolver_source or "").upper(), NameSource.OTHER)


def _known(reading: Reading, input: InitializeNovaInput, meaning: Meaning, nova: Found[Nova]) -> Planned:
    """A name that is known changes nothing; one that is new beside known aliases becomes one of them."""
    nova_id = nova.item.nova_id
    if meaning.of(_bare(input.name), nova_id):
        return [], NovaInitialization(outcome=InitializationOutcome.EXISTS, nova_id=nova_id)
    return _aliased(reading, input, meaning, nova)


def _aliased(reading: Reading, input: InitializeNovaInput, meaning: Meaning, nova: Found[Nova], **told: Any) -> Planned:
    nova_id = nova.item.nova_id
    new = [name for name in _names(input) if meaning.of(name, nova_id) is None]
    edited = revised(nova.item, aliases=with_aliases(nova.item, new), updated_at=reading.now)
    actions = [
        *meaning.claims.taken_for([nova_id]),
        update(nova, edited, guard=("status", "primary_name")),
        *(put_new(mapping(reading, name, nova_id, NameKind.ALIAS, _source(input, name))) for name in new),
    ]
    return actions, NovaInitialization(outcome=InitializationOutcome.ALIASED, nova_id=nova_id, **told)


def _created(reading: Reading, input: InitializeNovaInput, meaning: Meaning, sky: Claims | None) -> Planned:
    nova_id = str(uuid4())
    primary, *others = _names(input)
    kinds = {primary: NameKind.PRIMARY}
    nova = Nova(
        nova_id=nova_id,
        primary_name=primary,
        primary_name_normalized=normalise_name(primary),
        aliases=tuple(others),
        **input.given("ra_deg", "dec_deg", "discovery_date", "nova_type", "resolver_source"),
        **(input.given("coord_frame", "coord_epoch") if input.ra_deg is not None else {}),
        created_by_job_run_id=input.job_run_id,
        created_at=reading.now,
        updated_at=reading.now,
    )
    names = [
        mapping(reading, name, nova_id, kinds.get(name, NameKind.ALIAS), _source(input, name)) for name in _names(input)
    ]
    claims = [*meaning.claims.taken_for([nova_id]), *(sky.taken_for([nova_id]) if sky else ())]
    actions = [*claims, put_new(nova), *map(put_new, names)]
    return actions, NovaInitialization(outcome=InitializationOutcome.CREATED, nova_id=nova_id)


def _quarantined(reading: Reading, input: InitializeNovaInput, meaning: Meaning, nearest: Neighbour) -> Planned:
    """Nothing but a run that waits for a person; the same question is asked once."""
    name = normalise_name(input.name)
    told = nearest.told()
    correlation_id = input.correlation_id or str(uuid5(NAMESPACE_OID, f"{WORKFLOW}:{name}"))
    run_id = str(uuid5(NAMESPACE_OID, f"{WORKFLOW}:{name}:{told['nearest_nova_id']}"))
    answer = NovaInitialization(
        outcome=InitializationOutcome.QUARANTINED, correlation_id=correlation_id, job_run_id=run_id, **told
    )
    ids = {"nova_id": None, "correlation_id": correlation_id, "workflow_name": WORKFLOW, "job_run_id": run_id}
    if run_now(reading, **ids):  # type: ignore[arg-type]
        return [], answer
    run = JobRun(
        **ids,  # type: ignore[arg-type]
        status=RunStatus.QUARANTINED,
        started_at=reading.now,
        ended_at=reading.now,
        quarantined_at=reading.now,
        candidate_name=input.name,
        quarantine_reason_code="COORDINATE_AMBIGUITY",
        classification_reason=f"{nearest.separation:.2f} arcseconds from {nearest.found.item.primary_name}.",
        extra_context={"min_sep_arcsec": nearest.separation, "nova_id": told["nearest_nova_id"]},
        created_at=reading.now,
        updated_at=reading.now,
    )
    return [*meaning.claims.taken_for([]), put_new(run)], answer


def _nearest(reading: Reading, place: Place, claims: Claims) -> Neighbour | None:
    """The nearest nova that counts: of those in the catalogue, and those too new to be in its index."""
    listed = [each for each in novae.NOVAE_BY_NAME.all(reading, {}) if isinstance(each, Nova)]
    ids = dict.fromkeys([*claims.recent, *(each.nova_id for each in listed if _is_near(each, place))])
    found = [each for each in find_many(reading, Nova, [{"nova_id": each} for each in ids]) if each]
    near = [Neighbour(each, _separation(each.item, place)) for each in found if _is_near(each.item, place)]
    return min(near, key=lambda each: (each.separation, each.found.item.nova_id), default=None)


def _is_near(nova: Nova, place: Place) -> bool:
    return nova.status not in GONE and _separation(nova, place) < UNSURE_BELOW_ARCSEC


def _separation(nova: Nova, place: Place) -> float:
    if nova.ra_deg is None or nova.dec_deg is None:
        return float("inf")
    return separation_arcsec(place, Place(nova.ra_deg, nova.dec_deg))
