"""A program on this machine that uses the tables with plain boto3."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import boto3
from botocore.config import Config

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
