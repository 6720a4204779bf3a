"""The answer about a job, in parts of a thousand blocks, as Textract gives and stores it."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from local.services.recognition.protocol import RecogniserError
from local.services.textract.jobs import FAILED, IN_PROGRESS, JobFiles, RecognitionJob

MAX_BLOCKS = 1_000
MODEL_VERSION = "1.0"
_TOKEN = re.compile(r"(\d{1,6})-(\d{1,4})")


def in_parts(pages: Iterable[list[dict[str, Any]]]) -> Iterator[list[dict[str, Any]]]:
    """Blocks in parts, however they are spread over pages; one empty part if there are none."""
    part: list[dict[str, Any]] = []
    was_full = False
    for blocks in pages:
        for block in blocks:
            part.append(block)
            if len(part) == MAX_BLOCKS:
                was_full = True
                yield part
                part = []
    if part or not was_full:
        yield part


def stored(job: RecognitionJob, number: int, blocks: list[dict[str, Any]]) -> bytes:
    """A part as Textract writes it into a bucket."""
    following = _token(number + 1, 0) if number < job.parts else None
    return json.dumps(_answer(job, blocks, following), separators=(",", ":")).encode()


def page_of_result(files: JobFiles, job: RecognitionJob, body: dict[str, Any]) -> dict[str, Any]:
    """The answer to Get…: from NextToken, at most MaxResults blocks."""
    if job.state in {IN_PROGRESS, FAILED}:
        return _answer(job, [], None)
    most = min(int(body.get("MaxResults") or MAX_BLOCKS), MAX_BLOCKS)
    number, offset = _place(body.get("NextToken"))
    part = files.part(job.id, number)
    shown = part[offset : offset + most]
    if offset + most < len(part):
        return _answer(job, shown, _token(number, offset + most))
    return _answer(job, shown, _token(number + 1, 0) if number < job.parts else None)


def _answer(job: RecognitionJob, blocks: list[dict[str, Any]], following: str | None) -> dict[str, Any]:
    version = "AnalyzeDocumentModelVersion" if job.start.features else "DetectDocumentTextModelVersion"
    answer: dict[str, Any] = {"JobStatus": job.state, version: MODEL_VERSION}
    if job.state != IN_PROGRESS:
        answer |= {"DocumentMetadata": {"Pages": job.pages}, "Blocks": blocks}
    more = {"NextToken": following, "StatusMessage": job.message, "Warnings": job.warnings or None}
    return answer | {name: value for name, value in more.items() if value is not None}


def _token(number: int, offset: int) -> str:
    return f"{number}-{offset}"


def _place(token: Any) -> tuple[int, int]:
    if token is None:
        return 1, 0
    found = _TOKEN.fullmatch(str(token))
    if not found:
        raise RecogniserError("InvalidParameterException", "Request has invalid parameters: NextToken")
    return int(found[1]), int(found[2])
