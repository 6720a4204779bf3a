"""The process that fresh processes are copies of."""

import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.sources import ROOT


@pytest.fixture(scope="session")
def zygote() -> Iterator[socket.socket]:
    """Where to ask for a fresh process."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-m", "tests.contract.zygote", str(theirs.fileno())]
    with ours:
        with theirs:
            process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        yield ours
    process.wait()
