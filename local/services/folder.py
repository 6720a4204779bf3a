"""What the storage of a server keeps in its data folder: objects, jobs of recognisers, its key and its port."""

import json
import os
import secrets
import socket
from dataclasses import dataclass
from pathlib import Path

from local.data.folder import STORAGE, explained

_NOTE = "access.json"


@dataclass(frozen=True)
class StorageFolder:
    """The folder."""

    path: Path
    access_key: str
    secret_key: str
    port: int
    """Where it listened last; addresses that were given out then lead there."""

    @property
    def objects(self) -> Path:
        return self.path / "s3"

    @property
    def recognition(self) -> Path:
        return self.path / "textract"

    @property
    def has_objects(self) -> bool:
        """Whether anything was ever uploaded."""
        return self.objects.is_dir() and any(file.is_file() for file in self.objects.rglob("*"))

    @classmethod
    def below(cls, data_dir: Path) -> "StorageFolder":
        """The folder in a data folder; its key is made up at the first time, so that no page can guess it."""
        path = data_dir / STORAGE
        with explained(data_dir):
            path.mkdir(mode=0o700, exist_ok=True)
            note = path / _NOTE
            known = json.loads(note.read_text()) if note.exists() else {}
            if not known:
                known = {
                    "key": f"TESSERA{secrets.token_hex(6).upper()}",
                    "secret": secrets.token_urlsafe(32),
                    "port": 0,
                }
                _write(note, known)
        return cls(path, known["key"], known["secret"], known["port"])

    def listener(self) -> socket.socket:
        """A socket at the same port as last time, if it is free."""
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", self.port))
        except OSError:
            listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        if port != self.port:
            _write(self.path / _NOTE, {"key": self.access_key, "secret": self.secret_key, "port": port})
        return listener


def _write(note: Path, known: dict[str, object]) -> None:
    written = note.with_suffix(".new")
    with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(json.dumps(known))
    written.replace(note)
