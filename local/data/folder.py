"""The data folder of a server: private, used by one server at a time, and can be reset."""

import errno
import fcntl
import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from local.failures import CannotServe

LOCK = "lock"
ENGINE = "engine.json"
"""The file with the address of the running server's engine, for programs that use the same tables."""
ENGINE_NAME = "engine"
"""The file with the name of the engine that stores the data of this folder."""
UNFINISHED_SAMPLE = "sample-unfinished"
LOGS = "logs"
STORAGE = "aws"
"""The folder with uploaded files and what belongs to them."""
DATABASES = {"dynoxide": "tessera.db", "dynamodb-local": "shared-local-instance.db"}
"""The database file of each engine."""

_OURS = (
    *(LOCK, ENGINE, ENGINE_NAME, UNFINISHED_SAMPLE, LOGS, f"{LOGS}/*", STORAGE),
    *("token-secret", "streams.json", "streams.new", "dead-letters.jsonl"),
    *(f"{name}*" for name in DATABASES.values()),
)
_NOTHING_LEFT = 64 * 1024
"""Bytes; a disk with less free space than this is full."""

_ELSEWHERE = "choose another DATA_DIR"
_SENTENCES = {
    errno.EEXIST: f"{{folder}} is a file: {_ELSEWHERE}",
    errno.ENOTDIR: f"{{folder}} is a file, or lies below one: {_ELSEWHERE}",
    errno.EISDIR: f"{{name}} in {{folder}} is a folder: remove it, or {_ELSEWHERE}",
    errno.ENOSPC: f"The disk of {{folder}} is full: free some space, or {_ELSEWHERE}",
    errno.EDQUOT: f"The disk quota of {{folder}} is used up: free some space, or {_ELSEWHERE}",
    errno.EROFS: f"{{folder}} cannot be written to (read-only file system): {_ELSEWHERE}",
    errno.EACCES: f"{{folder}} cannot be written to (permission denied): {_ELSEWHERE}",
    errno.EPERM: f"{{folder}} cannot be written to (operation not permitted): {_ELSEWHERE}",
}


class FolderInUse(CannotServe):
    """Another server is using this folder."""


class BadFolder(CannotServe):
    """The folder cannot be used; the message says why."""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Lock the folder. The system releases the lock when the process ends, even if it is killed."""
    with explained(folder):
        lock = _opened(folder)
    with lock:
        yield


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Turn the system's errors about files of this folder into sentences."""
    try:
        yield
    except OSError as error:
        if error.errno is None:  # not the system's: botocore's time-outs are OSErrors too, and no folder's fault
            raise
        sentence = _SENTENCES.get(error.errno or 0, "{folder} cannot be used ({reason}): " + _ELSEWHERE)
        name = Path(str(error.filename or "")).name
        raise BadFolder(sentence.format(folder=folder, name=name, reason=error.strerror or error)) from error


def is_full(folder: Path) -> bool:
    """Whether the disk of a folder has no space left."""
    return shutil.disk_usage(folder).free < _NOTHING_LEFT


def full_disk(folder: Path) -> BadFolder:
    """The error for a folder whose disk is full."""
    return BadFolder(_SENTENCES[errno.ENOSPC].format(folder=folder))


def reset(folder: Path) -> list[str]:
    """Remove the database, of either engine; returns the names of the removed files."""
    if not folder.exists():
        return []
    with held(folder), explained(folder):
        found = sorted(file for name in DATABASES.values() for file in folder.glob(f"{name}*"))
        notes = (UNFINISHED_SAMPLE, ENGINE, ENGINE_NAME, "streams.json")
        for file in [*found, *(folder / note for note in notes)]:
            file.unlink(missing_ok=True)
        if (folder / STORAGE).is_dir():
            shutil.rmtree(folder / STORAGE)
            found.append(folder / STORAGE)
    return [file.name for file in found]


def _opened(folder: Path) -> IO[str]:
    """The lock file, locked."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    lock = (folder / LOCK).open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        _make_private(folder)
    except BlockingIOError:
        with lock:
            lock.seek(0)
            holder = lock.read() or "?"
        raise FolderInUse(f"A server (process {holder}) is running on {folder}: stop it first") from None
    except BaseException:
        with suppress(OSError):  # closing writes again what could not be written
            lock.close()
        raise
    return lock


def _make_private(folder: Path) -> None:
    """Keep other users of the machine out, also of what an earlier version made. Other programs' files are left."""
    if not folder.stat().st_mode & stat.S_ISVTX:  # /tmp and the like are for everybody
        _restrict(folder)
    for pattern in _OURS:
        for path in folder.glob(pattern):
            _restrict(path)


def _restrict(path: Path) -> None:
    with suppress(FileNotFoundError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            path.chmod(mode & ~0o077)
