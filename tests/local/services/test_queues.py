"""Queues wake workers as they wake Lambdas: in batches, with failures of single messages, and dead letters."""

import asyncio
import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from local.lambdas.function import Extras, Function
from local.services.queues import QueuePoller, run_clock
from local.services.resources import DEAD_LETTERS, INPUT, OUTPUT, WORK, WorkQueue, queue_url
from tests.local.services.home import HomeStorage, home

SECONDS = 60.0
DEAD_INPUT = DEAD_LETTERS[0]
IN_BATCHES = replace(OUTPUT, batch=10)


@pytest.fixture(scope="module")
def own_aws(aws: HomeStorage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HomeStorage]:
    """A storage of its own, whose queues nobody else takes from."""
    assert aws
    with home(tmp_path_factory.mktemp("queues")) as running:
        yield running


class Working:
    """Pollers on some queues, with workers that do what messages say."""

    def __init__(self, aws: HomeStorage, folder: Path, *queues: WorkQueue) -> None:
        self.aws, self.seen_file, self.queues = aws, folder / "seen.jsonl", queues
        environ = {**os.environ, "SEEN": str(self.seen_file)}
        module = "tests.local.services.small_worker"
        self.function = Function("workers", environ, extras=Extras(0), timeout=20, module=module)

    def send(self, queue: WorkQueue, **body: Any) -> None:
        self.aws.client("sqs").send_message(QueueUrl=queue_url(self.aws.url, queue), MessageBody=json.dumps(body))

    def seen(self) -> list[dict[str, Any]]:
        text = self.seen_file.read_text() if self.seen_file.exists() else ""
        return [json.loads(line) for line in text.splitlines()]

    def bodies(self) -> list[Any]:
        return [json.loads(each["body"]) for each in self.seen()]

    def until(self, is_so: Callable[[], bool]) -> None:
        """Work until something is so."""
        asyncio.run(self._work(is_so))

    async def _work(self, is_so: Callable[[], bool]) -> None:
        with ThreadPoolExecutor(8) as threads:
            sqs = self.aws.client("sqs")
            pollers = [QueuePoller(sqs, self.aws.url, each, self.function, threads) for each in self.queues]
            tasks = [asyncio.create_task(poller.run()) for poller in pollers]
            try:
                async with asyncio.timeout(SECONDS):
                    while not is_so():
                        await asyncio.sleep(0.05)
            finally:
                for task in tasks:
                    task.cancel()
                self.function.close()
                _wake(self.aws, self.queues)


def _wake(aws: HomeStorage, queues: tuple[WorkQueue, ...]) -> None:
    """Threads that wait for a message get one, so that they end."""
    for queue in queues:
        aws.client("sqs").send_message(QueueUrl=queue_url(aws.url, queue), MessageBody="{}")


def is_empty(aws: HomeStorage, queue: WorkQueue) -> bool:
    names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
    found = aws.client("sqs").get_queue_attributes(QueueUrl=queue_url(aws.url, queue), AttributeNames=names)
    return {int(found["Attributes"][name]) for name in names} == {0}


def test_a_worker_has_its_time_for_one_message_as_in_aws() -> None:
    """Of ten that share it, all would come again when the last one takes too long, also those that were done."""
    assert {queue.name: queue.batch for queue in WORK} == {queue.name: 1 for queue in WORK}


def test_what_a_worker_did_is_gone_and_what_failed_comes_again(own_aws: HomeStorage, tmp_path: Path) -> None:
    working = Working(own_aws, tmp_path, IN_BATCHES)
    for number in range(4):
        working.send(OUTPUT, number=number, fails=number == 2)
    working.until(lambda: sum(body.get("number") == 2 for body in working.bodies()) >= 2)
    numbers = sorted(body.get("number") for body in working.bodies() if body.get("number") != 2)
    assert numbers == [0, 1, 3]
    record = working.seen()[0]
    assert record["worker"] == "completion_processor"
    assert (record["eventSource"], record["eventSourceARN"]) == ("aws:sqs", OUTPUT.arn)
    assert record["attributes"]["ApproximateReceiveCount"] == "1"


def test_the_third_failure_makes_a_dead_letter(own_aws: HomeStorage, tmp_path: Path) -> None:
    working = Working(own_aws, tmp_path, INPUT, DEAD_INPUT)
    working.send(INPUT, fails=True, name="poison")
    working.send(INPUT, name="good")

    def by_worker(name: str) -> list[dict[str, Any]]:
        return [each for each in working.seen() if each["worker"] == name]

    def poison(name: str) -> list[dict[str, Any]]:  # the storage itself may have sent messages of another kind
        return [each for each in by_worker(name) if json.loads(each["body"]).get("name") == "poison"]

    working.until(lambda: bool(poison("dead_letters")))
    assert len(poison("document_processor")) == 3
    (letter,) = poison("dead_letters")[:1]
    assert letter["eventSourceARN"] == DEAD_INPUT.arn


def test_a_worker_that_dies_gets_its_message_again(own_aws: HomeStorage, tmp_path: Path) -> None:
    working = Working(own_aws, tmp_path, INPUT)
    working.send(INPUT, dies=True)
    working.until(lambda: len(working.seen()) >= 2)


def test_a_clock_goes_on_ticking(tmp_path: Path) -> None:
    function = Function(
        "workers", {**os.environ, "SEEN": str(tmp_path)}, extras=Extras(0), module="tests.local.services.small_worker"
    )

    async def story() -> int:
        ticks: list[Any] = []
        invoke = function.invoke

        async def counted(event: Any, **_: Any) -> Any:
            ticks.append(event)
            return await invoke(event)

        function.invoke = counted  # type: ignore[assignment, method-assign]
        task = asyncio.create_task(run_clock("sweeper", function, pause=0.01))
        async with asyncio.timeout(SECONDS):
            while len(ticks) < 3:
                await asyncio.sleep(0.01)
        task.cancel()
        function.close()
        assert ticks[0]["event"]["detail-type"] == "Scheduled Event"
        return len(ticks)

    assert asyncio.run(story()) >= 3
