"""Publishes as the streams worker does: a signed mutation that hands on what it is given."""

import json
from typing import Any

import httpx
from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from tests.local.fakes import Home

EVERYTHING = "jobId status updatedAt progress message"


def signed_headers(url: str, body: bytes) -> dict[str, str]:
    request = AWSRequest("POST", url, data=body, headers={"content-type": "application/json"})
    SigV4Auth(Credentials("local", "local"), "appsync", "us-east-1").add_auth(request)
    return dict(request.headers.items())


def publication(selection: str = EVERYTHING, event_id: str | None = None, **item: Any) -> bytes:
    """The body of a request that publishes a job's status."""
    field = f"publishJobStatus(item: $item, eventId: $event) {{ {selection} }}"
    query = f"mutation P($item: AWSJSON!, $event: ID) {{ {field} }}"
    named = {"event": event_id} if event_id else {}
    return json.dumps({"query": query, "variables": {"item": json.dumps(item), **named}}).encode()


def publish(home: Home, selection: str = EVERYTHING, event_id: str | None = None, **item: Any) -> dict[str, Any]:
    """Publish a job's status and give the answer to the mutation."""
    item = {"updatedAt": "2026-11-16T12:00:00Z", **item}
    body = publication(selection, event_id, **item)
    response = httpx.post(home.url, content=body, headers=signed_headers(home.url, body), timeout=30)
    answer: dict[str, Any] = response.json()
    return answer
