"""Results of Textract in S3: collected into files of pages, with an index that says where each page lies.

Textract writes its answers as numbered objects of a thousand blocks each. Each run takes a fixed number of them, writes
the pages in them as one part, and says where the next run begins. Runs have the same effect however often they are
repeated, also side by side: what a part holds follows from where it begins.

    results/<job>/<attempt>/<textract id>/1, 2, 3…   as Textract wrote them
    results/<job>/<attempt>/pages/00000.jsonl         pages, one a line
    results/<job>/<attempt>/pages/00000.json          where they lie in it
    results/<job>/<attempt>/index.json                the same of all parts, written last
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import orjson

from commands.documents.places import RESULTS
from commands.documents.recognised import Block, page_data, page_number, pages_in, warnings_in
from services.errors import RefusalKind, RefusedByService
from services.messages import CollectMessage
from services.s3 import S3
from services.textract import Textract

OBJECTS_PER_RUN = 40
ANSWERS_PER_RUN = 20
"""How many of Textract's objects, or answers, one run reads; a run has 30 s."""


@dataclass(frozen=True)
class CollectedPart:
    """What one run has collected."""

    pages: int
    """How many pages can be read by now."""
    total: int | None
    """How many pages the document has, as Textract says."""
    next: CollectMessage | None
    """Where to go on; None if that was all."""
    warnings: tuple[str, ...] = ()


def prefix_of(job_id: str, attempt: int) -> str:
    """Where the results of one attempt lie."""
    return f"{RESULTS}/{job_id}/{attempt}"


def index_key(job_id: str, attempt: int) -> str:
    return f"{prefix_of(job_id, attempt)}/index.json"


def collect(bucket: S3, textract: Textract, at: CollectMessage, *, is_analysis: bool = True) -> CollectedPart:
    """Collect one part. If Textract's objects are not there, they are fetched from Textract itself first."""
    source = f"{prefix_of(at.job_id, at.attempt)}/{at.textract_id}"
    first = _answer(bucket, f"{source}/1") if at.next_token is None else None
    if first is None:
        return _fetched(bucket, textract, at, source, is_analysis=is_analysis)
    total = (first.get("DocumentMetadata") or {}).get("Pages")
    lines, following = _part(bucket, at, source)
    places = _write_part(bucket, at, lines)
    if following is not None:
        done = max((page for page, _, _ in places), default=at.page - 1)
        return CollectedPart(done, total, following)
    pages = _write_index(bucket, at, total, warnings_in(first))
    return CollectedPart(pages, total or pages, None, warnings_in(first))


def read_index(bucket: S3, job_id: str, attempt: int) -> Mapping[str, Any] | None:
    """The index of an attempt; None if there is none."""
    found: Mapping[str, Any] | None = _answer(bucket, index_key(job_id, attempt))
    return found


def _part(bucket: S3, at: CollectMessage, source: str) -> tuple[list[tuple[int, bytes]], CollectMessage | None]:
    """The pages that are complete, as lines, and where to go on. At least one page is completed."""
    reader = _Objects(bucket, source, at.object_number)
    lines: list[tuple[int, bytes]] = []
    waiting: tuple[int, list[Block]] | None = None
    for number, blocks in pages_in(reader.blocks(), start=at.page):
        if waiting:
            lines.append((waiting[0], _line(*waiting)))
        waiting = (number, blocks)
        if lines and reader.read >= OBJECTS_PER_RUN:
            following = replace(at, part=at.part + 1, object_number=reader.first_of(number), page=number)
            return lines, following
    if waiting:
        lines.append((waiting[0], _line(*waiting)))
    return lines, None


class _Objects:
    """Textract's objects, read one after the other; remembers in which one each page begins."""

    def __init__(self, bucket: S3, source: str, start: int) -> None:
        self._bucket, self._source, self._start = bucket, source, start
        self._first: dict[int, int] = {}
        self.read = 0

    def blocks(self) -> Iterator[Block]:
        number = self._start
        while (answer := _answer(self._bucket, f"{self._source}/{number}")) is not None:
            self.read += 1
            self._bucket.mark(f"{self._source}/{number}")
            for block in answer.get("Blocks") or ():
                self._first.setdefault(page_number(block), number)
                yield block
            number += 1

    def first_of(self, page: int) -> int:
        return self._first[page]


def _line(number: int, blocks: list[Block]) -> bytes:
    return orjson.dumps(page_data(number, blocks)) + b"\n"


def _write_part(bucket: S3, at: CollectMessage, lines: list[tuple[int, bytes]]) -> list[tuple[int, int, int]]:
    """Store the pages, then where they lie: page, position, length."""
    places, position = [], 0
    for number, line in lines:
        places.append((number, position, len(line)))
        position += len(line)
    name = f"{prefix_of(at.job_id, at.attempt)}/pages/{at.part:05d}"
    bucket.put(f"{name}.jsonl", b"".join(line for _, line in lines), "application/x-ndjson")
    bucket.put(f"{name}.json", orjson.dumps(places))
    return places


def _write_index(bucket: S3, at: CollectMessage, total: int | None, warnings: tuple[str, ...]) -> int:
    """Store where all pages lie: page, part, position, length; returns how many there are."""
    pages: list[list[int]] = []
    for part in range(at.part + 1):
        places = orjson.loads(bucket.read(f"{prefix_of(at.job_id, at.attempt)}/pages/{part:05d}.json"))
        pages += [[page, part, position, length] for page, position, length in places]
    index = {"version": 1, "total_pages": total or len(pages), "parts": at.part + 1, "pages": pages}
    bucket.put(index_key(at.job_id, at.attempt), orjson.dumps({**index, "warnings": warnings}))
    return len(pages)


def _fetched(bucket: S3, textract: Textract, at: CollectMessage, source: str, *, is_analysis: bool) -> CollectedPart:
    """Store Textract's answers as it should have done itself; the last run leads to the first part."""
    token, number = at.next_token, at.object_number
    for _ in range(ANSWERS_PER_RUN):
        found = textract.result(at.textract_id, token, is_analysis=is_analysis)
        answer = {
            "JobStatus": found.status,
            "DocumentMetadata": {"Pages": found.pages},
            "Blocks": list(found.blocks),
            "Warnings": list(found.warnings),
        }
        # The first object goes last: as long as it is missing, these results count as not there.
        bucket.put(f"{source}/{number}" if number > 1 else f"{source}/first", orjson.dumps(answer))
        token, number = found.next_token, number + 1
        if token is None:
            bucket.copy(f"{source}/first", f"{source}/1")
            return CollectedPart(0, found.pages, replace(at, object_number=1, next_token=None))
    return CollectedPart(0, found.pages, replace(at, object_number=number, next_token=token))


def _answer(bucket: S3, key: str) -> Any:
    """An object of JSON; None if there is none."""
    try:
        return orjson.loads(bucket.read(key))
    except RefusedByService as refusal:
        if refusal.kind is RefusalKind.MISSING:
            return None
        raise
