"""The synthesised stacks deployed into an emulator that is not ours answer as AppSync at home does.

MiniStack calls a batched field once for each parent, tells no selection and lets JSON through as objects: what a client
sees must be the same for all that.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from entities.tables import TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from local.data.engines import Engine
from local.data.sample import load_sample
from local.data.tables import create_tables
from tests.infra.conftest import tool
from tests.infra.documents import DOCUMENTS, READY_MADE, sample_variables
from tests.infra.ministack import Deployed, MiniStack, running
from tests.infra.witnesses import MINISTACK, SIGNED, Document, answering_from, compare


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
    with _sample(embedded) as store, answering_from(store):
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


@pytest.fixture(scope="module")
def variables(deployed: Deployed) -> dict[str, str]:  # noqa: ARG001  the Lambda answers as long as it runs
    return sample_variables()


def test_the_emulator_made_the_tables_as_they_are_declared(ministack: MiniStack, deployed: Deployed) -> None:  # noqa: ARG001
    dynamodb = ministack.client("dynamodb")
    for table in TABLES.values():
        made = dynamodb.describe_table(TableName=f"{table.usual_name}-dev")["Table"]
        assert made["KeySchema"] == table.definition()["KeySchema"]
        assert {each["IndexName"] for each in made.get("GlobalSecondaryIndexes", [])} == set(table.indexes)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.name)
def test_documents_are_answered_as_at_home(deployed: Deployed, variables: dict[str, str], document: Document) -> None:
    compare(document, variables, MINISTACK, deployed)


def test_what_is_published_comes_back_with_everything_that_was_selected(deployed: Deployed) -> None:
    item = {"jobId": "j", "status": "RUNNING", "message": "half way", "updatedAt": "2026-11-16T12:00:00.000000Z"}
    query = "mutation ($item: AWSJSON!) { publishJobStatus(item: $item) { jobId status message updatedAt } }"
    answer = deployed.ask(query, {"item": json.dumps(item)}, SIGNED)
    assert answer == {"data": {"publishJobStatus": item}}


def test_a_mutation_is_stored_and_read_back(deployed: Deployed) -> None:
    job = json.loads((READY_MADE / "06_live.json").read_text())["id"]
    written = deployed.ask(
        "mutation ($input: RecordJobStatusInput!) { recordJobStatus(input: $input) { jobId status message } }",
        {"input": {"jobId": job, "status": "RUNNING", "progress": 90.0, "message": "nearly there"}},
        SIGNED,
    )
    status = {"jobId": job, "status": "RUNNING", "message": "nearly there"}
    assert written == {"data": {"recordJobStatus": status}}
    query = "query ($id: ID!) { job(jobId: $id) { latestStatus { jobId status message } } }"
    assert deployed.ask(query, {"id": job})["data"]["job"]["latestStatus"] == status
