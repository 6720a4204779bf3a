"""From a name to a nova: the one that has the name, the one at the same place, or a new one."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar
from uuid import uuid4

from pydantic import Field

from commands.changes import put_new, revised, transact, update
from commands.input_types import Date, Name, Note, ShortText
from commands.inputs import Input
from commands.novae.name_claims import Meaning, ambiguous, mapping, meaning_of, with_aliases
from commands.novae.nova_checks import refuse_merged
from commands.novae.questions import NameQuestion, question_of
from commands.novae.run_reviews import decided
from commands.novae.surroundings import (
    NOWHERE,
    Declination,
    NearNova,
    RightAscension,
    Surroundings,
    place_of,
    refuse_neighbours,
    surroundings,
)
from entities.fields import OpenEnum, Part
from entities.novae.nova import NameKind, NameSource, Nova, normalise_name
from entities.novae.runs import RunDecision
from entities.novae.sky import SAME_BELOW_ARCSEC, Coordinates
from loaders.current import Found
from loaders.dynamo.writes import Action
from loaders.errors import Outdated
from loaders.request import Request
from loaders.sky import separation

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
    """Other names of the nova; the list has at most 40."""
    ra_deg: RightAscension | None = None
    """The right ascension in degrees (ICRS), from 0 to below 360. Give both coordinates or none."""
    dec_deg: Declination | None = None
    """The declination in degrees (ICRS), from -90 (south) to 90 (north). Give both coordinates or none."""
    coord_frame: ShortText = "ICRS"
    """The reference frame of the coordinates; defaults to `ICRS`."""
    coord_epoch: ShortText = "J2000"
    """The epoch of the coordinates; defaults to `J2000`."""
    resolver_source: ShortText | None = None
    discovery_date: Date | None = None
    nova_type: ShortText | None = None
    is_distinct: bool = False
    """Whether a person has confirmed that this is not the nova 2 to 10 arcseconds away; defaults to false. It closes
    the run that asked for the decision.
    """
    note: Note | None = None
    """With `isDistinct`: why, in at most 2,000 characters; kept with the run that asked for the decision."""
    correlation_id: ShortText | None = None
    """The id under which a run that waits for a person is listed; derived from the name if left out. A run that asks
    the same already keeps its own.
    """
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

_SAID_ONCE = ("discovery_date", "nova_type", "resolver_source")
"""What a nova that lacks it gets from a later call; where it differs, a person has to say which is right."""


def initialize_nova(request: Request, input: InitializeNovaInput) -> NovaInitialization:
    """Find or create the nova for a name. Calls at the same moment never create two for one name or place."""
    place, names = place_of(input), _names(input)

    def writes() -> Planned:
        meaning = meaning_of(request, names)
        known = meaning.targets(request)
        if len(known) > 1:
            raise ambiguous(
                "These names lead to several novae. Give fewer names, or merge the novae first.",
                [each.item for each in known],
            )
        if known:
            return _known(request, input, meaning, known[0], place)
        around = surroundings(request, place)
        nearest = around.nearest
        if nearest and nearest.is_same:
            return _aliased(request, input, meaning, nearest.found, **nearest.told())
        if nearest is None:
            return _created(request, input, meaning, around)
        question = question_of(request, input.name, nearest.found.item.nova_id, input.correlation_id)
        if not input.is_distinct and not question.is_distinct:
            return _quarantined(request, input, meaning, nearest, question)
        return _created(request, input, meaning, around, question)

    return transact(request, writes)


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


def _known(
    request: Request, input: InitializeNovaInput, meaning: Meaning, nova: Found[Nova], place: Coordinates | None
) -> Planned:
    """A known nova gets what it lacks. What contradicts it is refused, never dropped."""
    refuse_merged(request, nova.item, "name")
    nova_id, is_asked_for = nova.item.nova_id, any(_leads(meaning, _bare(input.name)))
    outcome = InitializationOutcome.EXISTS if is_asked_for else InitializationOutcome.ALIASED
    needs_place = place is not None and nova.item.ra_deg is None
    around = surroundings(request, place, of=nova_id) if needs_place else NOWHERE
    if needs_place:
        refuse_neighbours(around, is_distinct=input.is_distinct)
    _refuse_contradictions(input, nova.item, place)
    answer = NovaInitialization(outcome=outcome, nova_id=nova_id)
    return _added(request, input, meaning, nova, around), answer


def _leads(meaning: Meaning, name: str) -> list[bool]:
    """Whether a name led to any nova."""
    return [True for each in meaning.mappings if normalise_name(each.item.name_normalized) == normalise_name(name)]


def _refuse_contradictions(input: InitializeNovaInput, nova: Nova, place: Coordinates | None) -> None:
    for name in _SAID_ONCE:
        given, stored = getattr(input, name), getattr(nova, name)
        if None not in (given, stored) and given != stored and name != "resolver_source":
            raise _contradiction(f"`{name}` of this nova is {stored}, not {given}.", nova, name)
    if place is not None and nova.ra_deg is not None:
        apart = separation(nova, place)
        if apart >= SAME_BELOW_ARCSEC:
            raise _contradiction(f"This nova lies {apart:.2f} arcseconds from the given coordinates.", nova, "ra_deg")


def _contradiction(message: str, nova: Nova, field: str) -> Outdated:
    error = Outdated(f"{message} Use `update_nova` to correct it, or leave this out.", nova)
    error.info["field"] = field
    return error


def _added(
    request: Request, input: InitializeNovaInput, meaning: Meaning, nova: Found[Nova], around: Surroundings
) -> list[Action | None]:
    """The actions that add to a nova what it lacks: names, its place, and what is said once."""
    nova_id, before = nova.item.nova_id, nova.item
    new = [name for name in _names(input) if meaning.of(name, nova_id) is None]
    place = _place_fields(input) if before.ra_deg is None else {}
    lacking = {name: getattr(input, name) for name in _SAID_ONCE if getattr(before, name) is None}
    said = {name: value for name, value in {**lacking, **place}.items() if value is not None}
    edited = revised(before, aliases=with_aliases(before, _names(input)), **said)
    if not new and edited == before:
        return []
    return [
        *meaning.claims.taken_for([nova_id]),
        *around.taken_for(nova_id),
        update(nova, revised(edited, updated_at=request.now), guard=("status", "primary_name", "ra_deg", "dec_deg")),
        *(put_new(mapping(request, name, nova_id, NameKind.ALIAS, _source(input, name))) for name in new),
    ]


def _place_fields(input: InitializeNovaInput) -> dict[str, Any]:
    """The coordinates, with their frame and epoch."""
    return input.given("ra_deg", "dec_deg", "coord_frame", "coord_epoch") if input.ra_deg is not None else {}


def _aliased(request: Request, input: InitializeNovaInput, meaning: Meaning, nova: Found[Nova], **told: Any) -> Planned:
    answer = NovaInitialization(outcome=InitializationOutcome.ALIASED, nova_id=nova.item.nova_id, **told)
    return _added(request, input, meaning, nova, NOWHERE), answer


def _created(
    request: Request,
    input: InitializeNovaInput,
    meaning: Meaning,
    around: Surroundings,
    question: NameQuestion | None = None,
) -> Planned:
    nova_id = str(uuid4())
    primary, *others = _names(input)
    kinds = {primary: NameKind.PRIMARY}
    nova = Nova(
        nova_id=nova_id,
        primary_name=primary,
        primary_name_normalized=normalise_name(primary),
        aliases=tuple(others),
        **input.given("discovery_date", "nova_type", "resolver_source"),
        **_place_fields(input),
        created_by_job_run_id=input.job_run_id,
        created_at=request.now,
        updated_at=request.now,
    )
    names = [
        mapping(request, name, nova_id, kinds.get(name, NameKind.ALIAS), _source(input, name)) for name in _names(input)
    ]
    claims = [*meaning.claims.taken_for([nova_id]), *around.taken_for(nova_id)]
    closed = _closed(request, input, question, nova_id) if question else None
    actions = [*claims, put_new(nova), *map(put_new, names), closed]
    return actions, NovaInitialization(outcome=InitializationOutcome.CREATED, nova_id=nova_id)


def _closed(request: Request, input: InitializeNovaInput, question: NameQuestion, nova_id: str) -> Action | None:
    """The run that asked whether this nova is another one has its answer."""
    if question.run is None or not question.is_open:
        return None
    edited = decided(request, question.run.item, RunDecision.DISTINCT_NOVA, input.note)
    return update(question.run, revised(edited, nova_id=nova_id), guard=("status",))


def _quarantined(
    request: Request, input: InitializeNovaInput, meaning: Meaning, nearest: NearNova, question: NameQuestion
) -> Planned:
    """Only a run that waits for a person is stored, and only one at a time for the same name and neighbour."""
    if question.run is not None and question.is_open:
        run, new = question.run.item, []
    else:
        place = input.given("ra_deg", "dec_deg")
        run = question.asking_run(request, nearest, input.name, input.correlation_id, place)
        new = [*meaning.claims.taken_for([]), put_new(run)]
    answer = NovaInitialization(
        outcome=InitializationOutcome.QUARANTINED,
        correlation_id=run.correlation_id,
        job_run_id=run.job_run_id,
        **nearest.told(),
    )
    return [*new, question.leading_to(run)], answer
