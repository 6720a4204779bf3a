"""Places in the sky: how far apart two of them are, and which part of the sky a place belongs to."""

from collections.abc import Iterator
from itertools import product
from math import asin, cos, degrees, floor, hypot, radians, sin
from typing import NamedTuple

SAME_BELOW_ARCSEC = 2.0
"""Two novae that are nearer than this are one."""
UNSURE_BELOW_ARCSEC = 10.0
"""Two that are nearer than this may be one: a person has to look."""

_CELL = 2 * radians(UNSURE_BELOW_ARCSEC / 3600)
_DECIMALS = 6
"""A millionth of an arcsecond is finer than anybody measures, and coarser than the noise of floats."""


class Coordinates(NamedTuple):
    """A place in the sky, ICRS, in degrees."""

    ra_deg: float
    dec_deg: float


def separation_arcsec(one: Coordinates, other: Coordinates) -> float:
    """How far apart two places are, by the haversine formula, which is right at small distances and at the poles."""
    d_dec = radians(other.dec_deg - one.dec_deg) / 2
    d_ra = radians(other.ra_deg - one.ra_deg) / 2
    width = sin(d_ra) * (cos(radians(one.dec_deg)) * cos(radians(other.dec_deg))) ** 0.5
    return round(degrees(2 * asin(min(1.0, hypot(sin(d_dec), width)))) * 3600, _DECIMALS)


def cells_near(place: Coordinates) -> Iterator[str]:
    """Names of the cells of space within reach of a place, at most eight.

    The sky is cut as a sphere in space is cut by cubes, so there are no seams. Of two places that may be one nova, each
    has the other's own cell in its reach: to hold all cells in reach keeps the other out.
    """
    reach = _CELL / 2
    ranges = [sorted({floor((each - reach) / _CELL), floor((each + reach) / _CELL)}) for each in _on_sphere(place)]
    for cell in product(*ranges):
        yield ":".join(map(str, cell))


def _on_sphere(place: Coordinates) -> tuple[float, float, float]:
    ra, dec = radians(place.ra_deg), radians(place.dec_deg)
    return cos(dec) * cos(ra), cos(dec) * sin(ra), sin(dec)


def hours_of(ra_deg: float) -> str:
    """A right ascension as astronomers write it: hours, minutes and seconds."""
    return _sexagesimal((ra_deg % 360) / 15, 24, decimals=2)


def degrees_of(dec_deg: float) -> str:
    """A declination as astronomers write it: degrees, arcminutes and arcseconds, always with a sign."""
    sign = "-" if dec_deg < 0 else "+"
    return sign + _sexagesimal(abs(dec_deg), 360, decimals=1)


def _sexagesimal(value: float, whole: int, *, decimals: int) -> str:
    """Rounded as a whole first, so that no part ever reads 60."""
    unit = 10**decimals
    parts = round(value * 3600 * unit)
    seconds, rest = parts % (60 * unit), parts // (60 * unit)
    width = decimals + 3
    return f"{rest // 60 % whole:02d} {rest % 60:02d} {seconds / unit:0{width}.{decimals}f}"
