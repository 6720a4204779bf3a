"""Queues take texts, and give them back as they are."""

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from services.sqs import Sqs


@pytest.fixture(autouse=True)
def credentials(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")


def test_a_message_arrives_whole_under_the_id_that_was_told() -> None:
    with mock_aws():
        queue = boto3.client("sqs")
        url = queue.create_queue(QueueName="letters")["QueueUrl"]
        sent = Sqs().send_message(url, '{"reason": "größer"}')
        (found,) = queue.receive_message(QueueUrl=url)["Messages"]
    assert (found["Body"], found["MessageId"]) == ('{"reason": "größer"}', sent)


def test_a_queue_that_is_not_there_is_an_error() -> None:
    with mock_aws(), pytest.raises(ClientError, match="does not exist"):
        Sqs().send_message("https://sqs.us-east-1.amazonaws.com/123456789012/nowhere", "text")
