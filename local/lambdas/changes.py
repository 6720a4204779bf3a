"""Notices that source files have changed, by looking at their times: a thousand files take a few milliseconds."""

import os
from collections.abc import Iterator
from pathlib import Path

FUNCTION_ROOMS = ("commands", "entities", "loaders", "resolvers", "services", "workers")
"""What runs in functions: they are started again when it changes."""
SERVER_PARTS = ("schema.graphql", "resolvers/routing", "local")
"""What the server itself has read: only a restart of it brings a change into effect."""


class SourceFiles:
    """The source files below a folder, as they were when last looked at."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._seen = self._stamps()

    def changed(self) -> set[str]:
        """The files that are new, different or gone since the last time, by their paths below the root."""
        before, self._seen = self._seen, self._stamps()
        return {name for name, _ in before.items() ^ self._seen.items()}

    def _stamps(self) -> dict[str, tuple[int, int]]:
        parts = dict.fromkeys([*FUNCTION_ROOMS, *SERVER_PARTS])
        files = (file for part in parts for file in _files(self._root / part))
        return {str(file.relative_to(self._root)): stamp for file, stamp in files}


def concerns_functions(name: str) -> bool:
    return name.partition("/")[0] in FUNCTION_ROOMS


def concerns_server(name: str) -> bool:
    return any(name == part or name.startswith(f"{part}/") for part in SERVER_PARTS)


def _files(path: Path) -> Iterator[tuple[Path, tuple[int, int]]]:
    """The Python files below a folder, or the file itself; one that vanishes while we look is gone."""
    if path.is_file():
        yield path, _stamp(path.stat())
        return
    for folder, _, names in os.walk(path):
        for name in names:
            if name.endswith(".py"):
                file = Path(folder, name)
                try:
                    yield file, _stamp(file.stat())
                except FileNotFoundError:
                    continue


def _stamp(status: os.stat_result) -> tuple[int, int]:
    return status.st_mtime_ns, status.st_size
