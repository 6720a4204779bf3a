"""An engine as a process: started, watched, restarted at the same address if it dies, and stopped."""

import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import IO

from local.failures import CannotServe

START_SECONDS = 120.0
"""A start takes a second or four, but a busy machine may need much longer."""
MAX_ADDRESSES = 5
"""Addresses to try at a start: another program may take a free port before the engine does."""
MAX_RESTARTS, RESTARTS_SECONDS = 5, 60.0
LOCALHOST = "127.0.0.1"

_END_WITH_US = 'read -r _; kill -9 "$0"'
"""Waits until our end of the pipe closes, even if we are killed, and then ends the engine."""
_STACK = re.compile(r"\s+at |\s+\.\.\. \d+ more|\s*$")
_MAX_WORDS = 600
_ADVICE = {
    r"locked": "Another program has the database open: close it, or choose another DATA_DIR",
    r"is full|no space": "The disk is full: free some space, or choose another DATA_DIR",
    r"malformed|not a (valid SQLite )?database": "The database is damaged: restore a copy of it, choose another "
    "DATA_DIR, or start over with `make reset`",
    r"unable to open|readonly|read-only|denied": "Check that the file may be written, or choose another DATA_DIR",
}

Tell = Callable[[str], None]


class EngineFailed(CannotServe):
    """The engine does not start, or cannot be restarted; the message quotes its own words."""


class _PortTaken(Exception):
    """Another program was faster to take the port."""


@dataclass(frozen=True)
class EngineProgram:
    """An engine that can run here, and what it stores its data in."""

    name: str
    title: str
    command: tuple[str, ...]
    takes_host: bool = False
    """Whether it can be told which address to listen on."""
    database: Path | None = None
    may_be_killed: bool = False
    """Whether it has nothing to put in order at its end."""

    def at(self, host: str, port: int) -> list[str]:
        address = ["--host", host, "--port", str(port)] if self.takes_host else ["-port", str(port)]
        return [*self.command, *address]

    def environ(self, host: str, port: int) -> Mapping[str, str] | None:  # noqa: ARG002
        """The environment of the process; usually that of this one."""
        return None


class EngineProcess:
    """A running engine. Its output goes to a log, and is quoted when it fails."""

    def __init__(self, program: EngineProgram, log: IO[bytes], tell: Tell | None = None) -> None:
        self.program = program
        self.failure: EngineFailed | None = None
        """Why the engine is gone for good."""
        self._log = log
        self._log_start = 0
        self._tell = tell or (lambda _: None)
        self._address = (LOCALHOST, 0)
        self._processes: tuple[subprocess.Popen[bytes], subprocess.Popen[bytes]] | None = None
        self._closing = threading.Event()
        self._watching: threading.Thread | None = None

    @property
    def url(self) -> str:
        host, port = self._address
        return f"http://{host}:{port}"

    @property
    def pid(self) -> int | None:
        return self._processes[0].pid if self._processes else None

    def start(self) -> None:
        """Start it at an address of its own, and wait until it answers."""
        for _ in range(MAX_ADDRESSES):
            self._address = _free_address(random_host=self.program.takes_host)
            try:
                return self._launch()
            except _PortTaken:
                continue
        raise EngineFailed(f"{self.program.title} found no free port in {MAX_ADDRESSES} attempts: try again")

    def watch(self, on_loss: Callable[[], None], on_return: Callable[[], None] | None = None) -> None:
        """Restart it whenever it dies; `on_loss` is called once that is impossible, after `failure` was set."""
        returned = on_return or (lambda: None)
        self._watching = threading.Thread(target=self._keep_running, args=(on_loss, returned), daemon=True)
        self._watching.start()

    def close(self) -> None:
        """Stop it."""
        self._closing.set()
        self._stop()
        if self._watching:
            self._watching.join()
        self._stop()  # it may have been restarted in between

    def _keep_running(self, on_loss: Callable[[], None], on_return: Callable[[], None]) -> None:
        recent: deque[float] = deque(maxlen=MAX_RESTARTS)
        while (end := self._wait()) is not None:
            try:
                if len(recent) == MAX_RESTARTS and time.monotonic() - recent[0] < RESTARTS_SECONDS:
                    raise self._failed(f"{end} again and again")
                recent.append(time.monotonic())
                self._tell(f"{self.program.title} {end}. Restarting it on the same data.")
                self._restart()
                on_return()
            except EngineFailed as failure:
                if not self._closing.is_set():
                    self.failure = failure
                    on_loss()
                return
            self._tell(f"{self.program.title} is back.")

    def _wait(self) -> str | None:
        """Wait until it ends; returns how, or None if we stopped it."""
        if self._processes is None:
            return None
        code = self._processes[0].wait()
        if self._closing.is_set():
            return None
        return f"was killed ({signal.Signals(-code).name})" if code < 0 else f"ended with code {code}"

    def _restart(self) -> None:
        """Start it at the same address, which others know."""
        for _ in range(MAX_ADDRESSES):
            self._stop()
            try:
                return self._launch()
            except _PortTaken:
                self._closing.wait(1.0)
        raise self._failed("cannot be restarted, because another program has taken its port")

    def _launch(self) -> None:
        self._log_start = os.fstat(self._log.fileno()).st_size
        command = self.program.at(*self._address)
        try:
            process = _start(command, subprocess.DEVNULL, self._log, self.program.environ(*self._address))
        except OSError as error:
            raise EngineFailed(
                f"{self.program.title} cannot be run ({error.strerror}): {command[0]}. Install it anew with `npm ci`"
            ) from error
        watcher = _start(["/bin/sh", "-c", _END_WITH_US, str(process.pid)], subprocess.PIPE, None)
        self._processes = (process, watcher)
        try:
            self._wait_until_it_answers(process)
        except BaseException:
            self._stop()
            raise

    def _wait_until_it_answers(self, process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and not self._closing.is_set():
            if process.poll() is not None:
                if "in use" in self._words().lower():
                    raise _PortTaken
                raise self._failed(f"does not start: it ended with code {process.returncode}")
            if _has_port(process.pid, self._address[1]) and _answers(*self._address):
                return
            time.sleep(0.05)
        raise self._failed(f"does not start: it did not answer within {START_SECONDS:.0f} s")

    def _failed(self, what: str) -> EngineFailed:
        """The error, with the engine's own words."""
        words = self._words()
        where = f" on {self.program.database}" if self.program.database else ""
        quoted = f' It said: "{words}".' if words else " It said nothing."
        advice = next((text for pattern, text in _ADVICE.items() if re.search(pattern, words, re.IGNORECASE)), None)
        return EngineFailed(f"{self.program.title}{where} {what}.{quoted}" + (f" {advice}." if advice else ""))

    def _words(self) -> str:
        """The last that it wrote since it was started, without stack traces."""
        size = os.fstat(self._log.fileno()).st_size - self._log_start
        written = os.pread(self._log.fileno(), max(0, size), self._log_start).decode(errors="replace")
        telling = [line.strip() for line in written.splitlines() if not _STACK.match(line)]
        return " / ".join(telling[-3:])[-_MAX_WORDS:]

    def _stop(self) -> None:
        if self._processes is None:
            return
        process, watcher = self._processes
        watcher.kill()
        with watcher:
            watcher.wait()
        if self.program.may_be_killed:
            process.kill()
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_port(host: str = LOCALHOST) -> int:
    """A port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def _free_address(*, random_host: bool) -> tuple[str, int]:
    """An address that web pages cannot guess, where the system has more than one loopback address."""
    if random_host and sys.platform == "linux":
        host = f"127.{1 + secrets.randbelow(254)}.{secrets.randbelow(256)}.{1 + secrets.randbelow(254)}"
        try:
            return host, free_port(host)
        except OSError:
            pass  # as in some sandboxes
    return LOCALHOST, free_port()


def _start(
    command: list[str], stdin: int, output: IO[bytes] | None, environ: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Start in a separate session, so that Ctrl-C reaches only us and we can stop everything in order."""
    to = subprocess.DEVNULL if output is None else output
    return subprocess.Popen(  # noqa: S603
        command, stdin=stdin, stdout=to, stderr=to, env=environ, start_new_session=True
    )


def _has_port(pid: int, port: int) -> bool:
    """Whether a process listens on a port itself: an answer could come from a program that was faster to take it.

    Only Linux tells; elsewhere an engine that lost its port ends a moment later, and the server with it.
    """
    own = Path(f"/proc/{pid}")
    if not own.is_dir():
        return True
    try:
        listening = {f"socket:[{each}]" for table in ("tcp", "tcp6") for each in _listening(own / "net" / table, port)}
        return any(str(file.readlink()) in listening for file in (own / "fd").iterdir())
    except OSError:
        return False  # it has just ended, or closed a file


def _listening(table: Path, port: int) -> list[str]:
    """The sockets that listen on a port."""
    rows = [line.split() for line in table.read_text().splitlines()[1:]] if table.exists() else []
    return [row[9] for row in rows if row[3] == "0A" and int(row[1].rpartition(":")[2], 16) == port]


def _answers(host: str, port: int) -> bool:
    """Whether the engine is up: any HTTP response counts, even the rejection of an empty request."""
    connection = HTTPConnection(host, port, timeout=1)
    try:
        connection.request("GET", "/")
        connection.getresponse().close()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
    return True
