"""Many files to presigned addresses: several at a time, with a progress bar, and each of them once."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from cli.api import ApiClient
from cli.failures import CommandFailed, Exit
from cli.files import LocalFile
from cli.output import print_json, print_table, say
from cli.terminal import shows_progress

AT_A_TIME = 4
_OK = 200
_THERE_ALREADY = 412
"""The storage takes each address once: an earlier try, whose answer was lost, did arrive."""
_SPARE = timedelta(seconds=30)

Tick = Callable[[], None]


@dataclass(frozen=True)
class SentFile:
    """What became of a file."""

    file: LocalFile
    state: str
    """sent, known (was sent before) or failed."""
    result: dict[str, Any]
    error: str | None = None
    code: Exit | None = None
    """How a command would end that is about this file alone."""

    def as_json(self) -> dict[str, Any]:
        return {"file": str(self.file.path), "sha256": self.file.sha256, "state": self.state, **self.result} | (
            {"error": self.error} if self.error else {}
        )


def is_open(upload: dict[str, Any] | None) -> bool:
    """Whether a presigned address can still be used."""
    if not upload or not upload.get("url"):
        return False
    return datetime.fromisoformat(upload["expiresAt"]) > datetime.now(UTC) + _SPARE


def put_file(api: ApiClient, file: LocalFile, upload: dict[str, Any]) -> str | None:
    """Send a file to its address; says why if the storage refused it."""
    headers = {each["name"]: each["value"] for each in upload["headers"]}
    with file.path.open("rb") as body:
        status = api.put(upload["url"], headers, body)
    return None if status in {_OK, _THERE_ALREADY} else f"the storage answered {status}"


def send_all(files: Sequence[LocalFile], send: Callable[[LocalFile], SentFile], title: str) -> list[SentFile]:
    """Send files side by side, and say how each ended, in their order. An interruption lets what was begun finish."""
    with _progress(len(files), title) as tick, ThreadPoolExecutor(AT_A_TIME) as pool:
        tasks = [pool.submit(_guarded, send, file) for file in files]
        try:
            _wait(tasks, tick)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return [task.result() for task in tasks]


def print_sent(done: Sequence[SentFile], heading: str, name: str, as_json: bool) -> None:
    """Show what became of each file, with the id (`name`) that it got under its heading, and count them."""
    rows = [each.as_json() for each in done]
    if as_json:
        print_json(rows)
    else:
        columns = {
            "File": lambda row: row["file"],
            heading: lambda row: row.get(name),
            "State": lambda row: row["state"],
            "Error": lambda row: row.get("error"),
        }
        print_table(rows, columns, "Nothing was sent.")
    say_counts(each.state for each in done)


def say_counts(states: Iterable[str]) -> None:
    """How many there are of each."""
    counts = Counter(states)
    say(", ".join(f"{count} {state}" for state, count in sorted(counts.items())) + ".")


def code_of(done: Sequence[SentFile]) -> Exit:
    """How sending ended: that of all files if it is the same for all, such as that the caller may send none."""
    codes = {each.code or Exit.ENDED_BADLY if each.error else Exit.DONE for each in done}
    return codes.pop() if len(codes) == 1 else Exit.ENDED_BADLY


def _guarded(send: Callable[[LocalFile], SentFile], file: LocalFile) -> SentFile:
    """One file that cannot be sent does not keep the others."""
    try:
        return send(file)
    except (CommandFailed, OSError) as failed:
        code = failed.code if isinstance(failed, CommandFailed) else Exit.ENDED_BADLY
        return SentFile(file, "failed", {}, str(failed), code)


def _wait(tasks: Sequence[Future[SentFile]], tick: Tick) -> None:
    left: set[Future[SentFile]] = set(tasks)
    while left:
        done, left = wait(left, return_when=FIRST_COMPLETED)
        for _ in done:
            tick()


@contextmanager
def _progress(total: int, title: str) -> Iterator[Tick]:
    if not shows_progress():
        yield lambda: None
        return
    from rich.console import Console  # noqa: PLC0415  only on a terminal
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=total)
        yield lambda: bar.advance(task)
