"""Supervises the streams process: starts it with the server, restarts it if it dies, and stops it."""

import asyncio
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO

from services.appsync import URL_VARIABLE

PAUSE_SECONDS = 0.3
MAX_PAUSE_SECONDS = 30.0
_ROOT = Path(__file__).parents[2]


class StreamWatcher:
    """Keeps one streams process running."""

    def __init__(
        self, graphql_url: str, data_dir: Path, log: IO[bytes], environ: Mapping[str, str] = os.environ
    ) -> None:
        self._environ = environ
        self._told = {URL_VARIABLE: graphql_url, "DATA_DIR": str(data_dir)}
        self._log = log
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None
        self._pause = PAUSE_SECONDS
        self._renewed = asyncio.Event()

    async def start(self) -> None:
        """Start the process; returns once it is watching, so that all later changes are announced."""
        watching = asyncio.Event()
        self._task = asyncio.create_task(self._keep_running(watching))
        await watching.wait()

    def close(self) -> None:
        """Stop the process."""
        if self._task:
            self._task.cancel()
        if self._process and self._process.returncode is None:
            self._process.kill()

    def restart(self) -> None:
        """Start the process again, with the code as it is now."""
        self._pause = PAUSE_SECONDS
        self._renewed.set()
        if self._process and self._process.returncode is None:
            self._process.kill()

    async def _keep_running(self, watching: asyncio.Event) -> None:
        while True:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "local.streams",
                cwd=_ROOT,
                env={**self._environ, **self._told},
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=self._log,
                start_new_session=True,  # Ctrl-C must reach only the server, which then stops this process
            )
            if self._process.stdout and await self._process.stdout.readline():
                self._pause = PAUSE_SECONDS
            watching.set()
            await self._process.wait()
            await self._rest()

    async def _rest(self) -> None:
        """Pause before the next start: longer each time, while it does not even get as far as to watch."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._renewed.wait(), self._pause)
        self._pause = min(2 * self._pause, MAX_PAUSE_SECONDS)
        self._renewed.clear()
