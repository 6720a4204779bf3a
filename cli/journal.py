"""What was sent from this machine, so that an interrupted folder goes on where it stopped and nothing is sent twice."""

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from cli.api import ApiClient
from cli.claims import claims_of


def journal_file() -> Path:
    """Where the journal is kept."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "tessera" / "uploads.jsonl"


class Journal:
    """The uploads to one API by one caller, each by the checksum of its file. Safe to use from several threads."""

    def __init__(self, api: ApiClient, kind: str) -> None:
        self._scope = {"api": api.url, "as": _acting(api), "kind": kind}
        self._file = journal_file()
        self._lock = Lock()
        self._entries = self._read()

    def get(self, sha256: str) -> dict[str, Any] | None:
        """What is known of a file; None if it was never sent."""
        return self._entries.get(sha256)

    def note(self, sha256: str, **facts: Any) -> None:
        """Remember something of a file, on the disk before this returns."""
        with self._lock:
            self._entries[sha256] = {**self._entries.get(sha256, {}), **facts}
            line = json.dumps({**self._scope, "sha256": sha256, **facts})
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(descriptor, "a") as file:
                file.write(line + "\n")
                file.flush()
                os.fsync(file.fileno())

    def _read(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        try:
            lines = self._file.read_text().splitlines()
        except FileNotFoundError:
            return found
        for line in lines:
            entry = _parsed(line)
            if entry is not None and self._scope.items() <= entry.items():
                facts = {name: value for name, value in entry.items() if name not in self._scope}
                found[entry["sha256"]] = {**found.get(entry["sha256"], {}), **facts}
        return found


def _parsed(line: str) -> Mapping[str, Any] | None:
    """A line of the journal; None for one that was cut off by a crash."""
    try:
        entry: dict[str, Any] = json.loads(line)
    except ValueError:
        return None
    return entry if isinstance(entry, dict) and "sha256" in entry else None


def _acting(api: ApiClient) -> str:
    """Whom we act as, without any secret: two people on one machine do not share what they sent."""
    profile = api.profile
    if profile.home_user:
        return json.dumps(profile.home_user, sort_keys=True)
    if profile.token:
        claims = claims_of(profile.token)
        known = [claims.get(name) for name in ("iss", "sub", "cognito:username", "custom:client_id")]
        return f"token {_digest(json.dumps(known) if any(known) else profile.token)}"
    return profile.aws_profile or f"key {_digest(profile.key or '')}"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
