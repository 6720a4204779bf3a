"""A folder full of documents at once, with a recogniser that takes few at a time: all of them come through."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from local.services.folder import StorageFolder
from local.services.ministack import account_of, is_installed
from local.services.resources import DEAD_LETTERS, client, queue_url
from tests.local.services.pdfs import random_pdf
from tests.serving import Server, serving
from tests.thoroughness import IS_QUICK, many
from tests.uploading import Uploader

DOCUMENTS, AT_A_TIME, SECONDS = many(14, 500), many(4, 10), many(1, 2)
LONGEST_SECONDS = 3_000.0

pytestmark = pytest.mark.skipif(IS_QUICK or not is_installed(), reason="needs `make .venv-ministack/.ready`")


def test_a_burst_completes_and_uses_up_no_try(tmp_path: Path) -> None:
    slow, few = str(SECONDS), str(AT_A_TIME)
    document, _ = random_pdf(2)
    with serving(tmp_path, SAMPLE="0", RECOGNISER_SECONDS=slow, RECOGNISER_AT_A_TIME=few) as server:
        uploader = Uploader(server)
        began = time.monotonic()
        with ThreadPoolExecutor(4) as pool:
            names = [f"{number}.pdf" for number in range(DOCUMENTS)]
            job_ids = list(pool.map(lambda name: uploader.upload(document, fileName=name), names))
        uploaded = time.monotonic() - began
        ended = [uploader.ended(job_id, LONGEST_SECONDS) for job_id in job_ids]
        sys.stdout.write(f"{DOCUMENTS}: uploaded in {uploaded:.0f} s, ended after {time.monotonic() - began:.0f} s\n")
        assert {each["status"] for each in ended} == {"COMPLETED"}
        assert {each["retryCount"] for each in ended} <= {None, 0}
        assert dead_letters(server) == 0
        operator = {"authorization": server.token("otto", ["operators"])}
        assert server.ask("{ deadLetters(first: 5) { nodes { id } } }", operator)["data"]["deadLetters"]["nodes"] == []


def dead_letters(server: Server) -> int:
    """The messages in all dead-letter queues."""
    folder = StorageFolder.below(server.data_dir)
    url = f"http://127.0.0.1:{folder.port}"
    sqs = client("sqs", url, account_of(folder))
    names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
    found = [sqs.get_queue_attributes(QueueUrl=queue_url(url, each), AttributeNames=names) for each in DEAD_LETTERS]
    return sum(int(each["Attributes"][name]) for each in found for name in names)
