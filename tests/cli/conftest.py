"""A person at a terminal, with a home folder of their own."""

from pathlib import Path

import pytest

from tests.cli.person import TerminalUser
from tests.serving import Server


@pytest.fixture
def ann(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TerminalUser:
    """An editor who is signed in to the server of all tests."""
    return _person(server, tmp_path, monkeypatch, "ann", "editors")


@pytest.fixture
def olga(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TerminalUser:
    """An operator."""
    return _person(server, tmp_path, monkeypatch, "olga", "operators")


@pytest.fixture
def stranger(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TerminalUser:
    """Somebody who never signed in, and so has the API key of a server at home."""
    return _homed(tmp_path, monkeypatch, server.graphql_url)


def _person(server: Server, home: Path, monkeypatch: pytest.MonkeyPatch, name: str, group: str) -> TerminalUser:
    person = _homed(home, monkeypatch, server.graphql_url)
    person.does("login", "--as", name, "--group", group, "--client-id", f"{name}-lab")
    return person


def _homed(home: Path, monkeypatch: pytest.MonkeyPatch, url: str) -> TerminalUser:
    for variable, folder in {"XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "state"}.items():
        monkeypatch.setenv(variable, str(home / folder))
    for variable in ("TESSERA_TOKEN", "TESSERA_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("TESSERA_URL", url)
    return TerminalUser()
