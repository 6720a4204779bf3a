"""The synthesised stacks deployed into an emulator that is not ours answer as AppSync at home does.

MiniStack calls a batched field once for each parent, tells no selection and lets JSON through as objects: what a client
sees must be the same for all that.
"""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from entities.tables import TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from local.data.engines import Engine
from local.data.sample import load_sample
from local.data.tables import create_tables
from local.engine.executor import Operation, run
from local.engine.scalars import read_schema
from resolvers import app
from tests.infra.conftest import ROOT, tool
from tests.infra.ministack import Deployed, MiniStack, running
from tests.resolvers.conftest import FakeContext

QUERIES = sorted((ROOT / "local" / "graphiql" / "queries").glob("*.graphql"))
SCHEMA = read_schema((ROOT / "schema.graphql").read_text())
LACKING = {"subscription": "MiniStack has no GraphQL subscriptions"}
SIGNED = {"authorization": "AWS4-HMAC-SHA256 Credential=test/20261116/us-east-1/appsync/aws4_request"}


@pytest.fixture(scope="module")
def ministack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MiniStack]:
    with running(tool(".venv-ministack", "python"), tmp_path_factory.mktemp("ministack")) as emulator:
        yield emulator


@pytest.fixture(scope="module")
def deployed(ministack: MiniStack, synthesised: Path, embedded: Engine) -> Iterator[Deployed]:
    """The stack of the tables and that of the API, as they were synthesised; the functions read an engine of ours."""
    folder = synthesised / "dev"
    ministack.bootstrap(folder)
    told = {"TESSERA_DYNAMODB_URL": embedded.url, "TESSERA_READ_SECONDS": "20"}
    for stack in ("State", "Api"):
        ministack.deploy(folder / f"Tessera-dev-{stack}.template.json", told)
    appsync = ministack.client("appsync")
    (api,) = appsync.list_graphql_apis()["graphqlApis"]
    (key,) = appsync.list_api_keys(apiId=api["apiId"])["apiKeys"]
    with _sample(embedded) as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr(app.parts, "store", store)
        yield Deployed(f"{ministack.url}/v1/apis/{api['apiId']}/graphql", key["id"])


@contextmanager
def _sample(engine: Engine) -> Iterator[Store]:
    """The sample data in tables that are called as the stack calls them."""
    names = {table.name: f"{table.usual_name}-dev" for table in TABLES.values()}
    client = make_client(engine.url)
    create_tables(client, names)
    with Store(client, names) as store:
        load_sample(store, lambda _: None)
        yield store


def test_the_emulator_made_the_tables_as_they_are_declared(ministack: MiniStack, deployed: Deployed) -> None:  # noqa: ARG001
    dynamodb = ministack.client("dynamodb")
    for table in TABLES.values():
        made = dynamodb.describe_table(TableName=f"{table.usual_name}-dev")["Table"]
        assert made["KeySchema"] == table.definition()["KeySchema"]
        assert {each["IndexName"] for each in made.get("GlobalSecondaryIndexes", [])} == set(table.indexes)


@pytest.mark.parametrize("file", QUERIES, ids=lambda file: file.stem)
def test_ready_made_queries_are_answered_as_at_home(deployed: Deployed, file: Path) -> None:
    query, variables = file.read_text(), _variables(file)
    for lacking, reason in LACKING.items():
        if any(line.startswith(lacking) for line in query.splitlines()):
            pytest.skip(reason)
    there, here = deployed.ask(query, variables), _at_home(query, variables)
    assert "errors" not in there
    assert _texts_opened(here["data"]) == _texts_opened(there["data"])


def test_a_refusal_is_the_same(deployed: Deployed) -> None:
    query = "{ images(first: 1000) { nodes { id } } }"
    there, here = deployed.ask(query, {}), _at_home(query, {})
    assert here["errors"][0]["errorType"] == "BadInput"
    assert [_essence(each) for each in there["errors"]] == [_essence(each) for each in here["errors"]]


def test_what_is_published_comes_back_with_everything_that_was_selected(deployed: Deployed) -> None:
    item = {"jobId": "j", "status": "RUNNING", "message": "half way", "updatedAt": "2026-11-16T12:00:00.000000Z"}
    query = "mutation ($item: AWSJSON!) { publishJobStatus(item: $item) { jobId status message updatedAt } }"
    answer = deployed.ask(query, {"item": json.dumps(item)}, SIGNED)
    assert answer == {"data": {"publishJobStatus": item}}


def test_a_mutation_is_stored_and_read_back(deployed: Deployed) -> None:
    job = json.loads((QUERIES[0].parent / "06_live.json").read_text())["id"]
    written = deployed.ask(
        "mutation ($input: RecordJobStatusInput!) { recordJobStatus(input: $input) { jobId status message } }",
        {"input": {"jobId": job, "status": "RUNNING", "progress": 90.0, "message": "nearly there"}},
        SIGNED,
    )
    status = {"jobId": job, "status": "RUNNING", "message": "nearly there"}
    assert written == {"data": {"recordJobStatus": status}}
    query = "query ($id: ID!) { job(jobId: $id) { latestStatus { jobId status message } } }"
    assert deployed.ask(query, {"id": job})["data"]["job"]["latestStatus"] == status


def _variables(file: Path) -> dict[str, Any]:
    beside = file.with_suffix(".json")
    found: dict[str, Any] = json.loads(beside.read_text()) if beside.exists() else {}
    return found


def _at_home(query: str, variables: dict[str, Any]) -> dict[str, Any]:
    operation = Operation(lambda event: app.handler(event, FakeContext()), {"headers": {}})
    return asyncio.run(run(SCHEMA, operation, query, variables))


def _texts_opened(value: Any) -> Any:
    """JSON as objects on both sides, and numbers as JSON has them."""
    if isinstance(value, dict):
        return {name: _texts_opened(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_texts_opened(each) for each in value]
    if isinstance(value, str) and value[:1] in {"{", "["}:
        try:
            return _texts_opened(json.loads(value))
        except ValueError:
            return value
    return value


def _essence(error: dict[str, Any]) -> tuple[Any, ...]:
    return error["message"], error.get("errorType"), error.get("path")
