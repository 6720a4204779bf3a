"""Whether a request to the storage is signed with its key: Signature Version 4, in a header or in the address.

MiniStack looks at signed addresses only. It believes a header whatever its signature is, and takes everybody who says
`test` for the owner of the account. So nothing passes that is not verified here. As in S3, every `x-amz-` header must
be signed: one that is added to an address turns an upload into a copy of any object.
"""

import hashlib
import hmac
import re
import time
from calendar import timegm
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote

ALGORITHM = "AWS4-HMAC-SHA256"
MAX_SECONDS = 15 * 60
"""How old a signature in a header may be."""
UNSIGNED = "UNSIGNED-PAYLOAD"
NOT_SIGNED = "The request is not as it was signed, or not with the key of this storage."
_HASH_HEADER = "x-amz-content-sha256"
_AUTHORIZATION = re.compile(r"(Credential|SignedHeaders|Signature)=([^,\s]+)")
_OTHER_KEYS = {"AWSAccessKeyId", "X-Amz-Security-Token"}
_IN_ADDRESS = ("X-Amz-Credential", "X-Amz-SignedHeaders", "X-Amz-Signature", "X-Amz-Date", "X-Amz-Expires")


@dataclass(frozen=True)
class StorageKey:
    """The key of the storage."""

    name: str
    secret: str


@dataclass(frozen=True)
class StorageRequest:
    """The head of a request. Names of headers are in lower case."""

    method: str
    target: str
    """Path and query, as they were sent."""
    headers: Sequence[tuple[str, str]]

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]

    @property
    def query(self) -> list[tuple[str, str]]:
        parts = [each.partition("=") for each in self.target.partition("?")[2].split("&") if each]
        return [(unquote(name), unquote(value)) for name, _, value in parts]

    @property
    def needs_body(self) -> bool:
        """Whether the signature is of the body itself, because no header has its hash."""
        return not self.is_signed_address and not self.value_of(_HASH_HEADER)

    @property
    def is_signed_address(self) -> bool:
        return any(name == "X-Amz-Signature" for name, _ in self.query)

    def value_of(self, name: str) -> str | None:
        """A header; None if it is not there, or more than once."""
        values = [value for each, value in self.headers if each == name]
        return values[0] if len(values) == 1 else None


@dataclass(frozen=True)
class _Signature:
    scope: str
    """Day, region, service and an end, after the name of the key."""
    key_name: str
    signed_names: list[str]
    value: str
    date: str
    seconds: int
    body_hash: str


def refusal_of(key: StorageKey, request: StorageRequest, body: bytes = b"") -> str | None:
    """Why a request may not pass; None if the key signed it, and not too long ago."""
    found = _in_address(request) if request.is_signed_address else _in_header(request, body)
    if found is None or found.key_name != key.name or "host" not in found.signed_names:
        return NOT_SIGNED
    amz = {name for name, _ in request.headers if name.startswith("x-amz-")}
    if unsigned := sorted(amz - set(found.signed_names)):
        return f"The request has headers that are not signed: {', '.join(unsigned)}."
    if not hmac.compare_digest(_expected(key, request, found).encode(), found.value.encode()):
        return NOT_SIGNED
    return None if _is_in_time(found) else "The signature of the request has expired."


def _in_header(request: StorageRequest, body: bytes) -> _Signature | None:
    authorization = request.value_of("authorization") or ""
    parts = dict(_AUTHORIZATION.findall(authorization))
    other = {name for name, _ in request.query} & (_OTHER_KEYS | set(_IN_ADDRESS))
    if not authorization.startswith(f"{ALGORITHM} ") or len(parts) != 3 or other:  # noqa: PLR2004
        return None
    body_hash = request.value_of(_HASH_HEADER) or hashlib.sha256(body).hexdigest()
    return _signature(parts, request.value_of("x-amz-date") or "", MAX_SECONDS, body_hash)


def _in_address(request: StorageRequest) -> _Signature | None:
    names = [name for name, _ in request.query]
    values = dict(request.query)
    is_clear = len(set(names)) == len(names) and not set(names) & _OTHER_KEYS
    if not is_clear or request.value_of("authorization") or values.get("X-Amz-Algorithm") != ALGORITHM:
        return None
    if not all(values.get(name) for name in _IN_ADDRESS) or not values["X-Amz-Expires"].isdecimal():
        return None
    parts = {name.removeprefix("X-Amz-"): value for name, value in values.items()}
    return _signature(parts, values["X-Amz-Date"], int(values["X-Amz-Expires"]), UNSIGNED)


def _signature(parts: dict[str, str], date: str, seconds: int, body_hash: str) -> _Signature | None:
    name, _, scope = parts["Credential"].partition("/")
    if len(scope.split("/")) != 4 or scope.split("/")[0] != date[:8]:  # noqa: PLR2004
        return None
    return _Signature(scope, name, parts["SignedHeaders"].split(";"), parts["Signature"], date, seconds, body_hash)


def _is_in_time(found: _Signature) -> bool:
    try:
        began = timegm(time.strptime(found.date, "%Y%m%dT%H%M%SZ"))
    except ValueError:
        return False
    return -MAX_SECONDS <= time.time() - began <= found.seconds


def _expected(key: StorageKey, request: StorageRequest, found: _Signature) -> str:
    signing: Any = f"AWS4{key.secret}".encode()
    for part in found.scope.split("/"):
        signing = hmac.new(signing, part.encode(), hashlib.sha256).digest()
    asked = hashlib.sha256(_canonical(request, found).encode()).hexdigest()
    text = f"{ALGORITHM}\n{found.date}\n{found.scope}\n{asked}"
    return hmac.new(signing, text.encode(), hashlib.sha256).hexdigest()


def _canonical(request: StorageRequest, found: _Signature) -> str:
    """The request as it is signed."""
    query = sorted((_quoted(name), _quoted(value)) for name, value in request.query if name != "X-Amz-Signature")
    headers = [f"{name}:{' '.join((request.value_of(name) or '').split())}\n" for name in found.signed_names]
    return "\n".join(
        [
            request.method,
            request.path,
            "&".join(f"{name}={value}" for name, value in query),
            "".join(headers),
            ";".join(found.signed_names),
            found.body_hash,
        ]
    )


def _quoted(text: str) -> str:
    return quote(text, safe="-_.~")
