"""Node with our resolvers in it."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest


class Node:
    """Runs the code of resolvers as AppSync would."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdin
        assert process.stdout
        self._in: IO[str] = process.stdin
        self._out: IO[str] = process.stdout

    def run(self, code: str, handler: str, context: dict[str, Any]) -> dict[str, Any]:
        self._in.write(json.dumps({"code": code, "handler": handler, "ctx": context}) + "\n")
        self._in.flush()
        answer: dict[str, Any] = json.loads(self._out.readline())
        return answer


@contextmanager
def running_node() -> Iterator[Node]:
    if not shutil.which("node"):
        pytest.skip("needs node")
    command = ["node", str(Path(__file__).parent / "run_resolver.mjs")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Node(process)
        assert process.stdin
        process.stdin.close()
        process.wait(10)
