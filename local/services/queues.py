"""Lambda's event source mappings on this machine: messages of queues go to workers, in batches.

What a worker did is deleted from its queue. What failed becomes visible again a little later, and after the third time
the queue itself moves it to the dead letters.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Any
from uuid import uuid4

from botocore.exceptions import BotoCoreError, ClientError

from local.lambdas.function import Function
from local.services.ministack import ACCOUNT, REGION
from local.services.resources import WorkQueue, queue_url

WAIT_SECONDS = 10
"""How long a queue waits for a message before it answers that there is none."""
AFTER_FAILURE_SECONDS = 1.0
AGAIN_SECONDS = 3
"""When a message that failed is delivered again; in AWS that takes as long as the queue hides a message."""
CLOCK_SECONDS = 10.0
"""How often the sweeper runs; in AWS every five minutes."""
_LOG = logging.getLogger(__name__)

Message = Mapping[str, Any]


def exists(worker: str) -> bool:
    """Whether there is such a worker."""
    return find_spec(f"workers.{worker}") is not None


class QueuePoller:
    """Hands the messages of one queue to its worker."""

    def __init__(self, sqs: Any, url: str, queue: WorkQueue, function: Function, threads: Executor) -> None:
        self._sqs, self._queue, self._function, self._threads = sqs, queue, function, threads
        self._url = queue_url(url, queue)

    async def run(self) -> None:
        """Do so until cancelled."""
        while True:
            try:
                await self._work()
            except (BotoCoreError, ClientError) as error:  # MiniStack is starting again
                _LOG.warning("%s: %r", self._queue.name, error)
                await asyncio.sleep(AFTER_FAILURE_SECONDS)

    async def _work(self) -> None:
        messages = await self._call(self._receive)
        if not messages:
            return
        event = {"Records": [_as_lambda_has_it(each, self._queue) for each in messages]}
        outcome = await self._function.invoke({"worker": self._queue.worker, "event": event})
        failed = {each["MessageId"] for each in messages} if outcome.failed else _failed(outcome.answer)
        if outcome.failed:
            _LOG.warning("%s: %s", self._queue.name, outcome.answer)
        await self._call(self._settle, messages, failed)

    async def _call(self, function: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *given)

    def _receive(self) -> Sequence[Message]:
        answer = self._sqs.receive_message(
            QueueUrl=self._url,
            MaxNumberOfMessages=self._queue.batch,
            WaitTimeSeconds=WAIT_SECONDS,
            AttributeNames=["All"],
            MessageAttributeNames=["All"],
        )
        found: Sequence[Message] = answer.get("Messages", [])
        return found

    def _settle(self, messages: Sequence[Message], failed: set[str]) -> None:
        for message in messages:
            handle = {"QueueUrl": self._url, "ReceiptHandle": message["ReceiptHandle"]}
            if message["MessageId"] in failed:
                self._sqs.change_message_visibility(**handle, VisibilityTimeout=AGAIN_SECONDS)
            else:
                self._sqs.delete_message(**handle)


async def run_clock(worker: str, function: Function, pause: float = CLOCK_SECONDS) -> None:
    """Wake a worker again and again, until cancelled."""
    while True:
        outcome = await function.invoke({"worker": worker, "event": _tick()})
        if outcome.failed:
            _LOG.warning("%s: %s", worker, outcome.answer)
        await asyncio.sleep(pause)


def _failed(answer: Any) -> set[str]:
    failures = (answer or {}).get("batchItemFailures") or []
    return {each["itemIdentifier"] for each in failures}


def _as_lambda_has_it(message: Message, queue: WorkQueue) -> dict[str, Any]:
    return {
        "messageId": message["MessageId"],
        "receiptHandle": message["ReceiptHandle"],
        "body": message["Body"],
        "attributes": message.get("Attributes", {}),
        "messageAttributes": message.get("MessageAttributes", {}),
        "md5OfBody": message.get("MD5OfBody", ""),
        "eventSource": "aws:sqs",
        "eventSourceARN": queue.arn,
        "awsRegion": REGION,
    }


def _tick() -> dict[str, Any]:
    """An event as EventBridge's scheduler sends it."""
    return {
        "id": str(uuid4()),
        "detail-type": "Scheduled Event",
        "source": "aws.events",
        "account": ACCOUNT,
        "time": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "region": REGION,
        "resources": [],
        "detail": {},
    }
