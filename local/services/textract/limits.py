"""What a file may cost: Textract's own limits, and ours against files that are made to be expensive."""

import resource
import sys
from dataclasses import dataclass

MEGABYTE = 1024 * 1024
MAX_DOCUMENT_BYTES = 500 * MEGABYTE
MAX_PICTURE_BYTES = 10 * MEGABYTE
MAX_PAGES = 3_000
MAX_PICTURE_SIDE = 10_000
"""Pixels."""
MAX_PAGE_SIDE = 9_000.0
"""Points."""
MAX_LETTERS = 200_000
"""On one page: the densest printed pages have about 10,000."""
MAX_DRAWN = 100_000
"""Objects drawn on one page."""
MAX_RULES = 20_000
"""Lines on one page that tables are looked for in."""
MAX_FORMS = 12
"""How deep drawings may lie within each other."""


@dataclass(frozen=True)
class Allowance:
    """What reading one document may take; a reader that takes more is ended, and what it has read so far counts."""

    seconds: float = 60.0
    memory: int = 1024 * MEGABYTE
    result: int = 256 * MEGABYTE
    """Bytes that may be written."""

    def impose(self) -> None:
        """Hold this process to it; systems that know no such limit still hold it to the time."""
        _limit(resource.RLIMIT_CPU, int(self.seconds) + 1)
        _limit(resource.RLIMIT_FSIZE, self.result)
        _limit(resource.RLIMIT_CORE, 0)
        if sys.platform == "linux":
            _limit(resource.RLIMIT_AS, self.memory)


def _limit(what: int, most: int) -> None:
    _, hard = resource.getrlimit(what)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))
