"""How programs are measured: all of them take turns, so that a busy machine affects all equally."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from statistics import median, quantiles
from typing import Any

from bench.programs import Contender, Running, running
from bench.questions import Asked

DELAY = 0.004
"""Seconds that DynamoDB takes to answer from within the same region, about."""


@dataclass
class Measured:
    """A program on a question."""

    program: str
    question: str
    work: dict[str, Any]
    steps: int = 0
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    delayed: list[float] = field(default_factory=list)
    """Wall time with 4 ms for each answer of DynamoDB."""
    idle: float = 0.0
    peak: float = 0.0
    data: Any = None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Spread:
    """A median, and the middle half around it."""

    middle: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        if len(values) < 2:
            return cls(values[0], values[0], values[0])
        low, middle, high = quantiles(values, n=4, method="inclusive")
        return cls(middle, low, high)


def ratio(some: Sequence[float], others: Sequence[float]) -> Spread:
    """The ratio of the medians; its spread is that of the ratios in each turn."""
    turns = Spread.of([one / other for one, other in zip(some, others, strict=True)])
    return Spread(median(some) / median(others), turns.low, turns.high)


def compare(
    asked: Asked, programs: Sequence[Contender], setting: dict[str, Any], rounds: int, warm: int = 40
) -> list[Measured]:
    """Measure these programs on a question. Programs that answer differently are an error."""
    question = asked.as_json()
    with running([each for each in programs if asked.name in each.questions], setting) as started:
        found = [_recorded(each, question) for each in started]
        _demand_equal(asked, found)
        for each in started:
            for _ in range(warm):
                each.do("run")
        for turn in range(rounds):
            for each, measured in zip(started, found, strict=True):
                _measure(each, measured, is_delayed=turn % 3 == 0)
        for each, measured in zip(started, found, strict=True):
            measured.peak = each.do("memory")["peak"]
    return found


def cold_imports(programs: Sequence[Contender], setting: dict[str, Any], rounds: int) -> dict[str, list[float]]:
    """CPU seconds of importing each program in a fresh process."""
    found: dict[str, list[float]] = {program.name: [] for program in programs}
    for _ in range(rounds):
        for program in programs:
            with running([program], setting) as (started,):
                found[program.name].append(started.start["import_cpu"])
    return found


def _recorded(started: Running, question: dict[str, Any]) -> Measured:
    answer = started.do("record", question=question)
    idle = started.start["idle"]
    return Measured(started.program.name, question["name"], answer["work"], idle=idle, data=answer["data"])


def _demand_equal(asked: Asked, found: list[Measured]) -> None:
    different = [each.program for each in found if each.data != found[0].data]
    if different and not asked.is_write:
        raise AssertionError(f"other answers to {asked.name} than {found[0].program}: {', '.join(different)}")
    for each in found:
        each.data = None


def _measure(started: Running, measured: Measured, *, is_delayed: bool) -> None:
    found = started.do("run")
    measured.cpu.append(found["cpu"])
    measured.wall.append(found["wall"])
    if is_delayed:
        slow = started.do("run", delay=DELAY)
        measured.delayed.append(slow["wall"])
        measured.steps = min(measured.steps or slow["steps"], slow["steps"])
