"""What lies near a place in the sky now, and the claims that keep it so until the write."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from commands.claims import Claims, read_claims
from commands.inputs import Input
from commands.novae.name_claims import GONE, ambiguous
from entities.novae.nova import Nova
from entities.novae.sky import SAME_BELOW_ARCSEC, UNSURE_BELOW_ARCSEC, Coordinates, cells_near
from loaders.current import Found, find_many
from loaders.dynamo.writes import Action
from loaders.errors import BadInput
from loaders.request import Request
from loaders.sky import neighbours, separation

RightAscension = Annotated[float, Field(ge=0, lt=360)]
Declination = Annotated[float, Field(ge=-90, le=90)]


@dataclass(frozen=True)
class NearNova:
    """The nova nearest to a place, and its distance in arcseconds."""

    found: Found[Nova]
    separation: float

    @property
    def is_same(self) -> bool:
        return self.separation < SAME_BELOW_ARCSEC

    def told(self) -> dict[str, Any]:
        return {"separation_arcsec": self.separation, "nearest_nova_id": self.found.item.nova_id}


@dataclass(frozen=True)
class Surroundings:
    """The nova in use that is nearest to a place, if one is near, and the claims on the place that were read before."""

    claims: Claims | None = None
    nearest: NearNova | None = None

    def taken_for(self, nova_id: str) -> list[Action]:
        """The actions that take the place for a nova, unless another took it meanwhile."""
        return list(self.claims.taken_for([nova_id])) if self.claims else []


NOWHERE = Surroundings()


def place_of(input: Input) -> Coordinates | None:
    """The coordinates in an input: both or none."""
    ra_deg, dec_deg = getattr(input, "ra_deg", None), getattr(input, "dec_deg", None)
    if ra_deg is None and dec_deg is None:
        return None
    if ra_deg is None or dec_deg is None:
        missing = "ra_deg" if ra_deg is None else "dec_deg"
        raise BadInput("Give both `ra_deg` and `dec_deg`, or neither.", field=missing)
    return Coordinates(ra_deg, dec_deg)


def surroundings(request: Request, place: Coordinates | None, *, of: str | None = None) -> Surroundings:
    """What lies near a place, besides the nova that it is the place `of`.

    The index may not show what was stored a moment ago, but the claims do.
    """
    if place is None:
        return NOWHERE
    claims = read_claims(request, [f"sky:{cell}" for cell in cells_near(place)])
    listed = [each.nova.nova_id for each in neighbours(request, place, UNSURE_BELOW_ARCSEC)]
    ids = [each for each in dict.fromkeys([*claims.recent, *listed]) if each != of]
    found = [each for each in find_many(request, Nova, [{"nova_id": each} for each in ids]) if each]
    near = [
        NearNova(each, distance)
        for each in found
        if each.item.status not in GONE and (distance := separation(each.item, place)) < UNSURE_BELOW_ARCSEC
    ]
    return Surroundings(claims, min(near, key=lambda each: (each.separation, each.found.item.nova_id), default=None))


def refuse_neighbours(around: Surroundings, *, is_distinct: bool) -> None:
    """Refuse a place for a nova where another one is: nearer than 2 arcseconds always, else unless a person insists."""
    nearest = around.nearest
    if nearest is None or (is_distinct and not nearest.is_same):
        return
    advice = "Merge the two" if nearest.is_same else "Merge the two, or give `is_distinct`"
    error = ambiguous(
        f"Another nova lies {nearest.separation:.2f} arcseconds from this place. {advice}.", [nearest.found.item]
    )
    error.info["field"] = "ra_deg"
    raise error
