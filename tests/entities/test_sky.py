"""Places in the sky as astronomers write them: no part reads 60, and reading them again leads to the same place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entities.novae.sky import degrees_of, hours_of

HALF_A_CENTISECOND, HALF_A_DECISECOND = 0.005 / 3600, 0.05 / 3600
ROUNDING = 1e-9


@given(st.floats(0, 360, exclude_max=True))
def test_hours_lead_back_to_the_right_ascension(ra_deg: float) -> None:
    hours, minutes, seconds = map(float, hours_of(ra_deg).split())
    assert hours < 24
    assert max(minutes, seconds) < 60
    apart = abs((hours + minutes / 60 + seconds / 3600) - ra_deg / 15)
    assert min(apart, 24 - apart) <= HALF_A_CENTISECOND + ROUNDING


@given(st.floats(-90, 90))
def test_degrees_lead_back_to_the_declination_with_its_sign(dec_deg: float) -> None:
    written = degrees_of(dec_deg)
    degrees, minutes, seconds = map(float, written[1:].split())
    assert max(minutes, seconds) < 60
    sign = {"+": 1, "-": -1}[written[0]]
    assert abs(sign * (degrees + minutes / 60 + seconds / 3600) - dec_deg) <= HALF_A_DECISECOND + ROUNDING


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (hours_of(0), "00 00 00.00"),
        (hours_of(359.999_999_9), "00 00 00.00"),
        (hours_of(15 * (5 + 59 / 60 + 59.996 / 3600)), "06 00 00.00"),
        (hours_of(83.633_083), "05 34 31.94"),
        (degrees_of(-0.5), "-00 30 00.0"),
        (degrees_of(22.0145), "+22 00 52.2"),
        (degrees_of(-59.999_999_9), "-60 00 00.0"),
        (degrees_of(90), "+90 00 00.0"),
    ],
)
def test_places_are_written_as_in_a_catalogue(written: str, expected: str) -> None:
    assert written == expected
