"""Lambda on this machine: environments are processes, each with one event at a time, as in AWS."""

import asyncio
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import orjson

from local.lambdas.frames import read_frame, write_frame

MAX_BYTES = 6 * 1024 * 1024
TIMEOUT_SECONDS = 30.0
MAX_ENVIRONMENTS = (os.cpu_count() or 1) + 1
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


class EnvironmentLost(Exception):
    """The process ended in the middle of an event."""


class Environment:
    """One process that runs the handler."""

    def __init__(self, name: str, environ: Mapping[str, str], log: IO[bytes] | None) -> None:
        ours, theirs = socket.socketpair()
        with theirs, _closing_on_failure(ours):
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-m", "local.lambdas.environment", str(theirs.fileno()), name],
                cwd=_ROOT,
                env=dict(environ),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        ours.setblocking(False)
        self._socket = ours
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def pid(self) -> int:
        return self._process.pid

    async def ready(self) -> None:
        """Wait until it has finished its imports."""
        self._streams = await asyncio.open_connection(sock=self._socket)
        await read_frame(self._streams[0])

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
            return _failure(
                "Function.ResponseSizeTooLarge",
                f"Response payload size exceeded maximum allowed payload size ({MAX_BYTES} bytes).",
            )
        return Invocation(orjson.loads(answer), account["failed"], len(answer), account["cost"])

    def end(self) -> None:
        """End the process, whatever it is doing."""
        if self._streams:
            self._streams[1].close()
        else:
            self._socket.close()
        self._process.kill()
        self._process.wait()


class Function:
    """A function with its environments, which are started on demand."""

    def __init__(
        self,
        name: str,
        environ: Mapping[str, str],
        *,
        log: IO[bytes] | None = None,
        most: int = MAX_ENVIRONMENTS,
        timeout: float = TIMEOUT_SECONDS,
    ) -> None:
        self.name = name
        self._environ = environ
        self._log = log
        self._most = most
        self._timeout = timeout
        self._environments: set[Environment] = set()
        self._idle: asyncio.LifoQueue[Environment] = asyncio.LifoQueue()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    @property
    def pids(self) -> list[int]:
        return [each.pid for each in self._environments]

    async def start(self) -> None:
        """Start one environment before the first event."""
        await self._add()

    async def invoke(self, event: Any, waiting: AbstractContextManager[Any] | None = None) -> Invocation:
        """Call the function; `waiting` is entered while no environment is free.

        If the caller gives up, it leaves the queue, or the environment finishes the event in the background.
        """
        payload = orjson.dumps(event)
        if len(payload) > MAX_BYTES:
            limit = f"the RequestResponse invocation type (limit {MAX_BYTES} bytes)"
            return _failure("RequestEntityTooLargeException", f"{len(payload)} byte payload is too large for {limit}")
        with waiting or nullcontext():
            environment = await self._free_environment()
        return await asyncio.shield(self._task(self._invoke(environment, payload)))

    def close(self) -> None:
        """End all environments."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        for environment in self._environments:
            environment.end()
        self._environments.clear()

    async def _free_environment(self) -> Environment:
        if self._idle.empty() and len(self._environments) < self._most:
            self._task(self._add())
        return await self._idle.get()

    async def _invoke(self, environment: Environment, payload: bytes) -> Invocation:
        try:
            outcome = await asyncio.wait_for(environment.invoke(payload), self._timeout)
        except TimeoutError:
            self._replace(environment)
            return _failure("Sandbox.Timedout", f"Task timed out after {self._timeout:.2f} seconds")
        except EnvironmentLost:
            self._replace(environment)
            return _failure("Runtime.ExitError", "Runtime exited without providing a reason")
        self._idle.put_nowait(environment)
        return outcome

    async def _add(self) -> None:
        if self._is_closed:
            return
        environment = Environment(self.name, self._environ, self._log)
        self._environments.add(environment)
        try:
            await environment.ready()
        except (OSError, asyncio.IncompleteReadError):
            self._drop(environment)
            raise EnvironmentLost(f"the {self.name} function does not start: see its log") from None
        self._idle.put_nowait(environment)

    def _replace(self, environment: Environment) -> None:
        self._drop(environment)
        self._task(self._add())

    def _drop(self, environment: Environment) -> None:
        self._environments.discard(environment)
        environment.end()

    def _task(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


@contextmanager
def _closing_on_failure(connection: socket.socket) -> Iterator[None]:
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _failure(error_type: str, message: str) -> Invocation:
    return Invocation({"errorMessage": message, "errorType": error_type}, failed=True)
