"""DynamoDB's protocol without a client library: items pass from one engine to the other as they are."""

from http import HTTPStatus
from typing import Any

import orjson
import urllib3
from botocore.exceptions import ClientError

TIMEOUT_SECONDS = 20.0
_STREAMS = {"DescribeStream", "GetRecords", "GetShardIterator"}
_HEADERS = {
    "Content-Type": "application/x-amz-json-1.0",
    # Local engines require a signature but accept any.
    "Authorization": (
        "AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0"
    ),
    "X-Amz-Date": "20260101T000000Z",
}


class RawClient:
    """A connection to an engine on this machine, ten times cheaper than botocore's: we poll many times a second."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._pool = urllib3.PoolManager(timeout=TIMEOUT_SECONDS, retries=False)

    def call(self, operation: str, **arguments: Any) -> dict[str, Any]:
        """The answer to an operation; a refusal is raised as botocore would raise it."""
        service = "DynamoDBStreams" if operation in _STREAMS else "DynamoDB"
        headers = {**_HEADERS, "X-Amz-Target": f"{service}_20120810.{operation}"}
        response = self._pool.request("POST", self.url, body=orjson.dumps(arguments), headers=headers)
        answer: dict[str, Any] = orjson.loads(response.data or b"{}")
        if response.status != HTTPStatus.OK:
            code = str(answer.get("__type", response.status)).rpartition("#")[2]
            message = str(answer.get("message") or answer.get("Message") or "")
            raise ClientError({"Error": {"Code": code, "Message": message}}, operation)
        return answer

    def describe_stream(self, **arguments: Any) -> dict[str, Any]:
        return self.call("DescribeStream", **arguments)

    def get_records(self, **arguments: Any) -> dict[str, Any]:
        return self.call("GetRecords", **arguments)

    def get_shard_iterator(self, **arguments: Any) -> dict[str, Any]:
        return self.call("GetShardIterator", **arguments)

    def close(self) -> None:
        self._pool.clear()
