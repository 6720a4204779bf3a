"""The programs that are compared, each in an environment of its own, and the way each of them goes."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[1]
HOME = ROOT / "build" / "peers"
HARNESS = ("-m", "bench.peers.harness")


@dataclass(frozen=True)
class Contender:
    """One of the compared programs."""

    name: str
    title: str
    way: str
    """The page that recommends its way."""
    environment: str | None
    """The folder of its environment; None is the project's own."""
    module: str
    questions: tuple[str, ...] = ("tree",)
    arguments: tuple[str, ...] = ()

    @property
    def command(self) -> list[str]:
        if self.module.endswith(".mjs"):
            return ["node", "--no-warnings", str(HOME / str(self.environment) / self.module), *self.arguments]
        python = HOME / self.environment / "bin" / "python" if self.environment else Path(sys.executable)
        return [str(python), *HARNESS, self.module]


ALL = ("tree", "receipts", "jobs", "metrics", "sweep", "nova", "labels", "cats", "import", "record")
_STRAWBERRY = "https://strawberry.rocks/docs/guides/dataloaders"
FLOOR = Contender("floor", "floor: the same bytes through orjson and back", "", None, "bench.floor", ALL)
OURS = Contender("tessera", "**Tessera**", "design.md", None, "bench.ours", ALL)
PEERS = (
    Contender(
        "powertools",
        "Powertools' AppSync resolvers, one per field, batched",
        "https://docs.aws.amazon.com/powertools/python/latest/core/event_handler/appsync",
        "powertools",
        "bench.peers.powertools.resolvers",
    ),
    Contender(
        "apollo",
        "Apollo Server, dataloader and AWS SDK v3 on Node",
        "https://www.apollographql.com/docs/apollo-server/data/fetching-data",
        "apollo",
        "harness.mjs",
    ),
    Contender(
        "apollo-whole",
        "Apollo Server, whole items as tutorials read them",
        "https://www.apollographql.com/docs/apollo-server/data/fetching-data",
        "apollo",
        "harness.mjs",
        arguments=("--whole-items",),
    ),
    Contender(
        "ariadne",
        "ariadne, aiodataloader and boto3",
        "https://github.com/mirumee/ariadne/discussions/594",
        "ariadne",
        "bench.peers.ariadne.server",
    ),
    Contender(
        "strawberry",
        "strawberry, DataLoader and boto3, grouped",
        _STRAWBERRY,
        "strawberry",
        "bench.peers.strawberry.grouped",
    ),
    Contender(
        "strawberry-whole",
        "strawberry, grouped, whole items as tutorials read them",
        _STRAWBERRY,
        "strawberry",
        "bench.peers.strawberry.whole_items",
    ),
    Contender(
        "partition",
        "the whole partition with boto3, no GraphQL",
        "https://github.com/tnorlund/Portfolio",
        "partition",
        "bench.peers.partition.upstream",
    ),
    Contender(
        "strawberry-per-parent",
        "strawberry, DataLoader and boto3, a Query per parent",
        _STRAWBERRY,
        "strawberry",
        "bench.peers.strawberry.per_parent",
    ),
)
PROGRAMS = (FLOOR, OURS, *PEERS)


class Running:
    """A program that was started: a command a line, an answer a line."""

    def __init__(self, program: Contender, process: subprocess.Popen[str], setting: dict[str, Any]) -> None:
        self.program, self._process = program, process
        self.start: dict[str, float] = self._said(setting)

    def do(self, name: str, **options: Any) -> Any:
        return self._said({"do": name, **options})

    def _said(self, command: dict[str, Any]) -> Any:
        given, taken = _pipes(self._process)
        given.write(json.dumps(command) + "\n")
        given.flush()
        line = taken.readline()
        if not line:
            raise RuntimeError(f"{self.program.name} ended: {' '.join(self.program.command)}")
        return json.loads(line)


@contextmanager
def running(programs: Sequence[Contender], setting: dict[str, Any]) -> Iterator[list[Running]]:
    """All of these programs at once; only the one that is asked works."""
    with ExitStack() as stack:
        yield [stack.enter_context(_started(program, setting)) for program in programs]


@contextmanager
def _started(program: Contender, setting: dict[str, Any]) -> Iterator[Running]:
    if program.module.endswith(".mjs"):  # Node looks for packages from where a file is
        for source in (ROOT / "bench" / "peers" / str(program.environment)).glob("*.mjs"):
            shutil.copy(source, HOME / str(program.environment))
    pipe = subprocess.PIPE
    process = subprocess.Popen(program.command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
    try:
        yield Running(program, process, setting)
    finally:
        _pipes(process)[0].close()
        process.wait(30)
        _pipes(process)[1].close()


def _pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the program was started without pipes")
    return process.stdin, process.stdout
