"""The objects that the recogniser is asked to look at: read from the S3 that the environment names."""

from functools import cache
from typing import Any

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from local.services.recognition.protocol import RecogniserError
from local.services.recognition.storage import is_for_good


def read_object(bucket: str, key: str, most: int) -> bytes | None:
    """The first bytes of an object; None if there is none, or it may not be read.

    Storage that is away is no reason to call a picture unreadable: the caller is told to try again.
    """
    try:
        found = _client().get_object(Bucket=bucket, Key=key)
        content: bytes = found["Body"].read(most)
    except (BotoCoreError, ClientError) as error:
        if isinstance(error, ClientError) and is_for_good(error):
            return None
        raise RecogniserError("InternalServerError", "Internal server error", 500) from error
    return content


@cache
def _client() -> Any:
    config = Config(signature_version="s3v4", s3={"addressing_style": "path"}, retries={"max_attempts": 2})
    return boto3.client("s3", config=config)
