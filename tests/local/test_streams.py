"""Whoever changes a table, subscribers learn of it: soon, once, and in order."""

import asyncio
import os
import signal
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from local.streams.positions import Positions
from tests.other_program import OtherProgram
from tests.serving import Server
from tests.watching import watching


@pytest.fixture
def other(server: Server) -> Any:
    program = OtherProgram(server)
    yield program
    program.close()


def test_what_another_program_writes_reaches_a_subscriber_soon(server: Server, other: OtherProgram) -> None:
    job = str(uuid4())

    async def watch() -> tuple[float, Any]:
        async with watching(server, f'subscription {{ onJobStatus(jobId: "{job}") {{ jobId progress }} }}') as watcher:
            other.record(str(uuid4()), 1)
            started = time.monotonic()
            other.record(job, 2)
            told = await watcher.next()
            return time.monotonic() - started, told

    seconds, told = asyncio.run(watch())
    assert told == {"jobId": job, "progress": 2.0}
    sys.stdout.write(f"written to told: {seconds:.2f} s\n")
    assert seconds < 20  # a third of a second where nothing else runs


def test_a_thousand_changes_of_fifty_jobs_arrive_complete_in_order_and_once_though_the_publisher_is_killed(
    server: Server, other: OtherProgram
) -> None:
    jobs = [str(uuid4()) for _ in range(50)]

    def write() -> None:
        for progress in range(20):
            for job in jobs:
                other.record(job, progress)
            if progress == 10:
                _kill_publisher(server)

    async def watch() -> list[Any]:
        async with watching(server, "subscription { onJobStatus { jobId progress } }") as watcher:
            writing = asyncio.get_running_loop().run_in_executor(None, write)
            told = await watcher.upto(1_000)
            await writing
            return told

    progress = defaultdict(list)
    for told in asyncio.run(watch()):
        if told["jobId"] in jobs:
            progress[told["jobId"]].append(told["progress"])
    assert progress == {job: [float(each) for each in range(20)] for job in jobs}


def test_a_place_in_a_stream_survives_a_restart_whole(tmp_path: Path) -> None:
    positions = Positions(tmp_path)
    assert "shard" not in positions
    positions.set("shard", None)
    assert "shard" in Positions(tmp_path)
    positions.set("shard", "17")
    assert Positions(tmp_path).get("shard") == "17"
    assert positions.has_any("shard") is False
    positions.set("stream shard-1", "1")
    assert positions.has_any("stream")


def test_what_was_there_before_the_first_start_is_not_announced(server: Server, other: OtherProgram) -> None:
    """More than 999 sample items: the number that a stream calls its last is then wrong."""

    async def watch() -> list[Any]:
        async with watching(server, "subscription { onJobStatus { jobId } }") as watcher:
            other.record("the-first-news", 1)
            return await watcher.upto(1)

    assert asyncio.run(watch()) == [{"jobId": "the-first-news"}]
    assert not (server.data_dir / "dead-letters.jsonl").exists()


def _kill_publisher(server: Server) -> None:
    (pid,) = [pid for pid, command in server.children().items() if "local.streams" in command]
    os.kill(pid, signal.SIGKILL)
