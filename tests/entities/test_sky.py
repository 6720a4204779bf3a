"""Distances in the sky are right everywhere, and no two places that may be one nova miss each other."""

from math import cos, radians, sin

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from entities.novae.sky import UNSURE_BELOW_ARCSEC, Coordinates, cells_near, separation_arcsec

ARCSEC = 1 / 3600

places = st.builds(Coordinates, st.floats(0, 360, exclude_max=True), st.floats(-90, 90))


@pytest.mark.parametrize(
    ("one", "other", "arcsec"),
    [
        (Coordinates(10, 0), Coordinates(10, 2 * ARCSEC), 2.0),
        (Coordinates(0, 0), Coordinates(360 - ARCSEC, 0), 1.0),
        (Coordinates(0.5 * ARCSEC, 0), Coordinates(360 - 0.5 * ARCSEC, 0), 1.0),
        (Coordinates(10, 60), Coordinates(10 + 2 * ARCSEC, 60), 1.0),
        (Coordinates(0, 90), Coordinates(180, 90), 0.0),
        (Coordinates(0, 90 - ARCSEC), Coordinates(180, 90 - ARCSEC), 2.0),
        (Coordinates(77, -90), Coordinates(12, -90 + 3 * ARCSEC), 3.0),
        (Coordinates(0, 0), Coordinates(180, 0), 180 * 3600.0),
        (Coordinates(0, 90), Coordinates(0, -90), 180 * 3600.0),
    ],
)
def test_distances_are_right_across_the_seam_and_at_the_poles(
    one: Coordinates, other: Coordinates, arcsec: float
) -> None:
    assert separation_arcsec(one, other) == pytest.approx(arcsec, abs=2e-6)


@given(places, places)
def test_a_distance_is_the_same_both_ways_and_no_more_than_half_around(one: Coordinates, other: Coordinates) -> None:
    assert separation_arcsec(one, other) == separation_arcsec(other, one)
    assert 0 <= separation_arcsec(one, other) <= 180 * 3600


@given(places)
def test_a_place_is_at_itself(place: Coordinates) -> None:
    assert separation_arcsec(place, place) == 0


@given(places, places)
def test_a_distance_agrees_with_the_angle_between_vectors(one: Coordinates, other: Coordinates) -> None:
    chord = sum((a - b) ** 2 for a, b in zip(_vector(one), _vector(other), strict=True)) ** 0.5
    expected = 2 * sin(radians(separation_arcsec(one, other) / 3600) / 2)
    assert chord == pytest.approx(expected, abs=1e-10)


@given(places, st.floats(0, 360), st.floats(0, UNSURE_BELOW_ARCSEC))
def test_two_places_that_may_be_one_nova_share_a_cell(place: Coordinates, towards: float, arcsec: float) -> None:
    dec = place.dec_deg + arcsec * ARCSEC * cos(radians(towards))
    assume(-90 <= dec <= 90)
    stretch = max(cos(radians(place.dec_deg)), 1e-9)
    ra = (place.ra_deg + arcsec * ARCSEC * sin(radians(towards)) / stretch) % 360
    other = Coordinates(ra, dec)
    assume(separation_arcsec(place, other) < UNSURE_BELOW_ARCSEC)
    assert set(cells_near(place)) & set(cells_near(other))


@given(places)
def test_few_cells_are_within_reach(place: Coordinates) -> None:
    assert 1 <= len(list(cells_near(place))) <= 8


def _vector(place: Coordinates) -> tuple[float, float, float]:
    ra, dec = radians(place.ra_deg), radians(place.dec_deg)
    return cos(dec) * cos(ra), cos(dec) * sin(ra), sin(dec)
