"""The jobs of the recogniser, kept in files: a job that was accepted is done, also after a crash."""

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from local.services.textract.requests import Start

IN_PROGRESS, SUCCEEDED, FAILED, PARTIAL = "IN_PROGRESS", "SUCCEEDED", "FAILED", "PARTIAL_SUCCESS"
KEPT_SECONDS = 7 * 24 * 3600
"""How long Textract keeps results."""


@dataclass
class RecognitionJob:
    """A document on its way."""

    id: str
    start: Start
    began: float
    state: str = IN_PROGRESS
    ended: float | None = None
    message: str | None = None
    pages: int = 0
    parts: int = 0
    warnings: list[dict[str, Any]] = field(default_factory=list)

    def record(self) -> dict[str, Any]:
        return {**self.__dict__, "start": self.start.record()}

    @classmethod
    def of(cls, record: dict[str, Any]) -> "RecognitionJob":
        start = {**record["start"], "features": tuple(record["start"]["features"])}
        return cls(**{**record, "start": Start(**start)})


class JobFiles:
    """A folder with a file for each job, and one for each part of its results."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def __iter__(self) -> Iterator[RecognitionJob]:
        """All jobs; those that are too old are forgotten."""
        for file in sorted(self._folder.glob("*.json")):
            job = RecognitionJob.of(json.loads(file.read_text()))
            if time.time() - job.began <= KEPT_SECONDS:
                yield job
            else:
                self._forget(job)

    def get(self, job_id: str) -> RecognitionJob | None:
        file = self._folder / f"{job_id}.json"
        with self._lock:
            return RecognitionJob.of(json.loads(file.read_text())) if file.exists() else None

    def put(self, job: RecognitionJob) -> None:
        """Store a job: a temporary file replaces the old one, so that it is never read half-written."""
        file = self._folder / f"{job.id}.json"
        with self._lock:
            written = file.with_suffix(".new")
            written.write_text(json.dumps(job.record()))
            written.replace(file)

    def put_part(self, job_id: str, number: int, blocks: list[dict[str, Any]]) -> None:
        """Store a part of the results, counted from 1."""
        (self._folder / f"{job_id}.{number}").write_text(json.dumps(blocks, separators=(",", ":")))

    def part(self, job_id: str, number: int) -> list[dict[str, Any]]:
        """A part of the results; there is none beyond the last."""
        file = self._folder / f"{job_id}.{number}"
        found: list[dict[str, Any]] = json.loads(file.read_text()) if file.exists() else []
        return found

    def _forget(self, job: RecognitionJob) -> None:
        for file in self._folder.glob(f"{job.id}.*"):
            file.unlink(missing_ok=True)
