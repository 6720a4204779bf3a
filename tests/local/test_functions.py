"""Environments: never too many, never waited for in vain, and always with the code of today."""

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from local.lambdas.function import IDLE_SECONDS, Extras, Function
from local.lambdas.process import EnvironmentLost
from tests.thoroughness import many


class SmallFunctions:
    """A function of small environments, the file that its events wait for, and the clock."""

    def __init__(self, folder: Path) -> None:
        self.gate = folder / "gate"
        self.gate.touch()
        self.environ = dict(os.environ)
        self.now = 0.0
        self.functions: list[Function] = []

    def function(self, extras: Extras, name: str = "read") -> Function:
        made = Function(
            name, self.environ, extras=extras, clock=lambda: self.now, module="tests.local.small_environment"
        )
        self.functions.append(made)
        return made

    @property
    def busy(self) -> dict[str, str]:
        """An event that takes until the gate opens."""
        return {"while": str(self.gate)}

    def open(self) -> None:
        self.gate.unlink()


@pytest.fixture
def small(tmp_path: Path) -> SmallFunctions:
    return SmallFunctions(tmp_path)


def run(small: SmallFunctions, story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def told() -> None:
        try:
            async with asyncio.timeout(60):
                await story()
        finally:
            for function in small.functions:
                function.close()

    asyncio.run(told())


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def test_many_events_at_one_moment_are_answered_by_few_environments(small: SmallFunctions) -> None:
    async def story() -> None:
        extras = Extras(2)
        read, write = small.function(extras), small.function(extras, "write")
        events = [{"name": number} for number in range(many(200, 1_000))]
        answers = await asyncio.gather(*(each.invoke(event) for event in events for each in (read, write)))
        assert not any(answer.failed for answer in answers)
        assert [answer.answer["event"] for answer in answers[::2]] == list(range(len(events)))
        assert len({answer.answer["pid"] for answer in answers}) <= 4
        assert len(read.pids) + len(write.pids) == 4
        assert extras.left == 0
        assert read.counts["waiting"] == write.counts["waiting"] == 0

    run(small, story)


def test_environments_beyond_the_first_end_when_they_have_had_no_work_for_a_while(small: SmallFunctions) -> None:
    async def story() -> None:
        extras = Extras(2)
        read = small.function(extras)
        tasks = [asyncio.create_task(read.invoke(small.busy)) for _ in range(3)]
        await until(lambda: read.counts == {"ready": 3, "idle": 0, "starting": 0, "waiting": 0})
        small.now = IDLE_SECONDS * 2
        read.end_idle()
        assert len(read.pids) == 3, "those that work do not end"
        small.open()
        await asyncio.gather(*tasks)
        small.now += IDLE_SECONDS - 1
        read.end_idle()
        assert len(read.pids) == 3, "not yet"
        small.now += 2
        read.end_idle()
        assert read.counts == {"ready": 1, "idle": 1, "starting": 0, "waiting": 0}
        assert extras.left == 2

    run(small, story)


def test_who_waits_gets_a_turn_in_order_and_requests_that_have_begun_go_first(small: SmallFunctions) -> None:
    async def story() -> None:
        read = small.function(Extras(0))
        done: list[str] = []

        async def ask(name: str, *, goes_first: bool = False) -> None:
            await read.invoke({"name": name, **small.busy}, goes_first=goes_first)
            done.append(name)

        tasks = [asyncio.create_task(ask(name)) for name in "abc"]
        await until(lambda: read.counts["waiting"] == 2 and read.counts["ready"] == 1)
        tasks.append(asyncio.create_task(ask("first", goes_first=True)))
        await asyncio.sleep(0)
        small.open()
        await asyncio.gather(*tasks)
        assert done == ["a", "first", "b", "c"]

    run(small, story)


def test_who_gives_up_leaves_the_queue(small: SmallFunctions) -> None:
    async def story() -> None:
        read = small.function(Extras(0))
        busy = asyncio.create_task(read.invoke(small.busy))
        await until(lambda: read.counts["ready"] == 1)
        waiting = asyncio.create_task(read.invoke({}))
        await until(lambda: read.counts["waiting"] == 1)
        waiting.cancel()
        await asyncio.wait([waiting])
        assert read.counts["waiting"] == 0
        small.open()
        await busy
        assert not (await read.invoke({})).failed

    run(small, story)


def test_who_gives_up_at_the_moment_of_its_turn_passes_it_on(small: SmallFunctions) -> None:
    async def story() -> None:
        read = small.function(Extras(0))
        await read.start()
        busy = asyncio.create_task(read.invoke(small.busy))
        waiting = [asyncio.create_task(read.invoke({"name": name})) for name in "ab"]
        await until(lambda: read.counts["waiting"] == 2)
        small.open()
        while read.counts["waiting"] == 2:
            await asyncio.sleep(0)
        waiting[0].cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting[0]
        assert (await waiting[1]).answer["event"] == "b"
        await busy

    run(small, story)


def test_the_replacement_of_a_dying_environment_dies_too_and_who_waits_is_told(
    small: SmallFunctions, tmp_path: Path
) -> None:
    async def story() -> None:
        read = small.function(Extras(0))
        await read.start()
        (pid,) = read.pids
        working = asyncio.create_task(read.invoke(small.busy))
        waiting = asyncio.create_task(read.invoke({"name": "waiting"}))
        await until(lambda: read.counts["waiting"] == 1)
        small.environ["SLOW_START"] = str(tmp_path / "gate")
        os.kill(pid, signal.SIGKILL)
        assert (await working).answer["errorType"] == "Runtime.ExitError"
        await until(lambda: read.pids not in ([], [pid]))
        os.kill(read.pids[0], signal.SIGKILL)
        told = await waiting
        assert told.failed
        assert "The read function does not start: its process ended with -9" in told.answer["errorMessage"]
        small.open()
        assert (await read.invoke({"name": "later"})).answer["event"] == "later"

    run(small, story)


def test_environments_that_cannot_start_say_why_and_the_next_request_tries_again(small: SmallFunctions) -> None:
    async def story() -> None:
        read = small.function(Extras(2))
        small.environ["BROKEN"] = "there is no such module"
        with pytest.raises(EnvironmentLost, match="RuntimeError: there is no such module"):
            await read.start()
        answers = await asyncio.gather(*(read.invoke({}) for _ in range(20)))
        assert {each.answer["errorType"] for each in answers} == {"Runtime.ExitError"}
        assert all("RuntimeError: there is no such module" in each.answer["errorMessage"] for each in answers)
        assert read.pids == []
        del small.environ["BROKEN"]
        assert not (await read.invoke({})).failed

    run(small, story)


def test_new_code_is_run_by_the_next_event_and_old_code_ends_its_work(small: SmallFunctions) -> None:
    async def story() -> None:
        read = small.function(Extras(1))
        old = asyncio.create_task(read.invoke({"name": "old", **small.busy}))
        await until(lambda: read.counts["ready"] == 1)
        (pid,) = read.pids
        read.renew()
        new = (await read.invoke({"name": "new"})).answer
        assert (new["event"], new["pid"] != pid) == ("new", True)
        small.open()
        assert (await old).answer == {"event": "old", "pid": pid}
        assert read.pids == [new["pid"]]
        read.renew()
        assert read.pids == []
        assert (await read.invoke({})).answer["pid"] != new["pid"]

    run(small, story)


def test_code_that_is_mended_while_it_fails_to_start_is_tried_again_for_who_waits(
    small: SmallFunctions, tmp_path: Path
) -> None:
    async def story() -> None:
        small.environ["SLOW_START"] = str(tmp_path / "gate")
        read = small.function(Extras(0))
        waiting = asyncio.create_task(read.invoke({"name": "x"}))
        await until(lambda: read.counts["starting"] == 1)
        (pid,) = read.pids
        read.renew()
        small.open()
        assert (await waiting).answer["pid"] != pid

    run(small, story)


def test_what_works_goes_on_when_another_cannot_start(small: SmallFunctions) -> None:
    async def story() -> None:
        read = small.function(Extras(1))
        busy = asyncio.create_task(read.invoke(small.busy))
        await until(lambda: read.counts["ready"] == 1)
        small.environ["BROKEN"] = "no memory"
        waiting = asyncio.create_task(read.invoke({"name": "waiting"}))
        await until(lambda: read.counts["starting"] == 1)
        await until(lambda: read.counts["starting"] == 0)
        small.open()
        assert (await waiting).answer["event"] == "waiting"
        await busy

    run(small, story)
