"""Single measurements of a nova, from a table of another program: one chart for each unit."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from entities.attributes import encode_item
from entities.tables import PHOTOMETRY
from tests.browser.browsing import Browser
from tests.other_program import boto
from tests.serving import Server, copied, serving
from tests.web.test_pages import WINDOWS

NOVAE = "{ novae(first: 100) { nodes { novaId primaryName } } }"
CHARTS = ".light-curve svg"


def rows() -> Iterator[dict[str, Any]]:
    """As upstream writes them: optical magnitudes of two bands with limits, radio in mJy, X-rays in counts."""
    optical, radio = {"band_name": "V", "regime": "optical"}, {"band_name": "5 GHz", "regime": "radio"}
    for day in range(40):
        yield {**optical, "time_mjd": 56080.1 + day, "magnitude": 10 + day / 10, "mag_err": 0.02}
        yield {**optical, "time_mjd": 56080.2 + day, "band_name": "B", "magnitude": 11 + day / 10}
        yield {**radio, "time_mjd": 56082.1 + day, "flux_density": 0.2 + day, "flux_density_unit": "mJy"}
    yield {"time_mjd": 56085.1, "band_name": "0.3-10 keV", "regime": "xray", "count_rate": 0.0123}
    yield {**optical, "time_mjd": 56079.1, "is_upper_limit": True, "limiting_value": 18.2}
    yield {**radio, "time_mjd": 56081.1, "is_upper_limit": True, "limiting_value": 0.11}


@pytest.fixture(scope="module")
def observatory(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is told of a table with measurements."""
    folder = copied(sample, tmp_path_factory.mktemp("observatory"))
    with serving(folder, PHOTOMETRY_TABLE="Photometry") as server, boto(f"{server.url}/dynamodb") as client:
        client.create_table(**PHOTOMETRY.definition("Photometry"))
        nova = nova_id(server)
        for number, row in enumerate(rows()):
            key = {"PK": nova, "SK": f"PHOT#{number:04}", "entity_type": "PhotometryRow"}
            client.put_item(TableName="Photometry", Item=encode_item(key | row))
        yield server


def nova_id(server: Server) -> str:
    novae = server.ask(NOVAE)["data"]["novae"]["nodes"]
    return str(next(each["novaId"] for each in novae if each["primaryName"] == "V1324 Sco"))


def test_measurements_in_magnitudes_mjy_and_counts_have_a_chart_each(
    page: Browser, observatory: Server, tmp_path: Path
) -> None:
    for window in WINDOWS:
        page.do("open", url=f"{observatory.url}/", name="sky", isGraphiql=False, **window)
        page.do("go", hash=f"#/novae/{nova_id(observatory)}")
        page.do("press", keys=["p"])
        page.do("see", what=".panel", text="100 of ")
        page.do("press", keys=["p"])
        page.do("become", what=CHARTS, name="data-points", value="81")
        page.do("screenshot", path=str(tmp_path / f"curves-{window['width']}.png"), full=True)
        assert not any(page.do("spills").values())
        assert page.do("axe") == []
    keys = page.do("texts", what=".light-curve-key span:first-child")
    assert [each for each in keys if "brighter" in each] == [
        f"{unit}, brighter is up" for unit in ("mag", "counts/s", "mJy")
    ]
    page.do("close", name="sky")
    page.do("use", name="page")
