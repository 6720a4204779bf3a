"""The client of SQS for commands and workers."""

from typing import Any

from services.connecting import connect
from services.errors import told_apart

MAX_DELAY_SECONDS = 900


class Sqs:
    """Amazon SQS in the region of the Lambda."""

    def __init__(self) -> None:
        self._client: Any = connect("sqs")

    def send_message(self, queue_url: str, body: str) -> str:
        """Put a text into a queue; returns the id of the message. Errors are botocore's."""
        sent = self._client.send_message(QueueUrl=queue_url, MessageBody=body)
        return str(sent["MessageId"])

    def send(self, queue_url: str, body: str, delay_seconds: int = 0) -> str:
        """Put a text into a queue, to be received after a delay of at most 15 minutes; returns the message's id."""
        delay = max(0, min(delay_seconds, MAX_DELAY_SECONDS))
        with told_apart("SQS"):
            sent = self._client.send_message(QueueUrl=queue_url, MessageBody=body, DelaySeconds=delay)
        return str(sent["MessageId"])
