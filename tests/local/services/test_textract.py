"""The recogniser at home speaks as Textract does: to a client that knows nothing but Textract."""

import json
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError

from local.services.resources import DOCUMENTS, OUTPUT, client, queue_url
from tests.local.services.found import page_of
from tests.local.services.home import HomeStorage, RunningRecogniser, announced, eventually, recogniser
from tests.local.services.pdfs import random_pdf
from tests.local.services.test_reading import assert_same

PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000002000000030802000000368849d60000000049454e44ae426082")


def error_of(call: Any, *given: Any, **named: Any) -> str:
    with pytest.raises(ClientError) as caught:
        call(*given, **named)
    return str(caught.value.response["Error"]["Code"])


def test_a_document_is_read_stored_and_announced(aws: HomeStorage, textract: RunningRecogniser) -> None:
    document, (first, *_) = random_pdf(3)
    aws.put("input/whole/a b.pdf", document)
    job = textract.start("input/whole/a b.pdf", JobTag="whole:1", **announced("results/whole/1/"))
    found = textract.result(job)
    assert found["JobStatus"] == "SUCCEEDED"
    assert_same(first, page_of([block for block in found["Blocks"] if block["Page"] == 1]))
    names = sorted(key.rpartition("/")[2] for key in aws.keys(f"results/whole/1/{job}/"))
    assert names == [".s3_access_check", "1"]
    assert json.loads(aws.read(f"results/whole/1/{job}/1"))["Blocks"] == found["Blocks"]
    message = eventually(lambda: _message(aws, job))
    assert (message["Status"], message["JobTag"], message["API"]) == ("SUCCEEDED", "whole:1", "StartDocumentAnalysis")
    assert message["DocumentLocation"] == {"S3Bucket": DOCUMENTS, "S3ObjectName": "input/whole/a b.pdf"}


def test_results_come_in_pages_of_any_size(aws: HomeStorage, textract: RunningRecogniser) -> None:
    document, _ = random_pdf(3)
    aws.put("input/paged/a.pdf", document)
    job = textract.start("input/paged/a.pdf")
    whole = textract.result(job)["Blocks"]
    blocks: list[Any] = []
    token: dict[str, str] = {}
    while True:
        part = textract.textract.get_document_analysis(JobId=job, MaxResults=7, **token)
        assert len(part["Blocks"]) <= 7
        blocks += part["Blocks"]
        if "NextToken" not in part:
            break
        token = {"NextToken": part["NextToken"]}
    assert blocks == whole


def test_more_than_a_thousand_blocks_are_stored_in_parts(aws: HomeStorage, textract: RunningRecogniser) -> None:
    aws.put("input/long/a.pdf", _long_document())
    job = textract.start("input/long/a.pdf", **announced("results/long/1"))
    textract.result(job)
    keys = [key for key in aws.keys(f"results/long/1/{job}/") if not key.endswith("check")]
    parts = [json.loads(aws.read(key)) for key in sorted(keys, key=lambda key: int(key.rpartition("/")[2]))]
    assert [len(part["Blocks"]) for part in parts[:-1]] == [1000] * (len(parts) - 1)
    assert len(parts) > 2
    words = [each["Text"] for part in parts for each in part["Blocks"] if each["BlockType"] == "WORD"]
    assert sorted(words, key=lambda word: int(word[1:])) == [f"w{number}" for number in range(1500)]


def test_text_alone_has_no_tables(aws: HomeStorage, textract: RunningRecogniser) -> None:
    document, _ = random_pdf(3)
    aws.put("input/text/a.pdf", document)
    place = {"S3Object": {"Bucket": DOCUMENTS, "Name": "input/text/a.pdf"}}
    job = textract.textract.start_document_text_detection(DocumentLocation=place)["JobId"]
    found = eventually(lambda: _done(textract.textract.get_document_text_detection(JobId=job)))
    assert {block["BlockType"] for block in found["Blocks"]} == {"PAGE", "LINE", "WORD"}
    assert error_of(textract.textract.get_document_analysis, JobId=job) == "InvalidJobIdException"


def test_a_picture_has_a_page_without_lines(aws: HomeStorage, textract: RunningRecogniser) -> None:
    aws.put("input/picture/a.png", PNG)
    found = textract.result(textract.start("input/picture/a.png"))
    assert (found["JobStatus"], [block["BlockType"] for block in found["Blocks"]]) == ("SUCCEEDED", ["PAGE"])


def test_the_same_token_is_the_same_job(aws: HomeStorage, textract: RunningRecogniser) -> None:
    aws.put("input/token/a.pdf", random_pdf(1)[0])
    job = textract.start("input/token/a.pdf", ClientRequestToken="t" * 64)
    assert textract.start("input/token/a.pdf", ClientRequestToken="t" * 64) == job
    textract.result(job)
    assert textract.start("input/token/a.pdf", ClientRequestToken="t" * 64) == job
    assert textract.start("input/token/a.pdf") != job
    mismatch = error_of(textract.start, "input/token/a.pdf", ClientRequestToken="t" * 64, JobTag="other")
    assert mismatch == "IdempotentParameterMismatchException"


def test_what_cannot_be_read_is_refused_by_its_type(aws: HomeStorage, textract: RunningRecogniser) -> None:
    aws.put("input/bad/text.pdf", b"no document")
    aws.put("input/bad/empty.pdf", b"")
    aws.put("input/bad/cut.pdf", b"%PDF-1.4 and no more")
    assert error_of(textract.start, "input/bad/absent.pdf") == "InvalidS3ObjectException"
    assert error_of(textract.start, "input/bad/text.pdf") == "UnsupportedDocumentException"
    assert error_of(textract.start, "input/bad/empty.pdf") == "UnsupportedDocumentException"
    assert error_of(textract.start, "input/bad/cut.pdf", FeatureTypes=["POEMS"]) == "InvalidParameterException"
    assert error_of(textract.textract.get_document_analysis, JobId="0" * 64) == "InvalidJobIdException"
    found = textract.result(textract.start("input/bad/cut.pdf"))
    assert (found["JobStatus"], found["StatusMessage"]) == ("FAILED", "INVALID_DOCUMENT")


def test_only_who_has_the_key_is_answered(aws: HomeStorage, textract: RunningRecogniser) -> None:
    other = {**aws.account, "AWS_SECRET_ACCESS_KEY": "guessed"}
    stranger = client("textract", textract.process.url, other)
    assert error_of(stranger.get_document_analysis, JobId="0" * 64) == "UnrecognizedClientException"


def test_it_throttles_limits_fails_and_is_partial_when_told_to(aws: HomeStorage, tmp_path: Path) -> None:
    aws.put("input/faults/a.pdf", random_pdf(3)[0])
    with recogniser(aws, tmp_path / "throttle", RECOGNISER_FAULT="throttle:1") as told:
        assert error_of(told.start, "input/faults/a.pdf") == "ProvisionedThroughputExceededException"
        assert told.result(told.start("input/faults/a.pdf"))["JobStatus"] == "SUCCEEDED"
    with recogniser(aws, tmp_path / "limit", RECOGNISER_SECONDS="600", RECOGNISER_AT_A_TIME="1") as told:
        told.start("input/faults/a.pdf")
        assert error_of(told.start, "input/faults/a.pdf") == "LimitExceededException"
    with recogniser(aws, tmp_path / "fail", RECOGNISER_FAULT="fail:1") as told:
        failed = told.result(told.start("input/faults/a.pdf"))
        assert (failed["JobStatus"], failed["StatusMessage"]) == ("FAILED", "INTERNAL_ERROR")
    with recogniser(aws, tmp_path / "partial", RECOGNISER_FAULT="partial") as told:
        partial = told.result(told.start("input/faults/a.pdf"))
        pages = partial["DocumentMetadata"]["Pages"]
        assert (partial["JobStatus"], partial["Warnings"][0]["Pages"]) == ("PARTIAL_SUCCESS", [pages])
        assert {block["Page"] for block in partial["Blocks"]} == set(range(1, pages))


def test_a_job_that_was_accepted_survives_the_recogniser(aws: HomeStorage, tmp_path: Path) -> None:
    aws.put("input/killed/a.pdf", random_pdf(3)[0])
    with recogniser(aws, tmp_path, RECOGNISER_SECONDS="600") as slow:
        job = slow.start("input/killed/a.pdf", ClientRequestToken="k" * 64)
    with recogniser(aws, tmp_path) as again:
        assert again.result(job)["JobStatus"] == "SUCCEEDED"
        assert again.start("input/killed/a.pdf", ClientRequestToken="k" * 64) == job


def _done(answer: dict[str, Any]) -> dict[str, Any] | None:
    return None if answer["JobStatus"] == "IN_PROGRESS" else answer


def _message(aws: HomeStorage, job: str) -> dict[str, Any] | None:
    """What the topic said about a job, as its queue has it."""
    sqs = aws.client("sqs")
    for message in sqs.receive_message(QueueUrl=queue_url(aws.url, OUTPUT), VisibilityTimeout=0).get("Messages", []):
        said: dict[str, Any] = json.loads(json.loads(message["Body"])["Message"])
        if said["JobId"] == job:
            return said
    return None


def _long_document() -> bytes:
    import io  # noqa: PLC0415

    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415

    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(600, 800))
    for number in range(1500):
        if number and number % 150 == 0:
            canvas.showPage()
        place = number % 150
        canvas.drawString(20 + 110 * (place % 5), 780 - 25 * (place // 5), f"w{number}")
    canvas.save()
    return file.getvalue()
