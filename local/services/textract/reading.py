"""Has documents read in processes of their own, which are ended when they take too long or too much."""

import json
import multiprocessing
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from local.services.textract.limits import Allowance
from local.services.textract.reader import Assignment, read

AT_ONCE = max(1, os.cpu_count() or 1)
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["local.services.textract.reader"])
_TURNS = threading.Semaphore(AT_ONCE)


@dataclass
class ReadDocument:
    """What was read of a document; the pages are in a file."""

    file: Path
    pages: int = 0
    failed: str | None = None
    """Why nothing could be read, in Textract's word."""
    missing: list[int] = field(default_factory=list)
    """Pages that could not be read."""

    def blocks(self) -> Iterator[list[dict[str, Any]]]:
        """The blocks of each page that was read."""
        for said in _said(self.file):
            if "blocks" in said:
                yield said["blocks"]


def read_document(source: Path, document: str, features: frozenset[str], allowance: Allowance) -> ReadDocument:
    """Read a file; whatever it does to its reader, there is an answer within the time allowed."""
    target = source.with_suffix(".read")
    target.touch()
    with _TURNS:
        process = _FORKS.Process(target=read, args=(Assignment(source, target, document, features, allowance),))
        process.start()
        process.join(allowance.seconds)
        if process.is_alive():
            process.kill()
            process.join()
        process.close()
    return _summary(target)


def _summary(target: Path) -> ReadDocument:
    found = ReadDocument(target)
    seen: set[int] = set()
    for said in _said(target):
        found.pages = said.get("pages", found.pages)
        found.failed = said.get("failed", found.failed)
        if "blocks" in said:
            seen.add(said["page"])
    found.missing = [number for number in range(1, found.pages + 1) if number not in seen]
    if not seen and not found.failed:
        found.failed = "INTERNAL_ERROR"
    return found


def _said(target: Path) -> Iterator[dict[str, Any]]:
    """What the reader wrote; its last line may have been cut off."""
    with target.open() as lines:
        for line in lines:
            if line.endswith("\n"):
                yield json.loads(line)
