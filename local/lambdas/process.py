"""A Lambda environment as the server sees it: a process, and the connection to it."""

import asyncio
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import orjson

from local.lambdas.frames import read_frame, write_frame

MAX_BYTES = 6 * 1024 * 1024
ENVIRONMENT_MODULE = "local.lambdas.environment"
LAST_LINES = 4
"""How much of a traceback tells the reason."""
_LONGEST_REASON = 2_000
_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Invocation:
    """The result of a call."""

    answer: Any
    """What the handler returned, or Lambda's description of the failure."""
    failed: bool = False
    size: int = 0
    """Bytes of the answer."""
    cost: dict[str, Any] = field(default_factory=dict)
    """What the handler read and wrote, reported along with the answer."""
    milliseconds: float = 0.0
    """How long the handler took."""


class EnvironmentLost(Exception):
    """The process ended in the middle of an event, or before the first one; the message is its reason, if known."""


class Environment:
    """One process that runs the handler."""

    def __init__(
        self, name: str, environ: Mapping[str, str], log: IO[bytes] | None, module: str = ENVIRONMENT_MODULE
    ) -> None:
        self._log = log
        self._startup_errors = tempfile.TemporaryFile()  # noqa: SIM115  closed when it is ready, or gone
        ours, theirs = socket.socketpair()
        with theirs, _closed_on_failure(ours, self._startup_errors):
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", module, str(theirs.fileno()), name],
                cwd=_ROOT,
                env=dict(environ),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=self._startup_errors,
                start_new_session=True,
            )
        ours.setblocking(False)
        self._socket = ours
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    async def ready(self) -> None:
        """Wait until it has finished its imports; raises EnvironmentLost with its last words if it ends before."""
        try:
            self._streams = await asyncio.open_connection(sock=self._socket)
            await read_frame(self._streams[0])
        except (OSError, asyncio.IncompleteReadError):
            raise EnvironmentLost(self._last_words()) from None
        self._startup_errors.close()

    async def invoke(self, event: bytes) -> Invocation:
        """Send an event and wait for the answer."""
        if self._streams is None:
            raise EnvironmentLost
        reader, writer = self._streams
        try:
            await write_frame(writer, event)
            account = orjson.loads(await read_frame(reader))
            answer = await read_frame(reader)
        except (OSError, asyncio.IncompleteReadError):
            raise EnvironmentLost from None
        if len(answer) > MAX_BYTES:
            return failure(
                "Function.ResponseSizeTooLarge",
                f"Response payload size exceeded maximum allowed payload size ({MAX_BYTES} bytes).",
            )
        return Invocation(
            orjson.loads(answer), account["failed"], len(answer), account["cost"], account["milliseconds"]
        )

    def end(self) -> None:
        """End the process, whatever it is doing."""
        if self._streams:
            self._streams[1].close()
        else:
            self._socket.close()
        self._startup_errors.close()
        self._process.kill()
        self._process.wait()

    def _last_words(self) -> str:
        """The end of what it wrote to stderr before it was ready; all of it goes into the log."""
        self._process.kill()
        self._process.wait()
        self._startup_errors.seek(0)
        said = self._startup_errors.read()
        if self._log:
            self._log.write(said)
            self._log.flush()
        lines = [line.rstrip() for line in said.decode(errors="replace").splitlines() if line.strip()]
        how = f"its process ended with {self._process.returncode} before it was ready"
        return "\n".join(lines[-LAST_LINES:])[-_LONGEST_REASON:] or how


def failure(error_type: str, message: str) -> Invocation:
    """A failed call, described as Lambda describes it."""
    return Invocation({"errorMessage": message, "errorType": error_type}, failed=True)


@contextmanager
def _closed_on_failure(*files: socket.socket | IO[bytes]) -> Iterator[None]:
    try:
        yield
    except BaseException:
        for each in files:
            each.close()
        raise
