"""The log of the work on one image, for its owner: lines about this image and nothing else, and not too many."""

import json
from dataclasses import dataclass, field
from datetime import datetime

from entities.times import format_time

MAX_BYTES = 32_000
_CUT = "… the rest was cut"


@dataclass
class ImageLog:
    """Lines as they are written, in order."""

    lines: list[str] = field(default_factory=list)

    def add(self, now: datetime, text: str) -> None:
        """Write a line."""
        self.lines.append(f"{format_time(now)} {text}")

    @property
    def body(self) -> bytes:
        """A JSON list of at most 32 KB; what does not fit is left out at its end, and that is said."""
        kept: list[str] = []
        size = len(json.dumps([_CUT]))
        for line in self.lines:
            size += len(json.dumps(line)) + 2
            if size > MAX_BYTES:
                return json.dumps([*kept, _CUT]).encode()
            kept.append(line)
        return json.dumps(kept).encode()
