"""Novae around a place in the sky: by a band of declination, which is all that an index can cut out of a sphere."""

from typing import NamedTuple

from entities.novae.nova import Nova
from entities.novae.sky import Coordinates, separation_arcsec
from entities.tables import NOVAE
from loaders import novae
from loaders.dynamo.requests import Between, Query
from loaders.errors import IndexMissing
from loaders.request import Request

_MARGIN = 1e-9
"""Degrees by which a band is read too wide: a nova on the edge must not be lost to rounding."""


class Neighbour(NamedTuple):
    """A nova, and how far it is from a place."""

    separation_arcsec: float
    nova: Nova


def neighbours(request: Request, place: Coordinates, radius_arcsec: float) -> list[Neighbour]:
    """The novae within a distance of a place, the nearest first.

    The index may lag, so a nova that was stored a moment ago may be missing. A table of an older version lacks the
    index; its whole catalogue is read instead.
    """
    try:
        found = _in_band(request, place.dec_deg, radius_arcsec / 3600)
    except IndexMissing:
        found = [each for each in novae.NOVAE_BY_NAME.all(request, {}) if isinstance(each, Nova)]
    near = [Neighbour(separation(each, place), each) for each in found]
    within = [each for each in near if each.separation_arcsec <= radius_arcsec]
    return sorted(within, key=lambda each: (each.separation_arcsec, each.nova.nova_id))


def separation(nova: Nova, place: Coordinates) -> float:
    """How far a nova is from a place; infinitely far if its place is unknown."""
    if nova.ra_deg is None or nova.dec_deg is None:
        return float("inf")
    return separation_arcsec(place, Coordinates(nova.ra_deg, nova.dec_deg))


def _in_band(request: Request, dec_deg: float, radius_deg: float) -> list[Nova]:
    """The novae whose declination is near enough. Around a pole the band is a cap, with all right ascensions in it."""
    band = Between(dec_deg - radius_deg - _MARGIN, dec_deg + radius_deg + _MARGIN)
    records = request.session.query(Query(NOVAE, "SkyIndex", Nova.type_name, band))
    return [each for each in request.items(NOVAE, records, Nova) if isinstance(each, Nova)]
