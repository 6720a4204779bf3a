"""Tokens like those of a Cognito user pool, issued and verified with our own secret."""

import base64
import binascii
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal
from uuid import NAMESPACE_URL, uuid5

import orjson

from local.settings import CLIENT_ID, ISSUER

VALID_SECONDS = 24 * 60 * 60
"""Cognito's tokens are valid for a day at most."""
_CLOCK_SECONDS = 60
"""How far the clock may have been set back since a token was issued."""
_NOT_AUTHORIZED = "You are not authorized to make this call."
_CLIENT_CLAIMS = {"id": "aud", "access": "client_id"}
_USERNAME_CLAIMS = {"id": "cognito:username", "access": "username"}
_OPTIONAL_TEXTS = ("custom:client_id", "email", "preferred_username")
_HEADER = {"alg": "HS256", "kid": "local", "typ": "JWT"}


TokenUse = Literal["id", "access"]


class BadToken(Exception):
    """An invalid token; the message is for the client."""


class Tokens:
    """Issues tokens and verifies them."""

    def __init__(self, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        self._secret = secret
        self.now = clock

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
        *,
        use: TokenUse = "id",
        valid_seconds: float = VALID_SECONDS,
        claims: Mapping[str, str] = MappingProxyType({}),
    ) -> str:
        """A token for a person in groups, with further claims."""
        now = int(self.now())
        usual: dict[str, Any] = {
            "sub": str(uuid5(NAMESPACE_URL, f"{ISSUER}/{username}")),
            "iss": ISSUER,
            _CLIENT_CLAIMS[use]: CLIENT_ID,
            "token_use": use,
            _USERNAME_CLAIMS[use]: username,
            "auth_time": now,
            "iat": now,
            "exp": now + int(valid_seconds),
        }
        groups = list(groups)
        return self.sign(usual | dict(claims) | ({"cognito:groups": groups} if groups else {}))

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
            raise BadToken(_NOT_AUTHORIZED)
        if not _is_for_us(claims) or not _is_well_formed(claims) or claims["iat"] > self.now() + _CLOCK_SECONDS:
            raise BadToken(_NOT_AUTHORIZED)
        if claims["exp"] <= self.now():
            raise BadToken("Token has expired.")
        return claims

    def _signature(self, text: str) -> str:
        return _encoded(hmac.new(self._secret, text.encode(), hashlib.sha256).digest())


def username_of(claims: dict[str, Any]) -> str:
    """The user name, whose claim depends on the kind of token."""
    name: str = claims[_USERNAME_CLAIMS[claims["token_use"]]]
    return name


def _is_for_us(claims: dict[str, Any]) -> bool:
    use = claims.get("token_use")
    if not isinstance(use, str) or use not in _CLIENT_CLAIMS:
        return False
    return claims.get(_CLIENT_CLAIMS[use]) == CLIENT_ID and claims.get("iss") == ISSUER


def _is_well_formed(claims: dict[str, Any]) -> bool:
    """Whether the claims have the types that the rest of the server relies on, and a validity that Cognito allows."""
    texts = [claims.get("sub"), claims.get(_USERNAME_CLAIMS[claims["token_use"]])]
    texts += [claims[name] for name in _OPTIONAL_TEXTS if name in claims]
    groups = claims.get("cognito:groups", [])
    if not isinstance(groups, list) or not all(isinstance(each, str) and each for each in [*texts, *groups]):
        return False
    times = [claims.get("iat"), claims.get("exp")]
    if not all(isinstance(each, int | float) and not isinstance(each, bool) for each in times):
        return False
    return bool(claims["exp"] - claims["iat"] <= VALID_SECONDS)


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
