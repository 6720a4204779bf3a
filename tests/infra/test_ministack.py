"""The synthesised stacks deployed into an emulator that is not ours answer as AppSync at home does.

MiniStack calls a batched field once for each parent, tells no selection and lets JSON through as objects: what a client
sees must be the same for all that.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from entities.tables import TABLES
from infra.operator.deployed_api import DeployedApi
from infra.operator.probes import ProbeVerdict, found_by_all
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from local.data.engines import Engine
from local.data.sample import load_sample
from local.data.tables import create_tables
from tests.infra.conftest import tool
from tests.infra.documents import DOCUMENTS, READY_MADE, SIGNER, sample_variables
from tests.infra.ministack import Deployed, MiniStack, adapted, running
from tests.infra.textract import TEXT, textract
from tests.infra.uploading import SECONDS, a_pdf, recognised, uploaded
from tests.infra.witnesses import MINISTACK, SIGNED, Document, Foreign, answering_from, at_home, compare

BODY = "neither an event nor a message of ours"
STACKS = [f"Tessera-dev-{each}" for each in ("State", "Cats", "Documents", "Api", "Publisher")]
"""The others (saved queries, CodeDeploy, managed login, budgets) are not known to MiniStack."""
LACKED = {
    "A refusal of ours": "it drops errorInfo",
    "AWSJSON comes out": "it sends objects",
    "# comments": "the schema goes in without them, so that the template is small enough",
    "A query is refused": "it knows no limit of depth",
    "A body of 1 MB": "nor of a body's size",
    "A subscriber with": "it has no real-time address",
    "So does one without": "it has no real-time address",
    "One whose argument is null": "it has no real-time address",
}
"""What probes find otherwise in MiniStack, by how their questions begin; the other ten find what they expect."""


@pytest.fixture(scope="module")
def ministack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MiniStack]:
    with running(tool(".venv-ministack", "python"), tmp_path_factory.mktemp("ministack")) as emulator:
        yield emulator


@pytest.fixture(scope="module")
def recogniser(ministack: MiniStack) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    with textract(ministack) as started:
        yield started


@pytest.fixture(scope="module")
def deployed(
    ministack: MiniStack,
    recogniser: tuple[str, list[dict[str, Any]]],
    synthesised: Path,
    embedded: Engine,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Deployed]:
    """The tables, the pipelines and the API, as they were synthesised; the functions read an engine of ours."""
    told = {
        "TESSERA_DYNAMODB_URL": embedded.url,
        "TESSERA_READ_SECONDS": "20",
        "AWS_ENDPOINT_URL": ministack.url,
        "AWS_ENDPOINT_URL_TEXTRACT": recogniser[0],
    }
    assembly = adapted(synthesised / "dev", tmp_path_factory.mktemp("cdk") / "assembly", told)
    outputs = ministack.deploy(assembly, STACKS)
    assert outputs["Tessera-dev-Api"]["ApiKey"]
    appsync = ministack.client("appsync")
    (api,) = appsync.list_graphql_apis()["graphqlApis"]
    (key,) = appsync.list_api_keys(apiId=api["apiId"])["apiKeys"]
    with _sample(embedded) as store, answering_from(store):
        yield Deployed(f"{ministack.url}/v1/apis/{api['apiId']}/graphql", key["id"])
    ministack.cdk(assembly, "destroy", "--force", "--exclusively", *STACKS)
    assert ministack.client("appsync").list_graphql_apis()["graphqlApis"] == []


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
    compare(document, variables, MINISTACK, Foreign(deployed))


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


def test_a_file_goes_through_the_deployed_pipeline(
    deployed: Deployed, recogniser: tuple[str, list[dict[str, Any]]]
) -> None:
    job_id = uploaded(deployed.ask, a_pdf("Grand total 12.34"))
    document = recognised(deployed.ask, job_id)
    assert document == {
        "status": "COMPLETED",
        "error": None,
        "pages": {"nodes": [{"pageNumber": 1, "lines": [{"text": TEXT}]}]},
    }
    (started,) = (each for each in recogniser[1] if each["JobTag"].startswith(job_id))
    assert sorted(started["FeatureTypes"]) == ["FORMS", "TABLES"]


def test_what_no_worker_can_do_becomes_a_dead_letter(
    ministack: MiniStack,
    deployed: Deployed,  # noqa: ARG001  its consumer is the one that is tested
) -> None:
    """The consumer is given what a queue gives up after three tries, without the minutes in between."""
    sqs = ministack.client("sqs")
    url = sqs.get_queue_url(QueueName="tessera-dev-documents-input-dead")["QueueUrl"]
    sqs.send_message(QueueUrl=url, MessageBody=BODY)
    listed = Document("dead letters", "{ deadLetters(first: 10) { nodes { queue body jobId } } }", caller=SIGNER)
    until = time.monotonic() + SECONDS
    while {"queue": "INPUT", "body": BODY, "jobId": None} not in at_home(listed)["data"]["deadLetters"]["nodes"]:
        assert time.monotonic() < until
        time.sleep(0.5)


def test_probes_find_what_they_expect_but_for_what_the_emulator_lacks(deployed: Deployed) -> None:
    found = {probe.question: finding for probe, finding in found_by_all(DeployedApi(deployed.url, deployed.key))}
    otherwise = [question for question, each in found.items() if each.verdict is ProbeVerdict.OTHERWISE]
    assert not any(each.verdict is ProbeVerdict.NOTHING for each in found.values()), found
    assert otherwise == [question for question in found if question.startswith(tuple(LACKED))]
