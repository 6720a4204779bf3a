"""What every Python program of the comparison runs in, ours as well: it is asked over its standard input.

Each line is a command, each answer a line. A program records the engine's answers to a question once and is then
measured on them, one run for each command, so that all programs take turns and a busy machine affects all equally.
Nothing here belongs to the project: peers import it in environments of their own.
"""

import gc
import importlib
import json
import os
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

BEGAN = time.process_time()


@dataclass
class Stopwatch:
    """Time spent in Lambda calls; what AppSync does between them is not ours to measure."""

    cpu: float = 0.0
    wall: float = 0.0
    calls: int = 0
    event_bytes: int = 0
    answer_bytes: int = 0

    @contextmanager
    def call(self) -> Iterator[None]:
        """One call of the Lambda, measured."""
        cpu, wall = time.process_time(), time.perf_counter()
        yield
        self.cpu += time.process_time() - cpu
        self.wall += time.perf_counter() - wall
        self.calls += 1


@dataclass(frozen=True)
class GraphqlQuestion:
    """What is asked, as a client asks it."""

    name: str
    query: str
    variables: dict[str, Any]


class Peer(ABC):
    """A program that answers questions from DynamoDB."""

    clients: list[Any]
    """Its botocore clients, which the harness listens to."""

    def prepare(self, question: GraphqlQuestion) -> None:  # noqa: B027  most need nothing
        """Get ready for a question before it is measured."""

    @abstractmethod
    def answer(self, question: GraphqlQuestion, watch: Stopwatch) -> Any:
        """The answer's data, made within `watch.call()`."""


@dataclass
class Work:
    """What a question takes."""

    calls: int
    requests: int
    read_units: float
    write_units: float
    received_bytes: int
    sent_bytes: int
    event_bytes: int
    answer_bytes: int
    operations: dict[str, int]


class Harness:
    """A peer, and the answers that were recorded for its question."""

    def __init__(self, peer: Peer) -> None:
        from bench.replay import Replay  # noqa: PLC0415  after the peer's own imports, which are measured

        self.peer, self.replay = peer, Replay()
        self.question: GraphqlQuestion | None = None
        for client in peer.clients:
            client.meta.events.register("before-parameter-build.dynamodb", _with_capacity)

    def record(self, question: dict[str, Any]) -> dict[str, Any]:
        """Ask the engine once, and say what it took."""
        self.replay = type(self.replay)()
        self.question = GraphqlQuestion(**question)
        self.peer.prepare(self.question)
        watch = Stopwatch()
        with ExitStack() as stack:
            for client in self.peer.clients:
                stack.enter_context(self.replay.recording(client))
            data = self.peer.answer(self.question, watch)
        return {"data": data, "work": asdict(self._work(watch))}

    def run(self, delay: float = 0.0) -> dict[str, Any]:
        """Answer again, from memory, each answer of DynamoDB taking `delay` seconds."""
        from bench.replay import longest_chain  # noqa: PLC0415

        if self.question is None:
            raise RuntimeError("nothing was recorded")
        self.replay.delay, self.replay.times = delay, []
        watch = Stopwatch()
        with ExitStack() as stack:
            for client in self.peer.clients:
                stack.enter_context(self.replay.replaying(client))
            self.peer.answer(self.question, watch)
        return {"cpu": watch.cpu, "wall": watch.wall, "steps": longest_chain(self.replay.times)}

    def memory(self) -> dict[str, Any]:
        """Megabytes at the peak of this process, and now."""
        return {"peak": resident("VmHWM"), "now": resident("VmRSS")}

    def _work(self, watch: Stopwatch) -> Work:
        read = write = 0.0
        operations: dict[str, int] = {}
        for each in self.replay.exchanges:
            operation = each.asked[0].decode().rpartition(".")[2]
            operations[operation] = operations.get(operation, 0) + 1
            units = _units(each.answer)
            is_write = operation.endswith("WriteItem") or operation in {"PutItem", "UpdateItem", "TransactWriteItems"}
            read, write = (read, write + units) if is_write else (read + units, write)
        return Work(
            calls=watch.calls,
            requests=len(self.replay.exchanges),
            read_units=read,
            write_units=write,
            received_bytes=sum(len(each.answer) for each in self.replay.exchanges),
            sent_bytes=sum(len(each.asked[1]) for each in self.replay.exchanges),
            event_bytes=watch.event_bytes,
            answer_bytes=watch.answer_bytes,
            operations=operations,
        )


def _with_capacity(params: dict[str, Any], **_: Any) -> None:
    params.setdefault("ReturnConsumedCapacity", "TOTAL")


def _units(answer: bytes) -> float:
    found = json.loads(answer).get("ConsumedCapacity") or []
    return sum(float(each["CapacityUnits"]) for each in (found if isinstance(found, list) else [found]))


def resident(name: str) -> float:
    """Megabytes that the kernel counts for this process; 0 where there is no /proc."""
    status = Path("/proc/self/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{name}:")), 0.0)


def main() -> None:
    """`python -m bench.peers.harness <module>`: serve that module's peer, made by `make_peer(endpoint, tables)`."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what programs log is written, and not read
    module = importlib.import_module(sys.argv[1])
    imported = time.process_time() - BEGAN
    setting = json.loads(sys.stdin.readline())
    harness = Harness(module.make_peer(setting["endpoint"], setting["tables"]))
    _say(out, {"import_cpu": imported, "idle": resident("VmRSS")})
    for line in sys.stdin:
        command = json.loads(line)
        gc.collect()
        gc.freeze()  # what a start leaves on the heap is not looked through again
        _say(out, getattr(harness, command.pop("do"))(**command))


def _say(out: TextIO, answer: dict[str, Any]) -> None:
    out.write(json.dumps(answer) + "\n")
    out.flush()


if __name__ == "__main__":
    main()
