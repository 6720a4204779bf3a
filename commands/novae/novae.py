"""From a name to a nova: the one that has the name, the one at the same place, or a new one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar
from uuid import NAMESPACE_OID, uuid4, uuid5

from pydantic import Field

from commands.changes import put_new, revised, transact, update
from commands.claims import Claims, read_claims
from commands.input_types import Name, ShortText
from commands.inputs import Input
from commands.novae.name_claims import GONE, Meaning, ambiguous, mapping, meaning_of, with_aliases
from entities.fields import OpenEnum, Part, PartialDate
from entities.novae.nova import NameKind, NameSource, Nova, normalise_name
from entities.novae.runs import JobRun, RunStatus
from entities.novae.sky import SAME_BELOW_ARCSEC, UNSURE_BELOW_ARCSEC, Coordinates, cells_near, separation_arcsec
from loaders import novae
from loaders.current import Found, find_many
from loaders.dynamo.writes import Action
from loaders.errors import BadInput
from loaders.novae import run_now
from loaders.request import Request

WORKFLOW = "initialize_nova"
MAX_ALIASES = 40
"""Names, claims and the nova must fit into one transaction of 100 actions."""


class InitializationOutcome(OpenEnum):
    """What became of a name. CREATED: a new nova got it. EXISTS: a nova had it already. ALIASED: it became an alias of
    a nova that has one of the other names or lies less than 2 arcseconds away. QUARANTINED: a nova lies 2 to 10
    arcseconds away, so a person has to decide.
    """

    CREATED = "CREATED"
    EXISTS = "EXISTS"
    ALIASED = "ALIASED"
    QUARANTINED = "QUARANTINED"


class InitializeNovaInput(Input):
    """A name for which to find or create a nova, and what a service such as SIMBAD says about it."""

    about: ClassVar[str] = "Nova"

    name: Name
    """The name that was asked for."""
    source: NameSource = NameSource.USER_INPUT
    """Where that name comes from; defaults to USER_INPUT."""
    resolved_name: Name | None = None
    """The name that the service knows the nova by; it becomes the primary name if a nova is created."""
    aliases: Annotated[tuple[Name, ...], Field(max_length=MAX_ALIASES)] = ()
    """Other names of the nova, at most 40."""
    ra_deg: Annotated[float, Field(ge=0, lt=360)] | None = None
    """The right ascension in degrees (ICRS), from 0 to below 360. Give both coordinates or none."""
    dec_deg: Annotated[float, Field(ge=-90, le=90)] | None = None
    """The declination in degrees (ICRS), from -90 (south) to 90 (north). Give both coordinates or none."""
    coord_frame: ShortText = "ICRS"
    """The reference frame of the coordinates; defaults to `ICRS`."""
    coord_epoch: ShortText = "J2000"
    """The epoch of the coordinates; defaults to `J2000`."""
    resolver_source: ShortText | None = None
    discovery_date: PartialDate | None = None
    nova_type: ShortText | None = None
    is_distinct: bool = False
    """Whether a person has confirmed that this is not the nova 2 to 10 arcseconds away; defaults to false."""
    correlation_id: ShortText | None = None
    """The id under which a run that waits for a person is listed; derived from the name if left out."""
    job_run_id: ShortText | None = None
    """The id of the workflow run that makes this call."""


class NovaInitialization(Part):
    """What became of a name that was given to `initializeNova`."""

    outcome: InitializationOutcome
    """Whether a nova was created or found, or a person has to decide."""
    nova_id: str | None = None
    """The id of the nova; null if a person has to decide."""
    separation_arcsec: float | None = None
    """The distance to the nearest nova in arcseconds, if it decided the outcome; otherwise null."""
    nearest_nova_id: str | None = None
    """The id of the nearest nova, if its distance decided the outcome; otherwise null."""
    correlation_id: str | None = None
    """The correlation id of the run that waits for a person; null if none does."""
    job_run_id: str | None = None
    """The id of the run that waits for a person; null if none does."""


Planned = tuple[Sequence[Action | None], NovaInitialization]


@dataclass(frozen=True)
class Neighbour:
    """The nova nearest to a place, and its distance in arcseconds."""

    found: Found[Nova]
    separation: float

    def told(self) -> dict[str, Any]:
        return {"separation_arcsec": self.separation, "nearest_nova_id": self.found.item.nova_id}


def initialize_nova(request: Request, input: InitializeNovaInput) -> NovaInitialization:
    """Find or create the nova for a name. Calls at the same moment never create two for one name or place."""
    place, names = _place(input), _names(input)

    def writes() -> Planned:
        meaning = meaning_of(request, names)
        known = meaning.novae(request)
        if len(known) > 1:
            raise ambiguous(
                "These names lead to several novae. Give fewer names, or merge the novae first.",
                [each.item for each in known],
            )
        if known:
            return _known(request, input, meaning, known[0])
        claims = read_claims(request, [f"sky:{cell}" for cell in cells_near(place)]) if place else None
        nearest = _nearest(request, place, claims) if place and claims else None
        if nearest and nearest.separation < SAME_BELOW_ARCSEC:
            return _aliased(request, input, meaning, nearest.found, **nearest.told())
        if nearest and nearest.separation < UNSURE_BELOW_ARCSEC and not input.is_distinct:
            return _quarantined(request, input, meaning, nearest)
        return _created(request, input, meaning, claims)

    return transact(request, writes)


def _place(input: InitializeNovaInput) -> Coordinates | None:
    if (input.ra_deg is None) != (input.dec_deg is None):
        missing = "ra_deg" if input.ra_deg is None else "dec_deg"
        raise BadInput("Give both `ra_deg` and `dec_deg`, or neither.", field=missing)
    return None if input.ra_deg is None or input.dec_deg is None else Coordinates(input.ra_deg, input.dec_deg)


def _names(input: InitializeNovaInput) -> list[str]:
    """The primary name first, each name once."""
    given = [_bare(each) for each in (input.resolved_name or input.name, input.name, *input.aliases)]
    names: dict[str, str] = {}
    for each in given:
        names.setdefault(normalise_name(each), each)
    return list(names.values())


def _bare(name: str) -> str:
    """The name without SIMBAD's mark for variable stars."""
    return name.removeprefix("V* ").strip() or name


def _source(input: InitializeNovaInput, name: str) -> NameSource:
    """The source of a name: the caller for the name that was given, the resolver for all others."""
    if normalise_name(name) == normalise_name(_bare(input.name)):
        return input.source
    known = NameSource.__members__
    return known.get((input.resolver_source or "").upper(), NameSource.OTHER)


def _known(request: Request, input: InitializeNovaInput, meaning: Meaning, nova: Found[Nova]) -> Planned:
    """A known name changes nothing. A new name with known aliases becomes another alias."""
    nova_id = nova.item.nova_id
    if meaning.of(_bare(input.name), nova_id):
        return [], NovaInitialization(outcome=InitializationOutcome.EXISTS, nova_id=nova_id)
    return _aliased(request, input, meaning, nova)


def _aliased(request: Request, input: InitializeNovaInput, meaning: Meaning, nova: Found[Nova], **told: Any) -> Planned:
    nova_id = nova.item.nova_id
    new = [name for name in _names(input) if meaning.of(name, nova_id) is None]
    edited = revised(nova.item, aliases=with_aliases(nova.item, new), updated_at=request.now)
    actions = [
        *meaning.claims.taken_for([nova_id]),
        update(nova, edited, guard=("status", "primary_name")),
        *(put_new(mapping(request, name, nova_id, NameKind.ALIAS, _source(input, name))) for name in new),
    ]
    return actions, NovaInitialization(outcome=InitializationOutcome.ALIASED, nova_id=nova_id, **told)


def _created(request: Request, input: InitializeNovaInput, meaning: Meaning, sky: Claims | None) -> Planned:
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
        created_at=request.now,
        updated_at=request.now,
    )
    names = [
        mapping(request, name, nova_id, kinds.get(name, NameKind.ALIAS), _source(input, name)) for name in _names(input)
    ]
    claims = [*meaning.claims.taken_for([nova_id]), *(sky.taken_for([nova_id]) if sky else ())]
    actions = [*claims, put_new(nova), *map(put_new, names)]
    return actions, NovaInitialization(outcome=InitializationOutcome.CREATED, nova_id=nova_id)


def _quarantined(request: Request, input: InitializeNovaInput, meaning: Meaning, nearest: Neighbour) -> Planned:
    """Only a run that waits for a person is stored, and only once for the same name and neighbour."""
    name = normalise_name(input.name)
    told = nearest.told()
    correlation_id = input.correlation_id or str(uuid5(NAMESPACE_OID, f"{WORKFLOW}:{name}"))
    run_id = str(uuid5(NAMESPACE_OID, f"{WORKFLOW}:{name}:{told['nearest_nova_id']}"))
    answer = NovaInitialization(
        outcome=InitializationOutcome.QUARANTINED, correlation_id=correlation_id, job_run_id=run_id, **told
    )
    ids = {"nova_id": None, "correlation_id": correlation_id, "workflow_name": WORKFLOW, "job_run_id": run_id}
    if run_now(request, **ids):  # type: ignore[arg-type]
        return [], answer
    run = JobRun(
        **ids,  # type: ignore[arg-type]
        status=RunStatus.QUARANTINED,
        started_at=request.now,
        ended_at=request.now,
        quarantined_at=request.now,
        candidate_name=input.name,
        quarantine_reason_code="COORDINATE_AMBIGUITY",
        classification_reason=f"{nearest.separation:.2f} arcseconds from {nearest.found.item.primary_name}.",
        extra_context={"min_sep_arcsec": nearest.separation, "nova_id": told["nearest_nova_id"]},
        created_at=request.now,
        updated_at=request.now,
    )
    return [*meaning.claims.taken_for([]), put_new(run)], answer


def _nearest(request: Request, place: Coordinates, claims: Claims) -> Neighbour | None:
    """The nearest nova in use: from the catalogue, and from recent claims, which the index may not show yet."""
    listed = [each for each in novae.NOVAE_BY_NAME.all(request, {}) if isinstance(each, Nova)]
    ids = dict.fromkeys([*claims.recent, *(each.nova_id for each in listed if _is_near(each, place))])
    found = [each for each in find_many(request, Nova, [{"nova_id": each} for each in ids]) if each]
    near = [Neighbour(each, _separation(each.item, place)) for each in found if _is_near(each.item, place)]
    return min(near, key=lambda each: (each.separation, each.found.item.nova_id), default=None)


def _is_near(nova: Nova, place: Coordinates) -> bool:
    return nova.status not in GONE and _separation(nova, place) < UNSURE_BELOW_ARCSEC


def _separation(nova: Nova, place: Coordinates) -> float:
    if nova.ra_deg is None or nova.dec_deg is None:
        return float("inf")
    return separation_arcsec(place, Coordinates(nova.ra_deg, nova.dec_deg))
