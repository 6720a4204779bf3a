"""An upload runs through to its live result on this machine, as it does in AWS."""

import asyncio
import base64
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from local.services.ministack import is_installed
from tests.local.services.pdfs import random_pdf
from tests.serving import Server, serving, start, stop, wait_until_ready
from tests.thoroughness import IS_QUICK, many
from tests.uploading import Uploader
from tests.watching import watching

EVENTS = """subscription { onDocumentEvent(jobId: "%s") { jobId type category status message progress timestamp
  details { pagesProcessed totalPages currentOperation error dlqSource retryCount } } }"""

IMPATIENT: Any = {"SAMPLE": "0", "SWEEP_AFTER_SECONDS": "4", "DOCUMENTS_LEASE_SECONDS": "6"}
"""So that tests need not wait for the sweeper."""

pytestmark = pytest.mark.skipif(IS_QUICK or not is_installed(), reason="needs `make .venv-ministack/.ready`")


@pytest.fixture(scope="module")
def uploader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Uploader]:
    with serving(tmp_path_factory.mktemp("uploads"), **IMPATIENT) as server:
        yield Uploader(server)


def test_a_file_becomes_pages_and_each_step_is_announced(uploader: Uploader) -> None:
    document, put = random_pdf(3)

    async def story() -> tuple[str, list[Any]]:
        created = await asyncio.to_thread(uploader.create, document)
        async with watching(uploader.server, EVENTS % created.job_id, uploader.token) as events:
            assert (await asyncio.to_thread(created.put, document)).status_code == 200
            seen = [await events.next(60)]
            while seen[-1]["type"] != "PROCESSING_COMPLETED":
                seen.append(await events.next(60))
            return created.job_id, seen

    job_id, seen = asyncio.run(story())
    types = [event["type"] for event in seen]
    steps = ["UPLOAD_COMPLETED", "PROCESSING_STARTED", "PROCESSING_COMPLETED"]
    assert [each for each in types if each in steps] == steps
    assert seen[-1]["status"] == "COMPLETED"
    pages = uploader.pages(job_id)
    assert [page["pageNumber"] for page in pages] == [number + 1 for number in range(len(put))]
    for page, there in zip(pages, put, strict=True):
        words = sorted(word for line in page["lines"] for word in line["text"].split())
        assert words == sorted(word.text for word in there.words)
        assert sorted((form["key"], form["value"]) for form in page["forms"]) == sorted(there.pairs)
        assert sorted(table["rows"] for table in page["tables"]) == sorted(there.tables)


def test_links_lead_to_the_file_and_to_the_result(uploader: Uploader) -> None:
    document, _ = random_pdf(1)
    job_id = uploader.upload(document)
    assert uploader.ended(job_id)["status"] == "COMPLETED"
    links = uploader.ask("query ($id: ID!) { document(jobId: $id) { documentUrl resultUrl } }", id=job_id)["document"]
    assert httpx.get(links["documentUrl"]).content == document
    assert httpx.get(links["resultUrl"]).status_code == 200
    assert httpx.get(links["documentUrl"][:-3] + "000").status_code == 403


def test_the_storage_itself_refuses_any_other_file(uploader: Uploader) -> None:
    document, _ = random_pdf(1)
    created = uploader.create(document)
    zeros = base64.b64encode(bytes(32)).decode()
    assert created.put(document + b"!").status_code in {400, 403}
    assert created.put(document[:-1] + b"!").status_code in {400, 403}
    assert created.put(document, content_type="image/png").status_code in {400, 403}
    assert created.put(document, x_amz_checksum_sha256=zeros).status_code in {400, 403}
    forged = created.url.replace(created.job_id, "0" * 36)
    assert httpx.put(forged, content=document, headers=created.headers).status_code == 403
    assert httpx.put(created.url.partition("?")[0], content=document).status_code == 403
    assert uploader.status(created.job_id)["status"] == "UPLOADING"
    assert created.put(document).status_code == 200
    assert created.put(document).status_code == 412
    assert uploader.ended(created.job_id)["status"] == "COMPLETED"


def test_a_file_that_is_no_document_ends_with_a_reason(uploader: Uploader) -> None:
    job_id = uploader.upload(b"%PDF-1.4 and no more")
    ended = uploader.ended(job_id)
    reason = "The file is damaged, or it is of another kind than was announced. (Textract: INVALID_DOCUMENT)"
    assert (ended["status"], ended["error"]) == ("FAILED", reason)


def test_a_worker_that_dies_costs_nothing_but_time(uploader: Uploader) -> None:
    document, _ = random_pdf(2)
    job_ids = [uploader.upload(document, fileName=f"{number}.pdf") for number in range(4)]
    for _ in range(3):
        for pid, command in uploader.server.children().items():
            if "worker_environment" in command or "recognisers" in command:
                _kill(pid)
        time.sleep(0.3)
    _demand_completed(uploader, job_ids)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM][: many(1, 2)])
def test_what_was_uploaded_before_the_end_is_read_after_it(how: signal.Signals, tmp_path: Path) -> None:
    document, _ = random_pdf(2)
    server = start(tmp_path, SAMPLE="0", RECOGNISER_SECONDS="1")
    job_ids: list[str] = []
    try:
        wait_until_ready(server)
        uploader = Uploader(server)
        job_ids = [uploader.upload(document, fileName=f"{number}.pdf") for number in range(6)]
        server.process.send_signal(how)
        server.process.wait()
    finally:
        stop(server)
    with serving(tmp_path, server.port, SAMPLE="0") as again:
        uploader = Uploader(again)
        _demand_completed(uploader, job_ids)


def test_storage_that_dies_comes_back_with_what_it_had(uploader: Uploader) -> None:
    document, _ = random_pdf(2)
    job_ids = [uploader.upload(document, fileName=f"{number}.pdf") for number in range(3)]
    for pid, command in uploader.server.children().items():
        if "ministack.app" in command:
            _kill(pid)
    _demand_completed(uploader, job_ids)


def test_without_its_packages_uploads_say_so_and_the_rest_works(tmp_path: Path) -> None:
    with serving(tmp_path, SAMPLE="0", UPLOADS="0") as server:
        answer = _refused(server)
        assert answer["errorType"] == "Unavailable"
        assert "UPLOADS=0" in answer["message"]
        assert server.ask("{ documents(first: 1) { nodes { jobId } } }")["data"]["documents"]["nodes"] == []


def _refused(server: Server) -> Any:
    editor = {"authorization": server.token("edda", ["editors"])}
    file = {"fileName": "a.pdf", "byteLength": 1, "contentType": "application/pdf", "sha256": "0" * 64}
    query = "mutation ($input: CreateDocumentInput!) { createDocument(input: $input) { document { jobId } } }"
    return server.ask(query, editor, input=file)["errors"][0]


def _demand_completed(uploader: Uploader, job_ids: list[str]) -> None:
    ended = [uploader.ended(job_id) for job_id in job_ids]
    assert [each for each in ended if each["status"] != "COMPLETED"] == []


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
