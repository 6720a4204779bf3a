"""The client of SQS for the workers."""

from typing import Any

from botocore.session import get_session


class Sqs:
    """Amazon SQS in the region of the Lambda."""

    def __init__(self) -> None:
        self._client: Any = get_session().create_client("sqs")

    def send_message(self, queue_url: str, body: str) -> str:
        """Put a text into a queue; returns the id of the message."""
        sent = self._client.send_message(QueueUrl=queue_url, MessageBody=body)
        return str(sent["MessageId"])
