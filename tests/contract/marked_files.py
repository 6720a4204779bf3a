"""What lies in S3 for the marked items: logs of pictures and results of documents, with marks in every text of them."""

from collections.abc import Iterator
from typing import Any

import orjson

from commands.cats.places import log_key
from commands.documents.collecting import index_key, prefix_of
from entities.cats import CatImage
from entities.documents import TextractJob
from tests.contract.marked import MANAGED_BATCH, OWNERS, Mark, marked_items, marks_in, read_document
from tests.storage import BUCKET, CATS_BUCKET

File = tuple[str, str, bytes]
"""A bucket, a key, and what is in it."""


def marked_files() -> Iterator[File]:
    """The log of each image of ours, the pages of each document of ours, and Textract's answers for the others."""
    for owner in OWNERS:
        yield from _pages(owner)
    for owner, item in _by_owner():
        if isinstance(item, CatImage) and item.batch_id == MANAGED_BATCH:
            yield CATS_BUCKET, log_key(item), orjson.dumps([str(Mark(owner, "CatImage", "storedLogs"))])
        elif isinstance(item, TextractJob) and not item.is_managed:
            line = {"Id": "1", "BlockType": "LINE", "Page": 1, "Text": str(Mark(owner, "DocumentPage", "otherLines"))}
            yield BUCKET, f"{item.result_key}/1", orjson.dumps({"Blocks": [line]})


def marks_in_files() -> set[Mark]:
    """All marks that lie in S3."""
    return {mark for _, _, body in marked_files() for mark in marks_in(body.decode())}


def _by_owner() -> Iterator[tuple[str, Any]]:
    for item in marked_items():
        (owner,) = {mark.owner for mark in marks_in(repr(item))}
        yield owner, item


def _pages(owner: str) -> Iterator[File]:
    """The file of pages and its index, as the completion processor writes them."""
    job = read_document(owner)
    line, cell, key, value = (
        str(Mark(owner, "DocumentPage", each)) for each in ("lines", "cells", "formKeys", "formValues")
    )
    page = {
        "page_number": 1,
        "lines": [{"text": line}],
        "tables": [{"rows": [[cell]], "cells": [{"row": 1, "column": 1, "text": cell}]}],
        "forms": [{"key": key, "value": value}],
    }
    body = orjson.dumps(page) + b"\n"
    index = {"version": 1, "total_pages": 1, "parts": 1, "pages": [[1, 0, 0, len(body)]], "warnings": []}
    yield BUCKET, f"{prefix_of(job.job_id, 1)}/pages/00000.jsonl", body
    yield BUCKET, index_key(job.job_id, 1), orjson.dumps(index)
