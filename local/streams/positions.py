"""The position in each shard of a stream, stored in a file so that no change is lost or published twice."""

import json
from pathlib import Path

FILE = "streams.json"


class Positions:
    """The last processed sequence number of each shard; None if nothing has been processed yet.

    Without a folder they are kept in memory only.
    """

    def __init__(self, folder: Path | None) -> None:
        self._file = folder / FILE if folder else None
        stored = self._file.read_text() if self._file and self._file.exists() else "{}"
        self._known: dict[str, str | None] = json.loads(stored)

    def __contains__(self, shard: str) -> bool:
        return shard in self._known

    def has_any(self, stream: str) -> bool:
        """Whether there is a position for any shard of a stream."""
        return any(shard.startswith(f"{stream} ") for shard in self._known)

    def get(self, shard: str) -> str | None:
        return self._known.get(shard)

    def set(self, shard: str, sequence: str | None) -> None:
        """Store a position: a temporary file replaces the old one, so that it is never read half-written."""
        self._known[shard] = sequence
        if self._file is None:
            return
        written = self._file.with_suffix(".new")
        written.write_text(json.dumps(self._known))
        written.replace(self._file)
