"""Many at once: queries side by side, and subscribers of one job."""

import asyncio
import json
import os
import sys
import time
from pathlib import Path

import httpx
import pytest
import websockets

from tests.local.publishing import publication, signed_headers
from tests.serving import Server, serving
from tests.thoroughness import many

SECONDS = many(5, 30)
AT_ONCE = 200
SUBSCRIBERS, MESSAGES = many(50, 500), 20
QUERIES = (
    "{ images(first: 2) { nodes { imageId receipts { lines { text } } } } }",
    "{ jobs(status: RUNNING, first: 3) { nodes { jobId name latestStatus { status progress } } } }",
    "{ documents(first: 5) { nodes { jobId status documentKey } } }",
    '{ labels(label: "GRAND_TOTAL", first: 5) { nodes { label word { text } } } }',
)
WATCH = "subscription ($id: ID) { onJobStatus(jobId: $id) { jobId status progress message } }"


def say(text: str) -> None:
    """For whoever looks on: `pytest -s`."""
    sys.stdout.write(f"{text}\n")


def memory(server: Server) -> int:
    """Bytes that the server and all its processes hold."""
    pids = [server.process.pid, *server.children()]
    files = [Path(f"/proc/{pid}/statm") for pid in pids]
    return sum(int(file.read_text().split()[1]) for file in files if file.exists()) * os.sysconf("SC_PAGE_SIZE")


def own_memory(server: Server) -> int:
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


async def ask_for(server: Server, seconds: float, at_once: int) -> list[str]:
    """Ask again and again from many sides; what went wrong."""
    wrong: list[str] = []
    answered = 0
    end = time.monotonic() + seconds
    limits = httpx.Limits(max_connections=at_once)
    async with httpx.AsyncClient(limits=limits, timeout=300, headers={"x-api-key": server.api_key}) as client:

        async def one(number: int) -> None:
            nonlocal answered
            while time.monotonic() < end:
                number += 1
                response = await client.post(server.graphql_url, json={"query": QUERIES[number % len(QUERIES)]})
                answered += 1
                if response.status_code != 200 or "errors" in response.json():
                    wrong.append(response.text[:300])

        await asyncio.gather(*(one(number) for number in range(at_once)))
    say(f"{answered} answers in {seconds:.0f} s")
    return wrong


def warm_up(server: Server) -> None:
    """Until every environment is there and has loaded what these queries need."""
    for _ in range(many(2, 6)):
        before = memory(server)
        assert asyncio.run(ask_for(server, 2, AT_ONCE)) == []
        if memory(server) - before < 2e6:
            return


@pytest.mark.load
def test_two_hundred_at_once_are_answered_and_memory_does_not_grow(server: Server) -> None:
    warm_up(server)
    before, all_before = own_memory(server), memory(server)
    assert asyncio.run(ask_for(server, SECONDS, AT_ONCE)) == []
    grown, all_grown = own_memory(server) - before, memory(server) - all_before
    say(f"grown by {grown / 1e6:.1f} MB, with its helpers {all_grown / 1e6:.1f} MB")
    assert grown < 50e6
    assert all_grown < 50e6


async def watch(server: Server, ready: asyncio.Semaphore, expected: int) -> list[float]:
    """One subscriber: what it was told."""
    headers = {"x-api-key": server.api_key}
    protocols = [websockets.Subprotocol("graphql-ws")]
    async with ready:
        socket = await websockets.connect(
            server.realtime_url, subprotocols=protocols, additional_headers=headers, proxy=None, open_timeout=120
        )
        await socket.send(json.dumps({"type": "connection_init"}))
        await socket.recv()
        data = json.dumps({"query": WATCH, "variables": {"id": "watched"}})
        extensions = {"authorization": {"host": "x", **headers}}
        payload = {"data": data, "extensions": extensions}
        await socket.send(json.dumps({"id": "1", "type": "start", "payload": payload}))
        while json.loads(await socket.recv())["type"] != "start_ack":
            pass
    WATCHING.append(socket)
    told: list[float] = []
    while len(told) < expected:
        message = json.loads(await asyncio.wait_for(socket.recv(), 120))
        if message["type"] == "data":
            told.append(message["payload"]["data"]["onJobStatus"]["progress"])
    try:
        extra = await asyncio.wait_for(socket.recv(), 1)
        told.append(-1 if json.loads(extra)["type"] == "data" else 0)
    except TimeoutError:
        pass
    await socket.close()
    return told


WATCHING: list[websockets.ClientConnection] = []


async def crowd(server: Server) -> list[list[float]]:
    """Subscribers of one job, and a publisher once all of them are there."""
    gate = asyncio.Semaphore(25)
    watchers = [asyncio.create_task(watch(server, gate, MESSAGES)) for _ in range(SUBSCRIBERS)]
    end = time.monotonic() + 240
    while len(WATCHING) < SUBSCRIBERS and time.monotonic() < end:
        await asyncio.sleep(0.1)
    began = time.monotonic()
    async with httpx.AsyncClient(timeout=60) as client:
        for number in range(MESSAGES):
            for job in ("watched", "another"):
                item = {"jobId": job, "status": "RUNNING", "updatedAt": "2026-11-16T12:00:00Z", "progress": number}
                body = publication("jobId status updatedAt progress message", f"{job}-{number}", **item)
                for _ in range(2):  # a publisher that is not sure sends it again
                    await client.post(
                        server.graphql_url, content=body, headers=signed_headers(server.graphql_url, body)
                    )
    told = await asyncio.gather(*watchers)
    say(f"{SUBSCRIBERS} subscribers, {MESSAGES} messages: {time.monotonic() - began:.1f} s")
    return list(told)


def test_many_subscribers_each_get_each_message_once_and_in_order(server: Server) -> None:
    told = asyncio.run(crowd(server))
    assert len(told) == SUBSCRIBERS
    assert all(each == [float(number) for number in range(MESSAGES)] for each in told)


def test_a_subscriber_that_reads_nothing_keeps_nobody_waiting(tmp_path: Path) -> None:
    with serving(tmp_path, SAMPLE="0") as server:
        assert asyncio.run(_slow_and_quick(server)) == [float(number) for number in range(40)]


async def _slow_and_quick(server: Server) -> list[float]:
    headers = {"x-api-key": server.api_key}
    data = json.dumps({"query": WATCH, "variables": {}})
    payload = {"data": data, "extensions": {"authorization": headers}}
    sockets = []
    for _ in range(2):
        socket = await websockets.connect(
            server.realtime_url,
            subprotocols=[websockets.Subprotocol("graphql-ws")],
            additional_headers=headers,
            proxy=None,
            max_queue=1,
        )
        await socket.send(json.dumps({"type": "connection_init"}))
        await socket.recv()
        await socket.send(json.dumps({"id": "1", "type": "start", "payload": payload}))
        await socket.recv()
        sockets.append(socket)
    quick = asyncio.create_task(_progress(sockets[1], 40))
    async with httpx.AsyncClient(timeout=60) as client:
        for number in range(40):
            item = {"jobId": "j", "status": "RUNNING", "updatedAt": "2026-11-16T12:00:00Z", "message": "x" * 200_000}
            body = publication("jobId status updatedAt progress message", **item, progress=number)
            answer = await client.post(
                server.graphql_url, content=body, headers=signed_headers(server.graphql_url, body)
            )
            assert answer.status_code == 200
    told = await asyncio.wait_for(quick, 60)
    for socket in sockets:
        socket.transport.abort()
    return told


async def _progress(socket: websockets.ClientConnection, count: int) -> list[float]:
    told: list[float] = []
    while len(told) < count:
        message = json.loads(await asyncio.wait_for(socket.recv(), 60))
        if message["type"] == "data":
            told.append(message["payload"]["data"]["onJobStatus"]["progress"])
    return told


@pytest.fixture(autouse=True)
def _nobody_is_watching_yet() -> None:
    WATCHING.clear()
