"""A real browser for tests: Chromium from npm, told what to do in JSON."""

import json
import queue
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

DRIVER = Path(__file__).parent / "driver.mjs"
ANSWER_SECONDS = 90.0
MAX_ANSWERS = 8
ELSEWHERE = {"protocol": "appsync", "tokenUrl": None, "realtime": None, "picturesUrl": None}
"""What a deployed API has different in its settings."""


class BrowserFailed(Exception):
    """The browser could not do what it was told; the message says why."""


class Browser:
    """A browser with one page at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._told = 0
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._listen, args=(process.stdout,), daemon=True).start()

    def do(self, command: str, **given: Any) -> Any:
        """What comes of a command of the driver."""
        assert self._process.stdin
        self._told += 1
        self._process.stdin.write(json.dumps({"id": self._told, "command": command, **given}) + "\n")
        self._process.stdin.flush()
        answer = self._answer(command)
        if "error" in answer:
            raise BrowserFailed(f"{answer['error']}\n{_brief(answer.get('seen'))}")
        return answer["answer"]

    def _answer(self, command: str) -> Any:
        """The answer to the latest command; those that came too late for their own are passed over."""
        try:
            while (answer := json.loads(self._lines.get(timeout=ANSWER_SECONDS)))["id"] != self._told:
                pass
        except queue.Empty:
            raise BrowserFailed(f"{command}: no answer within {ANSWER_SECONDS:.0f} s") from None
        return answer

    def _listen(self, stdout: IO[str]) -> None:
        for line in stdout:
            self._lines.put(line)


def _brief(seen: Any) -> Any:
    """What a page has seen, as far as it helps: the latest answers, without what signs their addresses."""
    if not seen:
        return seen
    answers = [(method, url.partition("?")[0], status) for method, url, status in seen["answers"][-MAX_ANSWERS:]]
    return {**seen, "answers": answers}


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser that is gone afterwards."""
    process = subprocess.Popen(
        ["node", str(DRIVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    with process:
        try:
            yield Browser(process)
        finally:
            assert process.stdin
            process.stdin.close()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()


def assert_nothing_odd(page: Browser) -> None:
    """No complaint in the console, and no word to any other host."""
    seen = page.do("seen")
    assert not seen["complaints"], seen["complaints"]
    assert {host.partition(":")[0] for host in seen["hosts"]} == {"127.0.0.1"}
