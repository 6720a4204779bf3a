"""A server as people start it, for tests that speak to it from outside."""

import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from local.data.process import free_port
from local.settings import API_KEY

ROOT = Path(__file__).parent.parent
START_SECONDS = 120.0


@dataclass
class Server:
    """A running `python -m local serve`."""

    port: int
    data_dir: Path
    process: subprocess.Popen[bytes]
    output: Path
    api_key: str = API_KEY

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def graphql_url(self) -> str:
        return f"{self.url}/graphql"

    @property
    def realtime_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/graphql/realtime"

    def token(self, username: str, groups: list[str], client_id: str | None = None, use: str = "id") -> str:
        """A token as the server mints it."""
        named = {"tokenUse": use} | ({"clientId": client_id} if client_id else {})
        answer = httpx.post(f"{self.url}/token", json={"username": username, "groups": groups, **named}, timeout=30)
        token: str = answer.json()["token"]
        return token

    def post(self, body: Any, headers: Mapping[str, str] | None = None) -> httpx.Response:
        """The response to a body, with the API key unless other headers are given."""
        headers = {"x-api-key": self.api_key} if headers is None else headers
        content = {"content": body} if isinstance(body, bytes | str) else {"json": body}
        return httpx.post(self.graphql_url, headers=dict(headers), timeout=60, **content)

    def ask(self, query: str, headers: Mapping[str, str] | None = None, **variables: Any) -> dict[str, Any]:
        """The answer to a query."""
        response = self.post({"query": query, "variables": variables}, headers)
        answer: dict[str, Any] = response.json()
        return answer

    def children(self) -> dict[int, str]:
        """The processes that it started, and theirs: their ids and commands."""
        return descendants(self.process.pid)

    def said(self) -> str:
        return self.output.read_text()


@contextmanager
def serving(data_dir: Path, port: int = 0, module: str = "local", **environ: str) -> Iterator[Server]:
    """A server with its own data; whatever happens, it is gone afterwards."""
    server = start(data_dir, port, module, **environ)
    try:
        wait_until_ready(server)
        yield server
    finally:
        stop(server)


def sample_folder(base: Path) -> Path:
    """A folder whose tables hold the sample data, made once for all who share the base; copy it before use."""
    folder = base / "sample"
    base.mkdir(parents=True, exist_ok=True)
    with (base / "sample.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "complete").exists():
            with serving(folder):
                pass
            (folder / "complete").touch()
    return folder


def copied(folder: Path, to: Path) -> Path:
    """The same data for a server of its own."""
    to.mkdir(parents=True, exist_ok=True)
    for file in [*folder.glob("tessera.db*"), *folder.glob("streams.json")]:
        shutil.copy(file, to / file.name)
    return to


def start(data_dir: Path, port: int = 0, module: str = "local", **environ: str) -> Server:
    """Start a server without waiting for it."""
    port = port or free_port()
    data_dir.mkdir(parents=True, exist_ok=True)
    output = data_dir / "output.txt"
    unset = {"TESSERA_DYNAMODB_URL", "RECEIPTS_TABLE", "NOVAE_TABLE", "CATS_TABLE", "DOCUMENTS_TABLE"}
    usual = {name: value for name, value in os.environ.items() if name not in unset}
    with output.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", module, "serve"],
            cwd=ROOT,
            env={**usual, "PORT": str(port), "DATA_DIR": str(data_dir), **environ},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    return Server(port, data_dir, process, output)


def wait_until_ready(server: Server) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if server.process.poll() is not None:
            raise RuntimeError(f"the server ended with {server.process.returncode}: {server.said()}")
        try:
            httpx.get(f"{server.url}/config.json", timeout=5)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"the server did not answer within {START_SECONDS:.0f} s: {server.said()}")


def stop(server: Server) -> None:
    if server.process.poll() is None:
        server.process.terminate()
        try:
            server.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            server.process.kill()
            server.process.wait()


def descendants(pid: int) -> dict[int, str]:
    """The processes below a process."""
    listed = subprocess.run(["ps", "-ww", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(None, 2) for line in listed.stdout.splitlines()]
    found: dict[int, str] = {}
    above = {pid}
    while above:
        below = {int(row[0]): row[2] for row in rows if len(row) > 2 and int(row[1]) in above}
        found |= below
        above = set(below)
    return found


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
