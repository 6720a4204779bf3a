"""Programs on this machine that use the tables with plain boto3 and know nothing of us."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3
from botocore.config import Config

from entities.attributes import decode_item, encode_item
from entities.item import Item
from entities.jobs import JobState, JobStatus
from local.data.folder import ENGINE
from tests.serving import Server

START = datetime(2026, 11, 16, tzinfo=UTC)
TABLE = "ReceiptsTable"


@contextmanager
def boto(url: str, service: Any = "dynamodb", **options: Any) -> Iterator[Any]:
    """A client with credentials and a region of its own, which sends everything once."""
    client: Any = boto3.client(
        service,
        endpoint_url=url,
        region_name="eu-central-1",
        aws_access_key_id="other",
        aws_secret_access_key="other",
        config=Config(retries={"total_max_attempts": 1}, max_pool_connections=20, read_timeout=60, **options),
    )
    try:
        yield client
    finally:
        client.close()


def key(name: str) -> dict[str, Any]:
    return {"PK": {"S": f"OTHER#{name}"}, "SK": {"S": "OTHER"}}


class OtherProgram:
    """Writes jobs and what belongs to them."""

    def __init__(self, server: Server) -> None:
        url = json.loads((server.data_dir / ENGINE).read_text())["url"]
        keys: dict[str, Any] = {"aws_access_key_id": "other", "aws_secret_access_key": "other"}
        self._client: Any = boto3.client("dynamodb", endpoint_url=url, region_name="us-east-1", **keys)

    def record(self, job_id: str, progress: int) -> None:
        """Add an entry to the history of a job."""
        at = START + timedelta(seconds=progress)
        self.put(JobStatus(job_id=job_id, status=JobState.RUNNING, progress=progress, updated_at=at))

    def put(self, item: Item) -> None:
        self._client.put_item(TableName=TABLE, Item=encode_item(item.to_record()))

    def get(self, item_type: type[Item], **ids: Any) -> Item:
        """An item that is there."""
        answer = self._client.get_item(TableName=TABLE, Key=encode_item(item_type.key_for(**ids)), ConsistentRead=True)
        return item_type.from_record(decode_item(answer["Item"]))

    def delete(self, item: Item) -> None:
        self._client.delete_item(TableName=TABLE, Key=encode_item(item.primary_key()))

    def close(self) -> None:
        self._client.close()
