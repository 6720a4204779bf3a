"""Results as they are read: from our own files of pages, or from what other programs left of Textract's answers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import orjson

from commands.documents.collecting import prefix_of, read_index
from commands.documents.recognised import PageData, page_data, page_number
from loaders.errors import TooLarge
from services.errors import RefusalKind, RefusedByService
from services.s3 import S3

MAX_BYTES = 6_000_000
"""How much is read for one answer."""
MAX_RAW_BYTES = 20_000_000
"""How much of Textract's own answers is read: there is no index of them."""


@dataclass(frozen=True)
class ResultPages:
    """Some pages, and whether more follow."""

    pages: list[PageData]
    has_next: bool


def own_pages(bucket: S3, job_id: str, attempt: int, after: int, first: int) -> ResultPages:
    """Pages of a document that we recognised, from after a page on: one read for what lies side by side."""
    index = read_index(bucket, job_id, attempt)
    rest = [each for each in (index or {}).get("pages", ()) if each[0] > after]
    taken = list(_affordable(rest[:first]))
    found: list[PageData] = []
    for part, places in groupby(taken, key=lambda each: each[1]):
        found += _read_part(bucket, f"{prefix_of(job_id, attempt)}/pages/{part:05d}.jsonl", list(places))
    return ResultPages(found, has_next=len(rest) > len(taken))


def other_pages(bucket: S3, result_key: str, after: int, first: int) -> ResultPages:
    """Pages of a document that another program recognised: its answers are read whole."""
    blocks = [block for answer in _answers(bucket, result_key) for block in answer.get("Blocks") or ()]
    by_page: dict[int, list[Any]] = {}
    for block in blocks:
        by_page.setdefault(page_number(block), []).append(block)
    rest = sorted(number for number in by_page if number > after)
    return ResultPages([page_data(each, by_page[each]) for each in rest[:first]], has_next=len(rest) > first)


def _affordable(places: Sequence[Sequence[int]]) -> Iterator[Sequence[int]]:
    """As many pages as one answer may hold, and at least one."""
    size = 0
    for each in places:
        size += each[3]
        if size > MAX_BYTES and size > each[3]:
            return
        yield each


def _read_part(bucket: S3, key: str, places: Sequence[Sequence[int]]) -> list[PageData]:
    start, end = places[0][2], places[-1][2] + places[-1][3]
    data = bucket.read(key, start, end - start)
    return [orjson.loads(data[each[2] - start : each[2] - start + each[3]]) for each in places]


def _answers(bucket: S3, result_key: str) -> Iterator[Mapping[str, Any]]:
    folder = result_key.rstrip("/") + "/"
    listed = bucket.list(folder, limit=100).objects if not _is_file(result_key) else []
    numbered = [each for each in listed if each.key.removeprefix(folder).isdecimal()]  # none of a folder within it
    if sum(each.size for each in numbered) > MAX_RAW_BYTES:
        raise TooLarge("These results are too large to be read without an index. Retry the document to get one.")
    keys = sorted((each.key for each in numbered), key=lambda key: int(key.rpartition("/")[2]))
    for key in keys or [result_key]:
        try:
            answer = orjson.loads(bucket.read(key, 0, MAX_RAW_BYTES))
        except RefusedByService as refusal:
            if refusal.kind is RefusalKind.MISSING:
                return
            raise
        except orjson.JSONDecodeError:
            return
        if isinstance(answer, dict):
            yield answer


def _is_file(key: str) -> bool:
    return key.endswith(".json")
