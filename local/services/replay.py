"""Tells queues again what was uploaded before the storage ended: it keeps objects, but no messages.

Workers pass over what they have done already. What is older than a day is left to the sweeper.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote_plus

from local.services.ministack import REGION
from local.services.resources import UPLOADS, client, queue_url

RECENT = timedelta(days=1)
MAX_REPLAYED = 10_000
_BATCH = 10


def replay_uploads(url: str, account: Mapping[str, str]) -> int:
    """Send an event for each recent upload; returns how many."""
    s3, sqs = client("s3", url, account), client("sqs", url, account)
    count = 0
    for bucket, prefix, queue in UPLOADS:
        events = [_event(bucket, each) for each in _recent(s3, bucket, prefix)][-MAX_REPLAYED:]
        _send(sqs, queue_url(url, queue), events)
        count += len(events)
    return count


def _recent(s3: Any, bucket: str, prefix: str) -> Iterator[Mapping[str, Any]]:
    since = datetime.now(UTC) - RECENT
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix):
        yield from (each for each in page.get("Contents", []) if each["LastModified"] >= since)


def _event(bucket: str, found: Mapping[str, Any]) -> str:
    """An event as S3 sends it."""
    stored = {"key": quote_plus(found["Key"], safe="/"), "size": found["Size"], "eTag": found["ETag"].strip('"')}
    record = {
        "eventVersion": "2.1",
        "eventSource": "aws:s3",
        "awsRegion": REGION,
        "eventTime": found["LastModified"].strftime("%Y-%m-%dT%H:%M:%S.000Z"),
        "eventName": "ObjectCreated:Put",
        "s3": {"s3SchemaVersion": "1.0", "bucket": {"name": bucket}, "object": stored},
    }
    return json.dumps({"Records": [record]})


def _send(sqs: Any, url: str, events: list[str]) -> None:
    for start in range(0, len(events), _BATCH):
        batch = enumerate(events[start : start + _BATCH])
        entries = [{"Id": str(number), "MessageBody": event} for number, event in batch]
        sqs.send_message_batch(QueueUrl=url, Entries=entries)
