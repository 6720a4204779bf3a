"""Tokens like those of a Cognito user pool, issued and verified with our own secret."""

import base64
import binascii
import hashlib
import hmac
import secrets
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import orjson

from local.settings import CLIENT_ID, ISSUER

VALID_SECONDS = 24 * 60 * 60
_HEADER = {"alg": "HS256", "kid": "local", "typ": "JWT"}


class BadToken(Exception):
    """An invalid token; the message is for the client."""


class Tokens:
    """Issues tokens and verifies them."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def kept_in(cls, folder: Path) -> "Tokens":
        """Keep the secret in a folder, so that tokens survive a restart."""
        file = folder / "token-secret"
        if not file.exists() or not file.read_text():  # empty: the disk was full
            file.touch(mode=0o600)
            file.write_text(secrets.token_hex(32))
        return cls(file.read_text().encode())

    def mint(
        self,
        username: str,
        groups: Iterable[str] = (),
        client_id: str = CLIENT_ID,
        valid_seconds: float = VALID_SECONDS,
    ) -> str:
        """A token for a person in groups."""
        now = int(time.time())
        claims: dict[str, Any] = {
            "sub": str(uuid5(NAMESPACE_URL, f"{ISSUER}/{username}")),
            "iss": ISSUER,
            "client_id": client_id,
            "token_use": "access",
            "cognito:username": username,
            "username": username,
            "auth_time": now,
            "iat": now,
            "exp": now + int(valid_seconds),
        }
        groups = list(groups)
        return self.sign(claims | ({"cognito:groups": groups} if groups else {}))

    def sign(self, claims: dict[str, Any]) -> str:
        """A token with these claims."""
        text = f"{_encoded(orjson.dumps(_HEADER))}.{_encoded(orjson.dumps(claims))}"
        return f"{text}.{self._signature(text)}"

    def read(self, token: str) -> dict[str, Any]:
        """The claims of a token; raises BadToken unless it is ours, has not expired, and is for our client."""
        text, dot, signature = token.rpartition(".")
        header, claims = _parts(text) if dot else (None, None)
        if not isinstance(header, dict) or not isinstance(claims, dict):
            raise BadToken("Unable to parse JWT token.")
        known = header.get("alg") == "HS256"
        if not known or not hmac.compare_digest(signature.encode(), self._signature(text).encode()):
            raise BadToken("You are not authorized to make this call.")
        if claims.get("client_id") != CLIENT_ID or claims.get("iss") != ISSUER:
            raise BadToken("You are not authorized to make this call.")
        if claims.get("exp", 0) <= time.time():
            raise BadToken("Token has expired.")
        return claims

    def _signature(self, text: str) -> str:
        return _encoded(hmac.new(self._secret, text.encode(), hashlib.sha256).digest())


def _encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _parts(text: str) -> tuple[Any, Any]:
    try:
        header, claims = (orjson.loads(_decoded(part)) for part in text.split("."))
    except (ValueError, binascii.Error):
        return None, None
    return header, claims


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text.encode() + b"=" * (-len(text) % 4))
