"""Corrections of what is known of a nova: its place, its date, its type, and names that are not its own."""

from typing import Any, ClassVar

from commands.changes import delete, expect, revised, transact, update
from commands.input_types import Date, Name, ShortText
from commands.inputs import Input
from commands.novae.name_claims import meaning_of
from commands.novae.nova_checks import receiving
from commands.novae.surroundings import Declination, RightAscension, place_of, refuse_neighbours, surroundings
from entities.fields import Timestamp
from entities.novae.nova import NameKind, Nova, normalise_name
from loaders.errors import BadInput, Outdated
from loaders.request import Request

_CORRECTED = (
    "ra_deg",
    "dec_deg",
    "coord_frame",
    "coord_epoch",
    "resolver_source",
    "discovery_date",
    "nova_type",
)


class UpdateNovaInput(Input):
    """What is to be corrected about a nova. What is left out stays as it is."""

    about: ClassVar[str] = "Nova"

    nova_id: ShortText
    ra_deg: RightAscension | None = None
    """The right ascension in degrees (ICRS), from 0 to below 360. Give both coordinates or none."""
    dec_deg: Declination | None = None
    """The declination in degrees (ICRS), from -90 (south) to 90 (north). Give both coordinates or none."""
    coord_frame: ShortText | None = None
    """The reference frame of the coordinates, such as `ICRS`; only together with coordinates."""
    coord_epoch: ShortText | None = None
    """The epoch of the coordinates, such as `J2000`; only together with coordinates."""
    resolver_source: ShortText | None = None
    discovery_date: Date | None = None
    nova_type: ShortText | None = None
    is_distinct: bool = False
    """Whether a person has confirmed that this is not the nova 2 to 10 arcseconds from the new place; defaults to
    false.
    """
    expected_updated_at: Timestamp | None = None
    """If given, the call fails with `Conflict` unless `Nova.updatedAt` still has this value."""


class RemoveAliasInput(Input):
    """An alias to take from a nova."""

    about: ClassVar[str] = "Nova"

    nova_id: ShortText
    name: Name
    """The alias, in any spelling."""


def update_nova(request: Request, input: UpdateNovaInput) -> Nova:
    """Correct what is known of a nova. A new place must not be that of another one."""
    place, given = place_of(input), input.given(*_CORRECTED)
    if not given:
        raise BadInput("Give at least one value to correct.", field="nova_id")
    if place is None:
        for name in ("coord_frame", "coord_epoch"):
            if name in given:
                raise BadInput(f"`{name}` says how coordinates are meant: give them too.", field=name)

    def writes() -> tuple[list[Any], Nova]:
        around = surroundings(request, place, of=input.nova_id)
        found = receiving(request, input.nova_id)
        edited = revised(found.item, **given)
        if edited == found.item:
            return [], found.item
        expect(found.item, {"updated_at": input.expected_updated_at})
        refuse_neighbours(around, is_distinct=input.is_distinct)
        edited = revised(edited, updated_at=request.now)
        return [*around.taken_for(input.nova_id), update(found, edited, guard=("status", "updated_at"))], edited

    return transact(request, writes)


def remove_alias(request: Request, input: RemoveAliasInput) -> Nova:
    """Take an alias from a nova, in one transaction. A name that it does not have changes nothing."""
    normal = normalise_name(input.name)

    def writes() -> tuple[list[Any], Nova]:
        meaning = meaning_of(request, [input.name])
        found = receiving(request, input.nova_id)
        nova = found.item
        known = [each for each in meaning.mappings if each.item.nova_id == input.nova_id]
        is_primary = normalise_name(nova.primary_name or "") == normal
        if is_primary or any(each.item.name_kind is NameKind.PRIMARY for each in known):
            error = Outdated(
                "This is the primary name of the nova. Give it another one with `rename_nova` first.", nova
            )
            error.info["field"] = "name"
            raise error
        kept = tuple(each for each in nova.aliases if normalise_name(each) != normal)
        if not known and kept == nova.aliases:
            return [], nova
        edited = revised(nova, aliases=kept, updated_at=request.now)
        changed = update(found, edited, guard=("primary_name", "status"))
        return [*meaning.claims.taken_for([]), changed, *map(delete, known)], edited

    return transact(request, writes)
