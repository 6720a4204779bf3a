"""Where the clients are that Python has."""

import fcntl
import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serving import ROOT

LOCK = Path(__file__).parent / "requirements.lock"
INSTALL_SECONDS = 600.0


@pytest.fixture(scope="session")
def python_clients() -> Path:
    """ariadne-codegen and gql in an environment of their own, for they want an older graphql-core than we have."""
    home = ROOT / ".venv-clients"
    home.mkdir(exist_ok=True)
    (home / ".gitignore").write_text("*\n")
    ready, wanted = home / ".ready", hashlib.sha256(LOCK.read_bytes()).hexdigest()
    with (home / ".lock").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        if not ready.exists() or ready.read_text() != wanted:
            _run(sys.executable, "-m", "venv", "--without-pip", str(home))
            install = ("install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", str(LOCK))
            _run(sys.executable, "-m", "pip", "--python", str(home / "bin" / "python"), *install)
            ready.write_text(wanted)
    return home / "bin"


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
