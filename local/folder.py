"""The folder that holds a server's data: one server at a time, and a way to start over."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from local.engines import DATABASE

LOCK = "lock"
ENGINE = "engine.json"
"""Where the engine of the running server answers, for programs that want to work on the same tables."""
UNFINISHED_SAMPLE = "sample-unfinished"
_DATABASES = (DATABASE, "shared-local-instance.db")


class FolderInUse(Exception):
    """Another server works with this folder."""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """The folder for oneself. The system lets go of it when the process ends, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise FolderInUse(
                f"A server (process {lock.read() or '?'}) is running on {folder}: stop it first"
            ) from None
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def reset(folder: Path) -> list[str]:
    """Remove the database; the names of the files that are gone."""
    if not folder.is_dir():
        return []
    with held(folder):
        found = [file for name in _DATABASES for file in folder.glob(f"{name}*")]
        for file in [*found, folder / UNFINISHED_SAMPLE, folder / ENGINE, folder / "streams.json"]:
            file.unlink(missing_ok=True)
    return [file.name for file in found]
