"""The buckets, queues and the topic of the storage, as the stack of a deployed stage has them; made at every start.

MiniStack keeps objects, but forgets queues, their messages and a bucket's settings when it ends.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from botocore.config import Config
from botocore.exceptions import ClientError
from botocore.session import get_session

from local.services.ministack import ACCOUNT, REGION

DOCUMENTS, CATS = "tessera-documents", "tessera-cats"
TOPIC = f"arn:aws:sns:{REGION}:{ACCOUNT}:AmazonTextract-tessera-documents"
ROLE = f"arn:aws:iam::{ACCOUNT}:role/tessera-textract"
MAX_RECEIVES = 3
VISIBILITY_SECONDS = 60
"""Twice as long as a worker may take; in AWS it is six times as long."""
PATIENCE = {"DOCUMENTS_LEASE_SECONDS": "330"}
"""When the sweeper asks after what nothing was heard of: sooner than in AWS, but not before a document that waits for
the recogniser may have been tried again (300 s)."""
DEAD = "-dead"


@dataclass(frozen=True)
class WorkQueue:
    """A queue, and the worker that its messages go to."""

    name: str
    worker: str
    batch: int
    pollers: int = 1
    """How many batches are received at one time."""

    @property
    def arn(self) -> str:
        return f"arn:aws:sqs:{REGION}:{ACCOUNT}:{self.name}"


INPUT = WorkQueue(f"{DOCUMENTS}-input", "document_processor", batch=1, pollers=2)
OUTPUT = WorkQueue(f"{DOCUMENTS}-output", "completion_processor", batch=1, pollers=2)
CAT_QUEUE = WorkQueue(CATS, "cat_processor", batch=1, pollers=2)
WORK = (INPUT, OUTPUT, CAT_QUEUE)
DEAD_LETTERS = tuple(WorkQueue(f"{queue.name}{DEAD}", "dead_letters", batch=10) for queue in WORK)
NOTIFICATIONS = WorkQueue(f"{DOCUMENTS}-notifications", "", batch=0)
"""For other programs, as in the seed: no worker of ours takes from it."""

UPLOADS = ((DOCUMENTS, "input/", INPUT), (CATS, "uploads/", CAT_QUEUE))
"""Buckets, where files are uploaded in them, and the queues that are told."""


def settings_for(url: str) -> dict[str, str]:
    """The variables that tell functions where everything is."""
    places = {f"AWS_ENDPOINT_URL_{name}": url for name in ("S3", "SQS", "SNS", "TEXTRACT", "REKOGNITION")}
    return places | {
        "DOCUMENTS_BUCKET": DOCUMENTS,
        "DOCUMENTS_INPUT_QUEUE_URL": queue_url(url, INPUT),
        "DOCUMENTS_OUTPUT_QUEUE_URL": queue_url(url, OUTPUT),
        "DOCUMENTS_TOPIC_ARN": TOPIC,
        "TEXTRACT_ROLE_ARN": ROLE,
        "NOTIFICATIONS_QUEUE_URL": queue_url(url, NOTIFICATIONS),
        "CATS_BUCKET": CATS,
        "SWEEP_EXPIRED": "1",
        "CATS_QUEUE_URL": queue_url(url, CAT_QUEUE),
    }


def queue_url(url: str, queue: WorkQueue) -> str:
    return f"{url}/{ACCOUNT}/{queue.name}"


def client(service: str, url: str, account: Mapping[str, str]) -> Any:
    """A client of the storage itself."""
    config = Config(
        connect_timeout=2, read_timeout=40, retries={"total_max_attempts": 1}, s3={"addressing_style": "path"}
    )
    return get_session().create_client(
        service,
        endpoint_url=url,
        region_name=REGION,
        aws_access_key_id=account["AWS_ACCESS_KEY_ID"],
        aws_secret_access_key=account["AWS_SECRET_ACCESS_KEY"],
        config=config,
    )


def make_resources(url: str, account: Mapping[str, str], origins: frozenset[str]) -> None:
    """Make everything that is not there."""
    sqs, sns, s3 = (client(service, url, account) for service in ("sqs", "sns", "s3"))
    for queue in DEAD_LETTERS:
        sqs.create_queue(QueueName=queue.name, Attributes={"VisibilityTimeout": str(VISIBILITY_SECONDS)})
    for queue, dead in zip(WORK, DEAD_LETTERS, strict=True):
        redrive = json.dumps({"deadLetterTargetArn": dead.arn, "maxReceiveCount": MAX_RECEIVES})
        told = {"VisibilityTimeout": str(VISIBILITY_SECONDS), "RedrivePolicy": redrive}
        sqs.create_queue(QueueName=queue.name, Attributes={**told, "Policy": _policy(queue)})
    hour = {"MessageRetentionPeriod": "3600", "ReceiveMessageWaitTimeSeconds": "20"}
    sqs.create_queue(QueueName=NOTIFICATIONS.name, Attributes=hour)
    sns.create_topic(Name=TOPIC.rpartition(":")[2])
    sns.subscribe(TopicArn=TOPIC, Protocol="sqs", Endpoint=OUTPUT.arn)
    for bucket, prefix, queue in UPLOADS:
        _make_bucket(s3, bucket, prefix, queue, origins)


def _policy(queue: WorkQueue) -> str:
    """Buckets and topics may send to a queue only if it says so."""
    allowed = {
        "Effect": "Allow",
        "Principal": {"Service": ["s3.amazonaws.com", "sns.amazonaws.com"]},
        "Action": "sqs:SendMessage",
        "Resource": queue.arn,
    }
    return json.dumps({"Version": "2012-10-17", "Statement": [allowed]})


def _make_bucket(s3: Any, name: str, prefix: str, queue: WorkQueue, origins: frozenset[str]) -> None:
    """A bucket with versions, whose uploads go to a queue and which pages of this machine may use."""
    try:
        s3.create_bucket(Bucket=name)
    except ClientError as error:
        if error.response["Error"]["Code"] not in {"BucketAlreadyOwnedByYou", "BucketAlreadyExists"}:
            raise
    s3.put_bucket_versioning(Bucket=name, VersioningConfiguration={"Status": "Enabled"})
    told = {
        "QueueArn": queue.arn,
        "Events": ["s3:ObjectCreated:Put"],
        "Filter": {"Key": {"FilterRules": [{"Name": "prefix", "Value": prefix}]}},
    }
    s3.put_bucket_notification_configuration(Bucket=name, NotificationConfiguration={"QueueConfigurations": [told]})
    pages = ["http://localhost:*", "http://127.0.0.1:*", *sorted(origins)]
    rule = {"AllowedOrigins": pages, "AllowedMethods": ["GET", "HEAD", "PUT"], "AllowedHeaders": ["*"]}
    s3.put_bucket_cors(Bucket=name, CORSConfiguration={"CORSRules": [{**rule, "ExposeHeaders": ["ETag"]}]})
