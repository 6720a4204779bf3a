"""Commands that change something print what the mutation answered, and what they delete is gone from the storage."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from entities.attributes import encode_item
from entities.letters import DeadLetter, LetterQueue
from entities.tables import DOCUMENTS, LETTERS
from local.data.sample.drawings import drawing, encoded
from local.services.folder import StorageFolder
from local.services.ministack import account_of, is_installed
from local.services.resources import DOCUMENTS as BUCKET
from local.services.resources import client
from resolvers.runtime.ids import global_id
from services.messages import JobMessage
from tests.cli.papers import page
from tests.cli.person import TerminalUser
from tests.cli.relay import Relay, relaying
from tests.other_program import boto
from tests.serving import Server
from tests.thoroughness import IS_QUICK

pytestmark = pytest.mark.skipif(IS_QUICK or not is_installed(), reason="needs `make .venv-ministack/.ready`")

LONG_AGO, SINCE_THEN = "2001-02-03T04:05:06.000000Z", "2002-01-01"
"""When no other test's document was submitted, and before when to purge."""


@pytest.fixture
def relay(server: Server) -> Iterator[Relay]:
    with relaying(server.url) as made:
        yield made


def _through(relay: Relay, person: TerminalUser, name: str, group: str) -> tuple[str, ...]:
    """The options that lead a person through the relay."""
    options = ("--url", relay.url, "--profile", f"{name}-relayed")
    person.does(*options, "login", "--as", name, "--group", group, "--client-id", f"{name}-lab")
    return options


def test_submitting_prints_the_ids_that_the_api_gave(ann: TerminalUser, relay: Relay, tmp_path: Path) -> None:
    options = _through(relay, ann, "ann", "editors")
    for number in range(3):
        (tmp_path / f"{number}.pdf").write_bytes(page(f"{tmp_path.name} submitted {number}"))
    printed = ann.does(*options, "documents", "submit", str(tmp_path), "--json").json
    created = {each["createDocument"]["document"]["jobId"] for each in relay.data_of("createDocument")}
    assert len(created) == 3
    assert {each["jobId"] for each in printed} == created
    (tmp_path / "a.png").write_bytes(encoded(drawing("cat", 40_000 + hash(tmp_path) % 10_000)))
    (picture,) = ann.does(*options, "cats", "submit", str(tmp_path / "a.png"), "--json").json
    (batch,) = relay.data_of("createCatBatch")
    assert picture["batchId"] == batch["createCatBatch"]["batchId"]


def test_retrying_prints_what_the_mutation_answered(ann: TerminalUser, relay: Relay, tmp_path: Path) -> None:
    options = _through(relay, ann, "ann", "editors")
    for number in range(3):
        (tmp_path / f"{number}.pdf").write_bytes(f"no document: {tmp_path.name} {number}".encode())
    sent = ann.tries("documents", "submit", str(tmp_path), "--wait")
    assert sent.code == 1
    first, *others = (line.split("\t")[1] for line in sent.out.splitlines()[:3])
    printed = ann.does(*options, "documents", "retry", first, "--json").json
    assert [printed] == relay.data_of("retryDocument")
    assert printed["retryDocument"]["jobId"] == first
    relay.answers.clear()
    assert ann.does(*options, "documents", "retry", *others, "--json").json == relay.data_of("retryDocument")


def test_putting_back_prints_what_the_mutation_answered(olga: TerminalUser, server: Server, relay: Relay) -> None:
    options = _through(relay, olga, "olga", "operators")
    letters = [
        DeadLetter(
            letter_id=f"input:{uuid4()}",
            queue=LetterQueue.INPUT,
            body=JobMessage(str(uuid4()), 1).body,
            received_at=datetime.now(UTC),
        )
        for _ in range(2)
    ]
    with boto(f"{server.url}/dynamodb") as database:
        for each in letters:
            database.put_item(TableName=LETTERS.usual_name, Item=encode_item(each.to_record()))
    words = ("documents", "debug", "dlq", "redrive", *map(global_id, letters), "--json")
    assert [olga.does(*options, *words).json] == relay.data_of("redriveDeadLetters")


def test_a_purge_prints_what_the_mutation_answered_and_deletes_the_files(
    ann: TerminalUser, olga: TerminalUser, server: Server, relay: Relay, tmp_path: Path
) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.pdf").write_bytes(page(f"{tmp_path.name} purged {number}"))
    ann.does("--profile", "ann", "login", "--as", "ann", "--group", "editors", "--client-id", "ann-lab")
    sent = ann.does("--profile", "ann", "documents", "submit", str(folder), "--wait")
    job_ids = [line.split("\t")[1] for line in sent.out.splitlines()[:3]]
    _submitted_long_ago(server, job_ids)
    kept = _objects(server)
    of_these = {key for key in kept if any(f"/{each}/" in key for each in job_ids)}
    assert len(of_these) >= 2 * len(job_ids)

    options = _through(relay, olga, "olga", "operators")
    words = (*options, "documents", "purge", "--older-than", SINCE_THEN)
    shown = olga.does(*words, "--json").json
    assert [shown] == relay.data_of("purgeDocuments")
    assert (
        shown["purgeDocuments"] | {"documents": 3, "objects": len(of_these), "isDryRun": True}
        == shown["purgeDocuments"]
    )
    assert "--yes" in olga.does(*words).err
    assert of_these <= _objects(server)
    relay.answers.clear()
    gone = olga.does(*words, "--yes", "--json").json
    assert [gone] == relay.data_of("purgeDocuments")
    assert gone["purgeDocuments"] == shown["purgeDocuments"] | {"isDryRun": False}
    assert not of_these & _objects(server)
    for each in job_ids:
        assert olga.tries("documents", "status", each).code == 4
    assert "No document fits." in olga.does(*words).err


def _submitted_long_ago(server: Server, job_ids: list[str]) -> None:
    with boto(f"{server.url}/dynamodb") as database:
        for each in job_ids:
            database.update_item(
                TableName=DOCUMENTS.usual_name,
                Key={"JobID": {"S": each}},
                UpdateExpression="SET SubmittedAt = :then",
                ExpressionAttributeValues={":then": {"S": LONG_AGO}},
            )


def _objects(server: Server) -> set[str]:
    """All keys in the bucket of documents."""
    folder = StorageFolder.below(server.data_dir)
    s3: Any = client("s3", f"http://127.0.0.1:{folder.port}", account_of(folder))
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=BUCKET)
    return {each["Key"] for found in pages for each in found.get("Contents", ())}
