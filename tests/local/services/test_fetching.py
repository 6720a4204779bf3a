"""A server whose storage is not installed yet: it starts at once, and says what uploads wait for."""

import asyncio
import os
from pathlib import Path

import httpx
import pytest

from local.lambdas.function import Function
from local.services import storage as module
from local.services.storage import AWAY_VARIABLE, UploadStorage


class Fetching:
    """A storage whose packages are fetched, or cannot be."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, failure: str | None) -> None:
        self.is_there, self.told, self.renewed = False, list[str](), 0
        self.environ = dict[str, str](AWS_PROFILE="mine")
        self._failure = failure
        monkeypatch.setattr(module, "is_installed", lambda: self.is_there)
        monkeypatch.setattr(module, "install", self._install)
        workers = Function("workers", os.environ)
        self.storage = UploadStorage(folder, self.environ, workers, self.told.append, frozenset())

    def _install(self) -> str | None:
        self.is_there = self._failure is None
        return self._failure

    def _renew(self) -> None:
        self.renewed += 1

    async def run(self) -> int:
        """Start it, wait until it was fetched or not, and ask it for something."""
        await self.storage.start(self._renew)
        async with asyncio.timeout(30):
            while not self.renewed:
                await asyncio.sleep(0.01)
        status = 0
        if not self.is_there:
            async with httpx.AsyncClient() as client:
                status = (await client.get(f"{self.storage.url}/anything")).status_code
        await self.storage.close()
        return status


def test_until_it_is_there_functions_know_why_it_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fetching = Fetching(tmp_path, monkeypatch, None)
    assert "try again soon" in fetching.environ[AWAY_VARIABLE]
    assert "DOCUMENTS_BUCKET" not in fetching.environ
    asyncio.run(fetching.run())
    assert fetching.environ["DOCUMENTS_BUCKET"]
    assert fetching.environ["AWS_ENDPOINT_URL_S3"] == fetching.storage.url
    assert AWAY_VARIABLE not in fetching.environ
    assert "AWS_PROFILE" not in fetching.environ
    assert fetching.told[-1] == "Uploads are ready."


def test_what_cannot_be_fetched_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fetching = Fetching(tmp_path, monkeypatch, "no network")
    assert asyncio.run(fetching.run()) == 503
    assert "no network" in fetching.environ[AWAY_VARIABLE]
    assert "DOCUMENTS_BUCKET" not in fetching.environ
    assert "no network" in fetching.told[-1]


def test_the_key_and_the_port_stay_and_are_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Fetching(tmp_path, monkeypatch, "no network")
    asyncio.run(first.run())
    again = Fetching(tmp_path, monkeypatch, "no network")
    asyncio.run(again.run())
    assert again.storage.url == first.storage.url
    assert (tmp_path / "aws" / "access.json").stat().st_mode & 0o077 == 0
