"""At home too, a table is declared as ours alone only where a stream would show another writer."""

from uuid import uuid4

import pytest

from entities.tables import OWN_TABLES_VARIABLE, TABLES
from loaders.dynamo.client import ENDPOINT_VARIABLE, make_client
from local.data.engines import Engine
from local.data.prepare import Unwatched, demand_streams
from local.settings import BadSetting, Settings


def test_a_declared_table_without_a_stream_is_refused(embedded: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    client = make_client(embedded.url)
    monkeypatch.setenv(ENDPOINT_VARIABLE, embedded.url)
    names = {table.name: f"{table.usual_name}-{uuid4().hex[:8]}" for table in TABLES.values()}
    for table in TABLES.values():
        definition = table.definition(names[table.name])
        if table.name == "novae":
            del definition["StreamSpecification"]
        client.create_table(**definition)
        monkeypatch.setenv(table.variable, names[table.name])
    for declared in ("", "receipts", "receipts,cats"):
        monkeypatch.setenv(OWN_TABLES_VARIABLE, declared)
        demand_streams(client)
    monkeypatch.setenv(OWN_TABLES_VARIABLE, "receipts,novae")
    with pytest.raises(Unwatched, match=f"OWN_TABLES names novae, but {names['novae']} has no stream"):
        demand_streams(client)


def test_a_name_that_is_no_table_of_ours_is_refused_before_anything_starts() -> None:
    with pytest.raises(BadSetting, match="OWN_TABLES names tables among"):
        Settings.from_environment({OWN_TABLES_VARIABLE: "photos"})
