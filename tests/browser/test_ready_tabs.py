"""The texts of the ready-made tabs, which other programs run too."""

import json
from pathlib import Path
from typing import Any

import pytest
from graphql import GraphQLSchema, parse, validate

from local.data.sample import names
from local.engine.scalars import read_schema

ROOT = Path(__file__).parents[2]
QUERIES = sorted((ROOT / "local" / "graphiql" / "queries").glob("*.graphql"))
NAMED = {
    "01_receipts": {"id": names.IMAGE_ID},
    "02_jobs": {"sweep": names.SWEEP_ID, "running": names.RUNNING_JOB_ID},
    "03_novae": {"name": names.NOVA_NAME.lower()},
    "04_cats": {"batch": str(names.CAT_BATCH_ID)},
    "05_documents": {},
    "06_live": {"id": names.RUNNING_JOB_ID},
    "07_change": {
        "input": {"jobId": names.RUNNING_JOB_ID, "status": "RUNNING", "progress": 70.8, "message": "Epoch 17 of 24"}
    },
}


@pytest.fixture(scope="module")
def schema() -> GraphQLSchema:
    return read_schema((ROOT / "schema.graphql").read_text())


def test_there_is_a_tab_for_each_system_a_live_one_and_one_that_changes_something() -> None:
    assert [path.stem for path in QUERIES] == list(NAMED)


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_a_tab_names_items_of_the_sample(path: Path) -> None:
    assert variables_of(path) == NAMED[path.stem]


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_a_tab_asks_for_what_the_schema_has(schema: GraphQLSchema, path: Path) -> None:
    assert validate(schema, parse(path.read_text())) == []


@pytest.mark.parametrize("path", QUERIES, ids=lambda path: path.stem)
def test_a_tab_says_what_it_shows_and_what_it_costs(path: Path) -> None:
    comment = [line for line in path.read_text().splitlines() if line.startswith("#")]
    assert len(comment) >= 2
    assert "cost" in " ".join(comment).lower()


def variables_of(path: Path) -> dict[str, Any]:
    beside = path.with_suffix(".json")
    found: dict[str, Any] = json.loads(beside.read_text()) if beside.exists() else {}
    return found
