"""Uploads on this machine: the storage, the recognisers and the workers, from the first use until the server stops."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from botocore.exceptions import BotoCoreError, ClientError

from local.data.folder import LOGS
from local.data.process import EngineFailed, EngineProcess, EngineProgram
from local.data.proxies import bypass_proxies
from local.lambdas.function import Function
from local.services.folder import StorageFolder
from local.services.front import Address, Front, StorageAway
from local.services.ministack import account_of, install, is_installed, ministack_program
from local.services.queues import QueuePoller, exists, run_clock
from local.services.recognition.behaviour import STATE_VARIABLE
from local.services.replay import replay_uploads
from local.services.resources import DEAD_LETTERS, PATIENCE, WORK, client, make_resources, settings_for
from local.services.signatures import StorageKey

WORKER_MODULE = "local.services.worker_environment"
SWEEPER = "sweeper"
AWAY_VARIABLE = "UPLOADS_UNAVAILABLE"
"""Tells functions why there is no storage yet."""
_FETCHING = "Uploads are being set up (MiniStack is fetched once, which takes about a minute): try again soon."

Tell = Callable[[str], None]


@dataclass(frozen=True)
class RecogniserProgram(EngineProgram):
    """The recognisers, told by variables where the storage is."""

    variables: Mapping[str, str] | None = None

    def environ(self, host: str, port: int) -> Mapping[str, str] | None:  # noqa: ARG002
        return self.variables


class UploadStorage:
    """Everything that uploads need. `environ` is that of the functions: it learns where things are."""

    def __init__(
        self, data_dir: Path, environ: dict[str, str], workers: Function, tell: Tell, origins: frozenset[str]
    ) -> None:
        self._folder = StorageFolder.below(data_dir)
        self._logs = data_dir / LOGS
        self.workers = workers
        self._environ, self._tell, self._origins = environ, tell, origins
        self._listener = self._folder.listener()
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._account = account_of(self._folder)
        self._stack = ExitStack()
        self._starting: dict[str, asyncio.Task[None]] = {}
        self._tasks: list[asyncio.Task[Any]] = []
        self._pollers: list[asyncio.Task[Any]] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ministack: EngineProcess | None = None
        self._recognisers: EngineProcess | None = None
        self._threads: ThreadPoolExecutor | None = None
        bypass_proxies(self.url)
        _log_to(self._logs / "uploads.log")
        if is_installed():
            self._reveal()
        else:
            environ[AWAY_VARIABLE] = _FETCHING

    async def start(self, renew: Callable[[], None]) -> None:
        """Listen; everything else starts with the first request, or now if there is something to go on with."""
        self._loop = asyncio.get_running_loop()
        front = Front(self._upstream, StorageKey(self._folder.access_key, self._folder.secret_key))
        server = await asyncio.start_server(front, sock=self._listener, limit=64 * 1024)
        self._stack.callback(server.close)
        if not is_installed():
            self._tasks.append(asyncio.create_task(self._install(renew)))
        elif self._folder.has_objects:
            self._tasks.append(asyncio.create_task(self._wake_quietly()))

    async def close(self) -> None:
        """Stop everything."""
        self._loop = None
        for task in [*self._tasks, *self._pollers, *self._starting.values()]:
            task.cancel()
        self.workers.close()
        await asyncio.to_thread(self._stop_processes)
        self._stack.close()

    def _stop_processes(self) -> None:
        for process in (self._recognisers, self._ministack):
            if process:
                process.close()
        if self._threads:
            self._threads.shutdown(wait=False, cancel_futures=True)

    def _reveal(self) -> None:
        """Tell functions where everything is."""
        self._environ.pop(AWAY_VARIABLE, None)
        self._environ.update({**PATIENCE, **self._environ, **settings_for(self.url)})
        keys = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION", "AWS_DEFAULT_REGION")
        self._environ.update({name: self._account[name] for name in keys})
        for name in ("AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL"):
            self._environ.pop(name, None)

    async def _install(self, renew: Callable[[], None]) -> None:
        self._tell("Fetching MiniStack for uploads in the background (once); everything else works meanwhile.")
        failure = await asyncio.to_thread(install)
        if failure:
            self._environ[AWAY_VARIABLE] = f"MiniStack could not be fetched, so there are no uploads: {failure}"
            self._tell(f"MiniStack could not be fetched: {failure} Uploads stay closed until the next start.")
        else:
            self._reveal()
            self._tell("Uploads are ready.")
        renew()

    async def _upstream(self, is_recognition: bool) -> Address:
        await self._wake("recognisers" if is_recognition else "ministack")
        process = self._recognisers if is_recognition else self._ministack
        assert process  # noqa: S101
        parts = urlsplit(process.url)
        return str(parts.hostname), int(parts.port or 80)

    async def _wake(self, part: str = "ministack") -> None:
        """Wait until a part runs; the first to come starts both."""
        if not is_installed():
            raise StorageAway(self._environ.get(AWAY_VARIABLE, "The storage is not there."))
        for name, start in (("ministack", self._start_ministack), ("recognisers", self._start_recognisers)):
            task = self._starting.get(name)
            if task is None or (task.done() and task.exception()):
                self._starting[name] = asyncio.create_task(start())
        try:
            await asyncio.shield(self._starting[part])
        except (EngineFailed, OSError, BotoCoreError, ClientError) as error:
            raise StorageAway(f"The storage does not start: {error}") from None

    async def _wake_quietly(self) -> None:
        with suppress(StorageAway):
            await self._wake()

    async def _start_ministack(self) -> None:
        process = EngineProcess(ministack_program(self._folder), self._log("ministack.log"), self._tell)
        await asyncio.to_thread(self._run, process, lambda: self._make(process))
        self._ministack = process
        self._poll(client("sqs", process.url, self._account), process.url)

    def _poll(self, sqs: Any, url: str) -> None:
        """Have workers woken by queues and by the clock, and no longer by those of a storage that is gone."""
        for task in self._pollers:
            task.cancel()
        self._pollers.clear()
        queues = [queue for queue in (*WORK, *DEAD_LETTERS) if exists(queue.worker)]
        self._threads = ThreadPoolExecutor(sum(each.pollers for each in queues), thread_name_prefix="queues")
        for queue in queues:
            poller = QueuePoller(sqs, url, queue, self.workers, self._threads)
            self._pollers += [asyncio.create_task(poller.run()) for _ in range(queue.pollers)]
        self._pollers.append(asyncio.create_task(run_clock(SWEEPER, self.workers)))

    async def _start_recognisers(self) -> None:
        variables = {**self._account, **settings_for(self.url), STATE_VARIABLE: str(self._folder.recognition)}
        command = (sys.executable, "-m", "local.services.recognisers")
        title = "The recogniser"
        program = RecogniserProgram("recognisers", title, command, True, may_be_killed=True, variables=variables)
        process = EngineProcess(program, self._log("recognisers.log"), self._tell)
        await asyncio.to_thread(self._run, process, lambda: None)
        self._recognisers = process

    def _run(self, process: EngineProcess, prepare: Callable[[], None]) -> None:
        """Start a process and keep it running; `prepare` is called after each start."""
        try:
            process.start()
            bypass_proxies(process.url)
            prepare()
        except BaseException:
            process.close()
            raise
        process.watch(lambda: self._lost(process), prepare)

    def _make(self, ministack: EngineProcess) -> None:
        make_resources(ministack.url, self._account, self._origins)
        replay_uploads(ministack.url, self._account)

    def _lost(self, process: EngineProcess) -> None:
        """It died again and again: the next one to need it starts it anew."""
        self._tell(f"{process.failure} It is started again when it is needed.")
        if self._loop:
            self._loop.call_soon_threadsafe(self._starting.pop, process.program.name, None)

    def _log(self, name: str) -> IO[bytes]:
        self._logs.mkdir(mode=0o700, exist_ok=True)
        log = self._stack.enter_context((self._logs / name).open("a+b"))
        if os.fstat(log.fileno()).st_size > 1024 * 1024:
            log.truncate(0)
        return log


def _log_to(file: Path) -> None:
    """What goes wrong between queues and workers is for a file, not for the terminal."""
    file.parent.mkdir(mode=0o700, exist_ok=True)
    logger = logging.getLogger(__package__)
    logger.handlers = [logging.FileHandler(file, delay=True)]
    logger.propagate = False
