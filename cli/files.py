"""Files on this machine that are going to be sent."""

import hashlib
import mimetypes
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from cli.failures import Usage

_CHUNK = 1024 * 1024


@dataclass(frozen=True)
class LocalFile:
    """A file, and what the storage will check of it."""

    path: Path
    content_type: str

    @cached_property
    def byte_length(self) -> int:
        return self.path.stat().st_size

    @cached_property
    def sha256(self) -> str:
        """Its fingerprint, in 64 lowercase hexadecimal digits."""
        digest = hashlib.sha256()
        with self.path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
        return digest.hexdigest()


def found_files(paths: Iterable[Path], types: Collection[str], recursive: bool) -> list[LocalFile]:
    """The files that are meant: those that were named, and in folders those of the types that the API takes."""
    found: dict[Path, LocalFile] = {}
    for path in paths:
        if path.is_dir():
            found |= {each.path: each for each in _in_folder(path, types, recursive)}
        elif path.is_file():
            found[path] = LocalFile(path, content_type(path) or "application/octet-stream")
        else:
            raise Usage(f"There is no file {path}.")
    if not found:
        raise Usage(f"There are no files of type {', '.join(sorted(types))} here.", "-r looks into folders below, too.")
    return list(found.values())


def content_type(path: Path) -> str | None:
    """What a file says it is, by its ending; the API looks at its first bytes."""
    return mimetypes.guess_type(path.name.lower())[0]


def _in_folder(folder: Path, types: Collection[str], recursive: bool) -> Iterator[LocalFile]:
    for path in sorted(folder.rglob("*") if recursive else folder.glob("*")):
        kind = content_type(path)
        if kind and kind in types and path.is_file():
            yield LocalFile(path, kind)
