"""Every use case and example query of the documents, as GraphQL, on a real engine."""

from typing import Any

import pytest

from tests.resolvers.conftest import Api

CASES: list[tuple[str, str, Any]] = [
    # Cats: the eight use cases.
    ("results of a batch", '{ catBatch(batchId: "7") { images(first: 20) { nodes { fingerprint } } } }', 3),
    ("a batch by status", '{ catBatch(batchId: "7") { images(status: SUCCESS) { nodes { fingerprint } } } }', 2),
    ("a client by status", '{ catImages(clientId: "c", status: SUCCESS) { nodes { fingerprint } } }', 2),
    ("logs of a batch", '{ catBatch(batchId: "7") { imagesWithLogs { fingerprint logs } } }', 1),
    ("one image", '{ catImage(batchId: "7", fingerprint: "f1") { fingerprint isCat } }', 1),
    ("an image whose batch is forgotten", '{ catImages(fingerprint: "f1") { nodes { fingerprint } } }', 1),
    (
        "many images",
        '{ a: catImage(batchId: "7", fingerprint: "f0") { id } b: catImage(batchId: "7", fingerprint: "f1") { id } }',
        2,
    ),
    (
        "a batch in a range of time",
        '{ catBatch(batchId: "7") { images(since: "2026-11-16T12:30:00Z") { nodes { fingerprint } } } }',
        2,
    ),
    (
        "a client in a range of time",
        '{ catImages(clientId: "c", since: "2026-11-16T12:30:00Z") { nodes { fingerprint } } }',
        2,
    ),
    ("a batch by client", '{ catBatch(batchId: "7") { images(clientId: "c") { nodes { fingerprint } } } }', 3),
    ("images with a cat", "{ catImages(isCat: true) { nodes { fingerprint } } }", 1),
    # Sweeps: the example query patterns.
    ("all jobs in a sweep", '{ sweep(sweepId: "j0") { jobs { jobId } } }', 1),
    ("metrics of a sweep", '{ sweep(sweepId: "j0") { metrics(metricName: "val_loss") { nodes { value } } } }', 2),
    ("the best configuration", '{ sweep(sweepId: "j0") { bestRun(metricName: "val_loss") { job { jobConfig } } } }', 1),
    (
        "what is left of a sweep",
        '{ sweep(sweepId: "j0") { jobs { status checkpoints { epoch s3Key } } } }',
        2,
    ),
    ("metrics across jobs", '{ metrics(metricName: "val_loss") { nodes { value job { jobId status } } } }', 2),
    # Jobs.
    ("running jobs", "{ jobs(status: RUNNING) { nodes { jobId } } }", 2),
    ("jobs of a user", '{ jobs(createdBy: "ann") { nodes { jobId } } }', 3),
    ("the latest status", '{ job(jobId: "j1") { latestStatus { status } } }', 1),
    (
        "metrics of the last hour",
        '{ job(jobId: "j1") { metrics(since: "2026-11-16T12:30:00Z") { nodes { value } } } }',
        1,
    ),
    ("what depends on a job", '{ job(jobId: "j0") { dependents { dependent { name } } } }', 1),
    ("what a job depends on", '{ job(jobId: "j1") { dependencies { dependency { name } } } }', 1),
    ("which instances run which jobs", '{ instance(instanceId: "i-1") { jobs { job { name } } } }', 1),
    # Novae.
    ("a nova by name", '{ novaeByName(name: "v1324 sco") { novaId } }', 1),
    ("eligible spectra", '{ nova(novaId: "n1") { eligibleSpectra { dataProductId } } }', 2),
    (
        "a product by its locator",
        '{ productByLocator(provider: "ESO", locatorIdentity: "url:https://x/#1") { dataProductId } }',
        1,
    ),
    ("files of a nova", '{ nova(novaId: "n1") { files { name role } } }', 1),
    ("papers on a nova", '{ nova(novaId: "n1") { references { reference { title } } } }', 2),
    ("runs and their attempts", '{ nova(novaId: "n1") { runs { nodes { attempts { attemptNo } } } } }', 3),
    # Documents.
    ("documents by status", "{ documents(status: COMPLETED) { nodes { jobId } } }", 2),
    (
        "documents by status and time",
        '{ documents(status: COMPLETED, since: "2026-11-16T00:30:00Z") { nodes { jobId } } }',
        1,
    ),
    ("a document by its key", '{ documentsByKey(documentKey: "input/d0/a.pdf") { nodes { jobId } } }', 1),
    ("a document by its id", '{ document(jobId: "d0") { status } }', 1),
]


@pytest.mark.parametrize(("use", "query", "found"), CASES, ids=[case[0] for case in CASES])
def test_a_use_case_is_a_query(api: Api, use: str, query: str, found: int) -> None:
    answer = api.ask(query)
    assert "errors" not in answer, (use, answer["errors"])
    assert _leaves(answer["data"]) == found


def _leaves(value: Any) -> int:
    """How many of the innermost objects an answer holds."""
    if isinstance(value, list):
        return sum(_leaves(each) for each in value)
    if not isinstance(value, dict):
        return 0
    inner = [each for each in value.values() if isinstance(each, dict | list)]
    return sum(_leaves(each) for each in inner) if inner else 1
