"""Lambda on this machine: environments are processes, each with one event at a time, as in AWS.

Each function always has room for one environment. Beyond that, all functions share as many as there are cores less
one: more would not answer more quickly, and each takes about 50 MB.
"""

import asyncio
import os
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import IO, Any

from local.event_json import write_event
from local.lambdas.frames import TIMEOUT_SECONDS
from local.lambdas.process import ENVIRONMENT_MODULE, MAX_BYTES, Environment, EnvironmentLost, Invocation, failure

CORES = os.cpu_count() or 1
START_SECONDS = 25.0
"""How long an environment may take to start, a second being usual: who waits is told within 30 s."""
IDLE_SECONDS = 30.0
"""How long an environment beyond the first stays without work."""


@dataclass
class Extras:
    """The environments beyond each function's first that may still be started."""

    left: int = max(1, CORES - 1)
    """With the first of each function that is one more than there are cores: more would only wait for each other."""

    def take(self) -> bool:
        """Take one, if there is one."""
        if self.left <= 0:
            return False
        self.left -= 1
        return True

    def give_back(self) -> None:
        self.left += 1


class Function:
    """A function with its environments, which are started on demand and served in turn."""

    def __init__(
        self,
        name: str,
        environ: Mapping[str, str],
        *,
        log: IO[bytes] | None = None,
        extras: Extras | None = None,
        timeout: float = TIMEOUT_SECONDS,
        clock: Callable[[], float] = time.monotonic,
        module: str = ENVIRONMENT_MODULE,
    ) -> None:
        self.name = name
        self._environ = environ
        self._log = log
        self._extras = extras or Extras()
        self._timeout = timeout
        self._clock = clock
        self._module = module
        self._environments: set[Environment] = set()
        """All that were started and not ended, whether they are ready or not."""
        self._outdated: set[Environment] = set()
        """Those that run code of which there is a newer version."""
        self._starting = 0
        self._idle: list[tuple[Environment, float]] = []
        """Those without work, and since when; the last one is the next to work."""
        self._first: deque[asyncio.Future[Environment]] = deque()
        self._others: deque[asyncio.Future[Environment]] = deque()
        """Those that wait, in the order in which they came."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    @property
    def pids(self) -> list[int]:
        return [each.pid for each in self._environments]

    @property
    def counts(self) -> dict[str, int]:
        """The environments by what they do, and the events that wait for one."""
        ready = len(self._environments) - self._starting
        waiting = len(self._first) + len(self._others)
        return {"ready": ready, "idle": len(self._idle), "starting": self._starting, "waiting": waiting}

    async def start(self) -> None:
        """Start one environment before the first event; raises EnvironmentLost if it does not start."""
        self._release(await self._acquire())

    async def invoke(
        self, event: Any, waiting: AbstractContextManager[Any] | None = None, *, goes_first: bool = False
    ) -> Invocation:
        """Call the function; `waiting` is entered while no environment is free.

        Of those that wait, the ones that go first do so: requests that have begun are to end before others begin. If
        the caller gives up, it leaves the queue, or the environment finishes the event in the background.
        """
        payload = write_event(event)
        if len(payload) > MAX_BYTES:
            limit = f"the RequestResponse invocation type (limit {MAX_BYTES} bytes)"
            return failure("RequestEntityTooLargeException", f"{len(payload)} byte payload is too large for {limit}")
        try:
            with waiting or nullcontext():
                environment = await self._acquire(goes_first=goes_first)
        except EnvironmentLost as lost:
            return failure("Runtime.ExitError", str(lost))
        return await asyncio.shield(self._task(self._invoke(environment, payload)))

    def renew(self) -> None:
        """The code has changed: replace all environments, each after the event that it is working on."""
        self._outdated |= self._environments
        for environment, _ in self._idle:
            self._drop(environment)
        self._idle.clear()

    def end_idle(self) -> None:
        """End the environments beyond the first that have had no work for a while."""
        end = self._clock() - IDLE_SECONDS
        while len(self._environments) > 1 and self._idle and self._idle[0][1] <= end:
            self._drop(self._idle.pop(0)[0])

    def close(self) -> None:
        """End all environments."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        while queue := self._first or self._others:
            queue.popleft().cancel()
        for environment in list(self._environments):
            self._drop(environment)
        self._idle.clear()

    async def _acquire(self, *, goes_first: bool = False) -> Environment:
        """An environment to work with."""
        while self._idle:
            environment, _ = self._idle.pop()
            if environment.is_alive:
                return environment
            self._drop(environment)
        waiter: asyncio.Future[Environment] = asyncio.get_running_loop().create_future()
        queue = self._first if goes_first else self._others
        queue.append(waiter)
        self._add_if_possible()
        try:
            return await waiter
        except asyncio.CancelledError:
            if waiter in queue:
                queue.remove(waiter)
            elif not waiter.cancelled() and not waiter.exception():
                self._release(waiter.result())
            raise

    def _release(self, environment: Environment) -> None:
        """Give an environment to the first that waits, or let it rest."""
        if environment in self._outdated or self._is_closed:
            self._drop(environment)
            self._add_for_waiters()
            return
        if queue := self._first or self._others:
            queue.popleft().set_result(environment)
            return
        self._idle.append((environment, self._clock()))

    async def _invoke(self, environment: Environment, payload: bytes) -> Invocation:
        try:
            outcome = await asyncio.wait_for(environment.invoke(payload), self._timeout)
        except TimeoutError:
            self._drop(environment)
            self._add_for_waiters()
            return failure("Sandbox.Timedout", f"Task timed out after {self._timeout:.2f} seconds")
        except EnvironmentLost:
            self._drop(environment)
            self._add_for_waiters()
            return failure("Runtime.ExitError", "Runtime exited without providing a reason")
        self._release(environment)
        return outcome

    def _add_for_waiters(self) -> None:
        if self._first or self._others:
            self._add_if_possible()

    def _add_if_possible(self) -> None:
        """Start another environment, unless there are as many as may be: those that are starting count too."""
        if self._is_closed or (self._environments and not self._extras.take()):
            return
        try:
            environment = Environment(self.name, self._environ, self._log, self._module)
        except OSError as error:
            self._give_back_extra()
            self._fail_waiters(str(error))
            return
        self._environments.add(environment)
        self._starting += 1
        self._task(self._started(environment))

    async def _started(self, environment: Environment) -> None:
        try:
            async with asyncio.timeout(START_SECONDS):
                await environment.ready()
        except (EnvironmentLost, TimeoutError) as error:
            is_outdated = environment in self._outdated
            self._starting -= 1
            self._drop(environment)
            if is_outdated:
                self._add_for_waiters()
            else:
                self._fail_waiters(str(error) or f"it was not ready after {START_SECONDS:.0f} seconds")
            return
        self._starting -= 1
        self._release(environment)

    def _fail_waiters(self, reason: str) -> None:
        """Tell those that wait why there is no environment, unless there is another one to wait for."""
        if self._environments:
            return
        while queue := self._first or self._others:
            queue.popleft().set_exception(EnvironmentLost(f"The {self.name} function does not start: {reason}"))

    def _drop(self, environment: Environment) -> None:
        environment.end()
        self._environments.discard(environment)
        self._outdated.discard(environment)
        self._give_back_extra()

    def _give_back_extra(self) -> None:
        if self._environments:
            self._extras.give_back()

    def _task(self, work: Any) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
