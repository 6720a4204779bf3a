"""Novae around a place: the same as by plain computation, wherever the place is, and without reading the whole sky."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import asin, atan2, cos, degrees, pi, radians, sin
from typing import Any

import pytest

from entities.novae.nova import Nova
from entities.novae.sky import Coordinates, separation_arcsec
from entities.tables import NOVAE, Index
from loaders.dynamo.client import make_client
from loaders.request import Request
from loaders.sky import neighbours
from local.data.engines import Engine
from tests.commands.conftest import Changing, changing
from tests.thoroughness import many

STARS = many(1_500, 5_000)
PLACES = many(50, 500)
NEAR = """query ($ra: Float!, $dec: Float!, $r: Float!, $a: String) {
    novaeNear(raDeg: $ra, decDeg: $dec, radiusArcsec: $r, first: 100, after: $a) {
        nodes { novaId } pageInfo { hasNextPage endCursor } } }"""


def _sky(chance: random.Random) -> list[Nova]:
    """Novae all over the sphere, more of them at the poles and on the meridian, and some without a place."""
    places = [_anywhere(chance) for _ in range(STARS - 310)]
    for pole in (90.0, -90.0):
        places += [Coordinates(chance.uniform(0, 360), pole - chance.uniform(0, 1.5) * (pole / 90)) for _ in range(50)]
    places += [Coordinates(chance.uniform(-1, 1) % 360, chance.uniform(-90, 90)) for _ in range(200)]
    found = [_nova(number, place) for number, place in enumerate(places)]
    return found + [_nova(number, None) for number in range(len(found), STARS)]


def _anywhere(chance: random.Random) -> Coordinates:
    return Coordinates(chance.uniform(0, 360), degrees(asin(chance.uniform(-1, 1))))


def _nova(number: int, place: Coordinates | None) -> Nova:
    where: dict[str, Any] = {"ra_deg": place.ra_deg, "dec_deg": place.dec_deg} if place else {}
    name = f"nova {number:05d}"
    return Nova(nova_id=f"n{number:05d}", primary_name=name, primary_name_normalized=name, **where)


def _plain(place: Coordinates, nova: Nova) -> float:
    """The angle between two directions in space, by vectors: nothing of ours."""
    if nova.ra_deg is None or nova.dec_deg is None:
        return pi
    one, other = _vector(place), _vector(Coordinates(nova.ra_deg, nova.dec_deg))
    cross = [one[(i + 1) % 3] * other[(i + 2) % 3] - one[(i + 2) % 3] * other[(i + 1) % 3] for i in range(3)]
    dot = sum(a * b for a, b in zip(one, other, strict=True))
    return atan2(sum(each * each for each in cross) ** 0.5, dot)


def _vector(place: Coordinates) -> tuple[float, float, float]:
    ra, dec = radians(place.ra_deg), radians(place.dec_deg)
    return cos(dec) * cos(ra), cos(dec) * sin(ra), sin(dec)


def _places(chance: random.Random) -> Iterator[tuple[Coordinates, float]]:
    """Places and radii in degrees: anywhere, on the poles, near them, and on the meridian."""
    yield from ((Coordinates(ra, dec), 1.0) for ra in (0.0, 123.0, 360.0) for dec in (90.0, -90.0, 89.5, -89.5, 0.0))
    while True:
        ra, dec = chance.choice(
            [_anywhere(chance), Coordinates(chance.uniform(-0.5, 0.5) % 360, chance.uniform(-90, 90))]
        )
        yield Coordinates(ra, dec), chance.choice([0.0, 0.01, 0.5, 1.0, 3.0, 20.0])


@pytest.fixture(scope="module")
def sky(embedded: Engine) -> Iterator[tuple[Changing, list[Nova]]]:
    with changing(embedded) as api:
        stars = _sky(random.Random(5))
        api.store.session(120).batch_write(NOVAE, [each.to_record() for each in stars])
        yield api, stars


def test_a_cone_holds_what_plain_computation_finds(sky: tuple[Changing, list[Nova]]) -> None:
    api, stars = sky
    for (place, radius), _ in zip(_places(random.Random(6)), range(PLACES), strict=False):
        found = [each.nova.nova_id for each in neighbours(Request(api.store.session(60)), place, radius * 3600)]
        angles = {each.nova_id: degrees(_plain(place, each)) for each in stars}
        inside = {name for name, angle in angles.items() if angle <= radius - 1e-9}
        edge = {name for name, angle in angles.items() if abs(angle - radius) < 1e-9}
        assert inside <= set(found) <= inside | edge, (place, radius)
        distances = [angles[name] for name in found]
        assert all(one <= other + 1e-9 for one, other in pairwise(distances))


def test_a_cone_of_one_degree_reads_a_twentieth_of_the_sky_at_most(sky: tuple[Changing, list[Nova]]) -> None:
    api, _ = sky
    for place in (Coordinates(10.0, dec) for dec in (-90.0, -45.0, 0.0, 30.0, 89.0, 90.0)):
        a_request = Request(api.store.session(60))
        neighbours(a_request, place, 3600)
        reads = a_request.session.meter.reads
        assert {each.index for each in reads} == {"SkyIndex"}
        assert sum(each.items for each in reads) <= STARS / 20


def test_the_query_pages_from_the_nearest_on(sky: tuple[Changing, list[Nova]]) -> None:
    api, stars = sky
    place = {"ra": 0.0, "dec": 90.0, "r": 3 * 3600.0}
    found: list[str] = []
    after: str | None = None
    while True:
        page = api.get(NEAR, **place, a=after)["novaeNear"]
        found += [each["novaId"] for each in page["nodes"]]
        after = page["pageInfo"]["endCursor"]
        if not page["pageInfo"]["hasNextPage"]:
            break
    pole = Coordinates(0.0, 90.0)
    near = [each for each in stars if degrees(_plain(pole, each)) <= 3]
    assert found == [each.nova_id for each in sorted(near, key=lambda each: _plain(pole, each))]
    for wrong, field in (({"ra": 400.0}, "raDeg"), ({"dec": 91.0}, "decDeg"), ({"r": -1.0}, "radiusArcsec")):
        error = api.ask(NEAR, **{**place, **wrong})["errors"][0]
        assert (error["errorType"], error["errorInfo"]["field"]) == ("BadInput", field)


def test_a_table_without_the_index_answers_by_its_catalogue(embedded: Engine) -> None:
    with changing(embedded) as api:
        name = api.store.name_of(NOVAE)
        client = make_client(embedded.url)
        client.delete_table(TableName=name)
        client.create_table(**replace(NOVAE, indexes=_without_sky()).definition(name))
        stars = [_nova(number, Coordinates(number * 0.01, 0.0)) for number in range(20)]
        api.store.session(60).batch_write(NOVAE, [each.to_record() for each in stars])
        found = api.get(NEAR, ra=0.0, dec=0.0, r=180.0)["novaeNear"]["nodes"]
        assert [each["novaId"] for each in found] == [each.nova_id for each in stars[:6]]
        assert len(api.get("{ novae { nodes { id } } }")["novae"]["nodes"]) == 20


def _without_sky() -> dict[str, Index]:
    return {name: index for name, index in NOVAE.indexes.items() if name != "SkyIndex"}


@pytest.mark.parametrize("place", [Coordinates(0, 90), Coordinates(359.9999999, 0), Coordinates(12, -90)])
def test_a_place_is_no_distance_from_itself(place: Coordinates) -> None:
    assert separation_arcsec(place, place) == 0
