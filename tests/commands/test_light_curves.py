"""Single measurements of brightness, where a table of another program is named that has them."""

from collections.abc import Iterator
from uuid import uuid4

import pytest

from entities.novae.nova import Nova
from entities.novae.products import PhotometryTable
from entities.tables import NOVAE, PHOTOMETRY, TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from local.data.engines import Engine
from tests.commands.conftest import Changing, changing_store

ROWS = """query ($b: String, $a: String) { nova(novaId: "n1") { products { ... on PhotometryTable {
    rows(band: $b, first: 2, after: $a) { nodes { timeMjd bandName magnitude isUpperLimit limitingValue bibcode }
        pageInfo { hasNextPage endCursor } } } } } }"""


@pytest.fixture(params=[True, False], ids=["named", "not named"])
def api(embedded: Engine, request: pytest.FixtureRequest) -> Iterator[Changing]:
    client = make_client(embedded.url)
    names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    for table in TABLES.values():
        client.create_table(**table.definition(names[table.name]))
    if request.param:
        names[PHOTOMETRY.name] = f"Photometry-{uuid4().hex[:8]}"
        client.create_table(**PHOTOMETRY.definition(names[PHOTOMETRY.name]))
    with Store(client, names) as store, changing_store(store) as made:
        nova = Nova(nova_id="n1", primary_name="n", primary_name_normalized="n")
        store.session().put(NOVAE, nova.to_record())
        store.session().put(NOVAE, PhotometryTable(nova_id="n1").to_record())
        for number, row in enumerate(_rows() if request.param else ()):
            key = {"PK": "n1", "SK": f"PHOT#{9 - number}", "entity_type": "PhotometryRow", "nova_id": "n1"}
            store.session().put(PHOTOMETRY, key | row)
        yield made


def _rows() -> Iterator[dict[str, object]]:
    """As upstream writes them: what is not known is left out."""
    yield {"time_mjd": 56080.1, "band_name": "V", "magnitude": 12.31, "mag_err": 0.02, "is_upper_limit": False}
    yield {"time_mjd": 56082.5, "band_name": "B", "magnitude": 13, "bibcode": "2018ApJ...852..108F"}
    yield {"time_mjd": 56081.1, "band_name": "V", "is_upper_limit": True, "limiting_value": 18.2}


def test_measurements_are_paged_by_time(api: Changing) -> None:
    (table,) = api.get(ROWS)["nova"]["products"]
    if not api.store.session().has(PHOTOMETRY):
        assert table == {"rows": None}
        return
    page = table["rows"]
    assert [(each["timeMjd"], each["magnitude"]) for each in page["nodes"]] == [(56080.1, 12.31), (56081.1, None)]
    assert (page["nodes"][1]["isUpperLimit"], page["nodes"][1]["limitingValue"]) == (True, 18.2)
    (rest,) = api.get(ROWS, a=page["pageInfo"]["endCursor"])["nova"]["products"]
    assert [each["bibcode"] for each in rest["rows"]["nodes"]] == ["2018ApJ...852..108F"]
    (only,) = api.get(ROWS, b="B")["nova"]["products"]
    assert [each["bandName"] for each in only["rows"]["nodes"]] == ["B"]
