"""Shows the progress of a long task: a bar on a terminal, occasional lines in a log."""

import sys
import time
from typing import Self

_BAR = 30
_BAR_SECONDS = 0.1
_LINE_SECONDS = 5.0


class Progress:
    """Counts things that are done; the total may be unknown."""

    def __init__(self, done_word: str, total: int | None) -> None:
        self._word = done_word
        self._total = total
        self._stream = sys.stderr
        self._is_bar = self._stream.isatty()
        self._done = 0
        self._told = time.monotonic()

    def advance(self, count: int) -> None:
        """Count this many more as done."""
        self._done += count
        now = time.monotonic()
        if now - self._told >= (_BAR_SECONDS if self._is_bar else _LINE_SECONDS):
            self._told = now
            self._tell()

    def _tell(self) -> None:
        counted = f"{self._done:,} items {self._word}"
        if self._total:
            share = self._done / self._total
            counted = f"{self._done:,} of {self._total:,} items {self._word} ({share:.0%})"
            if self._is_bar:
                full = round(_BAR * share)
                counted = f"[{'#' * full}{'.' * (_BAR - full)}] {counted}"
        self._stream.write(f"\r\x1b[K{counted}" if self._is_bar else f"{counted}\n")
        self._stream.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the finished bar on a terminal; a log has its lines already."""
        if self._is_bar and self._done:
            self._tell()
            self._stream.write("\n")
