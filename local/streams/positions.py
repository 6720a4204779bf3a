"""How far each shard of a stream has been worked off, kept in a file so that nothing is lost or told again."""

import json
from pathlib import Path

FILE = "streams.json"


class Positions:
    """The last sequence number of each shard that is done with; None where all of it is still to come."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._known: dict[str, str | None] = json.loads(self._file.read_text()) if self._file.exists() else {}

    def __contains__(self, shard: str) -> bool:
        return shard in self._known

    def has_any(self, stream: str) -> bool:
        """Whether anything of a stream is known."""
        return any(shard.startswith(f"{stream} ") for shard in self._known)

    def get(self, shard: str) -> str | None:
        return self._known.get(shard)

    def set(self, shard: str, sequence: str | None) -> None:
        """Remember it for good: written beside the file and moved over it, so that no half of it is ever read."""
        self._known[shard] = sequence
        written = self._file.with_suffix(".new")
        written.write_text(json.dumps(self._known))
        written.replace(self._file)
