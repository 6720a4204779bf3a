"""The engine dies while the server serves: it is restarted on the same data, or the server ends with a sentence."""

import asyncio
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from botocore.exceptions import BotoCoreError, ClientError

from entities.attributes import encode_item
from entities.jobs import JobState, JobStatus
from local.data.engines import dynoxide_program
from local.data.process import EngineFailed, EngineProcess, EngineProgram
from tests.other_program import TABLE, boto, key
from tests.serving import Server, is_alive, serving
from tests.watching import watching

WRITES = 200


def engine_of(server: Server) -> int:
    (pid,) = [pid for pid, command in server.children().items() if "--db-path" in command and "/bin/sh" not in command]
    return pid


def engine_url(server: Server) -> str:
    url: str = json.loads((server.data_dir / "engine.json").read_text())["url"]
    return url


def kill_engine(server: Server) -> None:
    os.kill(engine_of(server), signal.SIGKILL)


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("fresh"), SAMPLE="0") as started:
        yield started


def test_whatever_was_acknowledged_is_there_after_the_engine_was_killed(fresh: Server) -> None:
    acknowledged: list[str] = []
    kills = [WRITES // 4, WRITES // 2]
    address = engine_url(fresh)
    with boto(f"{fresh.url}/dynamodb") as client:
        names = iter(range(100_000))
        deadline = time.monotonic() + 120

        def write() -> None:
            while len(acknowledged) < WRITES and time.monotonic() < deadline:
                name = f"item-{next(names)}"
                with suppress(BotoCoreError, ClientError):
                    client.put_item(TableName=TABLE, Item=key(name) | {"text": {"S": name * 50}})
                    acknowledged.append(name)

        with ThreadPoolExecutor(4) as pool:
            writers = [pool.submit(write) for _ in range(4)]
            while kills and time.monotonic() < deadline:
                if len(acknowledged) >= kills[0]:
                    kills.pop(0)
                    kill_engine(fresh)
                time.sleep(0.005)
            for writer in writers:
                writer.result(150)
        assert len(acknowledged) >= WRITES
        assert kills == []
        read = {name: client.get_item(TableName=TABLE, Key=key(name), ConsistentRead=True) for name in acknowledged}
    assert [name for name, answer in read.items() if "Item" not in answer] == []
    assert engine_url(fresh) == address
    assert "Dynoxide was killed (SIGKILL). Restarting it on the same data." in fresh.said()


def test_queries_and_announcements_go_on_with_the_restarted_engine(fresh: Server) -> None:
    job, query = str(uuid4()), "{ imageCount }"
    status = JobStatus(job_id=job, status=JobState.RUNNING, progress=1, updated_at=datetime(2026, 11, 16, tzinfo=UTC))
    kill_engine(fresh)
    answers = [fresh.ask(query) for _ in range(3)]
    assert {error["errorType"] for each in answers for error in each.get("errors", [])} <= {"Unavailable"}
    end = time.monotonic() + 60
    while "errors" in fresh.ask(query) and time.monotonic() < end:
        time.sleep(0.1)
    assert "errors" not in fresh.ask(query)

    async def watch() -> Any:
        subscription = f'subscription {{ onJobStatus(jobId: "{job}") {{ jobId progress }} }}'
        async with watching(fresh, subscription) as watcher:
            with boto(f"{fresh.url}/dynamodb") as client:
                client.put_item(TableName=TABLE, Item=encode_item(status.to_record()))
            return await watcher.next(60)

    assert asyncio.run(watch()) == {"jobId": job, "progress": 1.0}


def test_an_engine_that_cannot_be_restarted_ends_the_server_with_its_words(tmp_path: Path) -> None:
    with serving(tmp_path, SAMPLE="0") as server:
        for file in tmp_path.glob("tessera.db*"):
            file.unlink()
        (tmp_path / "tessera.db").write_bytes(b"meow" * 5_000)
        kill_engine(server)
        assert server.process.wait(120) == 1
    said = server.said()
    assert "Dynoxide was killed" in said
    assert "not a valid SQLite database" in said
    assert "The database is damaged: restore a copy" in said
    assert "Traceback" not in said


def test_an_engine_that_dies_again_and_again_is_given_up(tmp_path: Path) -> None:
    """It answers, and ends a moment later: as on a machine without memory."""
    program = tmp_path / "short_lived.py"
    program.write_text(
        "import sys, threading, os, http.server\n"
        "threading.Timer(0.3, os._exit, [7]).start()\n"
        "print('out of memory', flush=True)\n"
        "http.server.HTTPServer(('127.0.0.1', int(sys.argv[2])), http.server.BaseHTTPRequestHandler).serve_forever()\n"
    )
    said: list[str] = []
    lost = threading.Event()
    with (tmp_path / "log").open("a+b") as log:
        running = EngineProcess(EngineProgram("short", "Short", (sys.executable, str(program))), log, said.append)
        running.start()
        try:
            running.watch(lost.set)
            assert lost.wait(120)
        finally:
            running.close()
    assert isinstance(running.failure, EngineFailed)
    assert "ended with code 7 again and again" in str(running.failure)
    assert "out of memory" in str(running.failure)
    assert sum("is back" in line for line in said) == 5


@pytest.mark.parametrize("moment", [0.0, 0.02, 0.1])
def test_an_engine_that_is_stopped_while_it_restarts_is_gone(tmp_path: Path, moment: float) -> None:
    with (tmp_path / "log").open("a+b") as log:
        running = EngineProcess(dynoxide_program(tmp_path / "tessera.db"), log)
        running.start()
        running.watch(lambda: None)
        assert running.pid
        os.kill(running.pid, signal.SIGKILL)
        time.sleep(moment)
        running.close()
        assert not is_alive(running.pid)
        assert running.failure is None
