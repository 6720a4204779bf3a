"""A thousand requests at one moment: all are answered, by few processes, in little memory."""

import asyncio
import json
import os
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from local.lambdas.function import CORES
from tests.local.publishing import signed_headers
from tests.serving import Server, copied, serving
from tests.thoroughness import many

MEGABYTES = 400 + 60 * max(0, CORES - 2)
"""For all that the server started, on two cores; each more is an environment more."""
QUERY = "{ images(first: 2) { nodes { imageId receipts { receiptId lines { text } } } } }"
CREATE = "mutation ($name: String!) { createQueue(input: {queueName: $name}) { queueName } }"


def test_requests_at_one_moment_are_all_answered_by_few_environments(tmp_path: Path, sample: Path) -> None:
    with serving(copied(sample, tmp_path)) as server:
        answers, most, megabytes = asyncio.run(_burst(server, many(100, 1_000)))
    assert [each for each in answers if "errors" in each] == []
    assert set(most) == {"read", "write"}
    assert max(most.values()) <= CORES + 1
    sys.stdout.write(f"{len(answers)} at once: {dict(most)}, {megabytes:.0f} MB\n")
    if megabytes and "COVERAGE_PROCESS_START" not in os.environ:
        assert megabytes <= MEGABYTES


async def _burst(server: Server, count: int) -> tuple[list[dict[str, Any]], Counter[str], float]:
    """Send all at once, on connections that are open already; watch the processes until all are answered."""
    connections = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(count)]
    requests = [_request(server, number) for number in range(count)]
    sent = zip(connections, requests, strict=True)
    tasks = [asyncio.create_task(_exchange(*connection, request)) for connection, request in sent]
    most: Counter[str] = Counter()
    megabytes = 0.0
    while True:
        _, pending = await asyncio.wait(tasks, timeout=0.3)
        children = await asyncio.to_thread(server.children)
        now = Counter(found[1] for each in children.values() if (found := re.search(r"environment \d+ (\w+)$", each)))
        most |= now
        megabytes = max(megabytes, sum(map(_megabytes, [server.process.pid, *children])))
        if not pending:
            break
    for _, writer in connections:
        writer.close()
        await writer.wait_closed()
    return [task.result() for task in tasks], most, megabytes


def _request(server: Server, number: int) -> bytes:
    """A query, or every other time a mutation."""
    if number % 2:
        body = json.dumps({"query": CREATE, "variables": {"name": f"queue-{number}"}}).encode()
        headers = signed_headers(server.graphql_url, body)
    else:
        body, headers = json.dumps({"query": QUERY}).encode(), {"x-api-key": server.api_key}
    named = {"host": f"127.0.0.1:{server.port}", "content-length": str(len(body)), **headers}
    lines = ["POST /graphql HTTP/1.1", *(f"{name}: {value}" for name, value in named.items()), "", ""]
    return "\r\n".join(lines).encode() + body


async def _exchange(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> dict[str, Any]:
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    size = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    assert size, head
    answer: dict[str, Any] = json.loads(await reader.readexactly(int(size[1])))
    return answer


def _megabytes(pid: int) -> float:
    """The memory of a process, which only Linux tells; a process that has ended has none."""
    try:
        resident = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return resident * os.sysconf("SC_PAGE_SIZE") / 1024**2


def test_the_memory_of_a_process_is_measured() -> None:
    if not Path("/proc").is_dir():
        pytest.skip("only Linux tells")
    assert _megabytes(os.getpid()) > 5
    assert _megabytes(2**30) == 0
