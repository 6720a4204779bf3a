"""What sending announcements again needs of AWS: the queues they wait in, the streams, and the publisher's function."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from services.connecting import connect
from services.errors import RefusalKind, RefusedByService, told_apart

AT_ONCE = 10
HIDDEN_SECONDS = 600
"""How long a letter that is being sent again is hidden from others."""
GONE = {"TrimmedDataAccessException", "ResourceNotFoundException"}
"""What a stream says of records that it no longer keeps."""


@dataclass(frozen=True)
class ParkedLetter:
    """A message of a queue, and what deletes it."""

    body: dict[str, Any]
    handle: str


class ReplaySources:
    """The deployed publisher of one stage, with its queues."""

    def __init__(self, stage: str) -> None:
        self._function = f"tessera-{stage}-publisher:live"
        self._stage = stage
        self._sqs: Any = connect("sqs")
        self._lambda: Any = connect("lambda")
        self._streams: Any = connect("dynamodbstreams")

    def letters(self, queue: str) -> Iterator[ParkedLetter]:
        """The messages of a queue until there are none; each is hidden from others for ten minutes."""
        with told_apart("SQS"):
            url = self._url(queue)
            while received := self._sqs.receive_message(
                QueueUrl=url, MaxNumberOfMessages=AT_ONCE, VisibilityTimeout=HIDDEN_SECONDS
            ).get("Messages"):
                for each in received:
                    yield ParkedLetter(orjson.loads(each["Body"]), each["ReceiptHandle"])

    def delete(self, queue: str, letter: ParkedLetter) -> None:
        with told_apart("SQS"):
            self._sqs.delete_message(QueueUrl=self._url(queue), ReceiptHandle=letter.handle)

    def publish(self, records: Sequence[Mapping[str, Any]]) -> bool:
        """Give records to the publisher; returns whether all of them were sent or parked."""
        with told_apart("Lambda"):
            answer = self._lambda.invoke(FunctionName=self._function, Payload=orjson.dumps({"Records": list(records)}))
        told = orjson.loads(answer["Payload"].read() or b"null")
        return not answer.get("FunctionError") and not (told or {}).get("batchItemFailures")

    def records(self, batch: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        """The records of a batch that Lambda gave up on, as the publisher expects them; none if they are gone."""
        first, last = int(batch["startSequenceNumber"]), int(batch["endSequenceNumber"])
        try:
            with told_apart("DynamoDB Streams"):
                iterator = self._streams.get_shard_iterator(
                    StreamArn=batch["streamArn"],
                    ShardId=batch["shardId"],
                    ShardIteratorType="AT_SEQUENCE_NUMBER",
                    SequenceNumber=batch["startSequenceNumber"],
                ).get("ShardIterator")
                while iterator:
                    page = self._streams.get_records(ShardIterator=iterator)
                    for record in page["Records"]:
                        if first <= int(record["dynamodb"]["SequenceNumber"]) <= last:
                            yield _as_lambda_gets_it(record, batch["streamArn"])
                    passed = any(int(each["dynamodb"]["SequenceNumber"]) >= last for each in page["Records"])
                    iterator = None if passed or not page["Records"] else page.get("NextShardIterator")
        except RefusedByService as refusal:
            if refusal.code not in GONE and refusal.kind is not RefusalKind.MISSING:
                raise

    def _url(self, queue: str) -> str:
        return str(self._sqs.get_queue_url(QueueName=f"tessera-{self._stage}-{queue}")["QueueUrl"])


def _as_lambda_gets_it(record: Mapping[str, Any], stream: str) -> dict[str, Any]:
    """botocore reads times; JSON and the publisher want them as Lambda tells them."""
    told: dict[str, Any] = orjson.loads(orjson.dumps(record, default=_plain))
    created = record["dynamodb"].get("ApproximateCreationDateTime")
    if created is not None:
        told["dynamodb"]["ApproximateCreationDateTime"] = created.timestamp()
    return told | {"eventSourceARN": stream}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, set) else str(value)
