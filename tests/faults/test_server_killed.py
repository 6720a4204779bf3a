"""The server is killed in the middle of writes, or its helpers die: nothing that was acknowledged is lost."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from local.lambdas.function import Extras, Function
from tests.local.publishing import signed_headers
from tests.serving import Server, is_alive, serving

CREATE = "mutation ($name: String!) { createQueue(input: {queueName: $name}) { queueName } }"


def create(server: Server, name: str) -> bool:
    """Whether the making of a queue was acknowledged."""
    body = json.dumps({"query": CREATE, "variables": {"name": name}}).encode()
    try:
        headers = signed_headers(server.graphql_url, body)
        answer = httpx.post(server.graphql_url, content=body, headers=headers, timeout=30).json()
    except httpx.TransportError:
        return False
    return "errors" not in answer


def test_whatever_was_acknowledged_before_a_kill_is_there_after_it(tmp_path: Path) -> None:
    acknowledged: list[str] = []
    with serving(tmp_path, SAMPLE="0") as server:
        names = iter([f"queue-{number}" for number in range(5_000)])

        def write() -> None:
            while server.process.poll() is None:
                name = next(names)
                if create(server, name):
                    acknowledged.append(name)

        with ThreadPoolExecutor(4) as pool:
            writers = [pool.submit(write) for _ in range(4)]
            end = time.monotonic() + 60
            while len(acknowledged) < 40 and time.monotonic() < end:
                time.sleep(0.02)
            server.process.kill()
            server.process.wait()
            for writer in writers:
                writer.result(60)
    assert len(acknowledged) >= 40
    with serving(tmp_path, server.port, SAMPLE="0") as again:
        for name in acknowledged:
            answer = again.ask("query ($name: String!) { queue(queueName: $name) { queueName } }", name=name)
            assert answer["data"] == {"queue": {"queueName": name}}


@pytest.fixture
def function(tmp_path: Path) -> Iterator[Function]:
    with (tmp_path / "log").open("ab") as log:
        environ = {**os.environ, "TESSERA_DYNAMODB_URL": "http://127.0.0.1:1"}
        yield Function("read", environ, log=log, extras=Extras(0), timeout=2)


EVENT: dict[str, Any] = {
    "arguments": {},
    "source": None,
    "identity": None,
    "request": {"headers": {}},
    "info": {"parentTypeName": "Query", "fieldName": "nothing", "variables": {}},
}


def test_an_environment_that_hangs_is_replaced_and_costs_its_own_event_only(function: Function) -> None:
    async def story() -> list[str]:
        await function.start()
        (pid,) = function.pids
        said = [(await function.invoke(EVENT)).answer["errorType"]]
        os.kill(pid, signal.SIGSTOP)
        said.append((await function.invoke(EVENT)).answer["errorType"])
        said.append((await function.invoke(EVENT)).answer["errorType"])
        function.close()
        assert pid not in function.pids
        return said

    assert asyncio.run(story()) == ["ValueError", "Sandbox.Timedout", "ValueError"]


def test_an_environment_that_dies_is_replaced_and_costs_its_own_event_only(function: Function) -> None:
    async def story() -> list[str]:
        await function.start()
        (pid,) = function.pids
        os.kill(pid, signal.SIGSTOP)
        event = asyncio.create_task(function.invoke(EVENT))
        await asyncio.sleep(0)
        os.kill(pid, signal.SIGKILL)
        said = [(await event).answer["errorType"], (await function.invoke(EVENT)).answer["errorType"]]
        function.close()
        return said

    assert asyncio.run(story()) == ["Runtime.ExitError", "ValueError"]


def test_an_environment_that_dies_without_work_costs_nothing(function: Function) -> None:
    async def story() -> str:
        await function.start()
        (pid,) = function.pids
        os.kill(pid, signal.SIGKILL)
        while is_alive(pid):
            await asyncio.sleep(0.01)
        said: str = (await function.invoke(EVENT)).answer["errorType"]
        function.close()
        return said

    assert asyncio.run(story()) == "ValueError"


def test_six_megabytes_are_the_most_that_goes_into_a_function(function: Function) -> None:
    outcome = asyncio.run(function.invoke({**EVENT, "source": "x" * 6 * 1024 * 1024}))
    assert outcome.failed
    assert outcome.answer["errorType"] == "RequestEntityTooLargeException"
