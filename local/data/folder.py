"""The data folder of a server: used by one server at a time, and can be reset."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from local.data.engines import DATABASE

LOCK = "lock"
ENGINE = "engine.json"
"""The file with the address of the running server's engine, for programs that use the same tables."""
UNFINISHED_SAMPLE = "sample-unfinished"
_DATABASES = (DATABASE, "shared-local-instance.db")


class FolderInUse(Exception):
    """Another server is using this folder."""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Lock the folder. The system releases the lock when the process ends, even if it is killed."""
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
    """Remove the database; returns the names of the removed files."""
    if not folder.is_dir():
        return []
    with held(folder):
        found = [file for name in _DATABASES for file in folder.glob(f"{name}*")]
        for file in [*found, folder / UNFINISHED_SAMPLE, folder / ENGINE, folder / "streams.json"]:
            file.unlink(missing_ok=True)
    return [file.name for file in found]
