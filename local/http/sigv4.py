"""Verifies Signature Version 4: computes the signature with the local key and compares."""

import hashlib
import hmac
import re
import time
from calendar import timegm
from collections.abc import Mapping
from dataclasses import dataclass

from botocore.auth import SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

from local.settings import ACCESS_KEY, SECRET_KEY

SERVICE = "appsync"
LOCAL_KEY = Credentials(ACCESS_KEY, SECRET_KEY)
LONGEST_SECONDS = 15 * 60
_ALGORITHM = "AWS4-HMAC-SHA256"
_PARTS = re.compile(r"(\w+)=([^,\s]+)")


@dataclass(frozen=True)
class Signed:
    """What is signed in addition to the headers."""

    method: str
    url: str
    body: bytes


def is_signature(authorization: str) -> bool:
    return authorization.startswith(_ALGORITHM)


def is_signed(headers: Mapping[str, str], signed: Signed, key: Credentials = LOCAL_KEY, service: str = SERVICE) -> bool:
    """Whether a key, usually the local one, signed this request recently."""
    parts = dict(_PARTS.findall(headers.get("authorization", "")))
    credential = parts.get("Credential", "").split("/")
    date = headers.get("x-amz-date", "")
    names = parts.get("SignedHeaders", "").split(";")
    if len(credential) != 5 or credential[0] != key.access_key or credential[3] != service:  # noqa: PLR2004
        return False
    if not _is_recent(date) or "host" not in names or not _is_body(headers, signed.body):
        return False
    try:
        auth = SigV4Auth(key, service, credential[2])
        expected = _signature(auth, headers, signed, names, date)
    except ValueError:
        return False  # the host of a WebSocket client is a text like any other
    return hmac.compare_digest(expected.encode(), parts.get("Signature", "").encode())


def _signature(auth: SigV4Auth, headers: Mapping[str, str], signed: Signed, names: list[str], date: str) -> str:
    known = {name: headers.get(name, "") for name in names}
    request = AWSRequest(method=signed.method, url=signed.url, data=signed.body, headers=known)
    request.context["timestamp"] = date
    return auth.signature(auth.string_to_sign(request, auth.canonical_request(request)), request)


def _is_recent(date: str) -> bool:
    try:
        seconds = timegm(time.strptime(date, "%Y%m%dT%H%M%SZ"))
    except ValueError:
        return False
    return abs(time.time() - seconds) <= LONGEST_SECONDS


def _is_body(headers: Mapping[str, str], body: bytes) -> bool:
    """If a header contains the hash of the body, it must be correct."""
    said = headers.get("x-amz-content-sha256")
    return said is None or said == hashlib.sha256(body).hexdigest()
