"""Authenticates callers in all modes of AppSync, and builds the identity that resolvers receive."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from local.http.refusals import RefusedRequest, unauthorized
from local.http.sigv4 import Signed, is_signature, is_signed
from local.http.tokens import BadToken, Tokens, username_of
from local.settings import API_KEY

Mode = Literal["api_key", "iam", "cognito"]
ACCOUNT = "123456789012"


@dataclass(frozen=True)
class Caller:
    """An authenticated caller."""

    mode: Mode
    groups: frozenset[str] = frozenset()
    identity: dict[str, Any] | None = field(default=None, compare=False)
    expires: float | None = field(default=None, compare=False)
    """When the caller's token expires; keys and signatures do not."""


def caller_of(headers: Mapping[str, str], tokens: Tokens, signed: Signed, source_ip: str) -> Caller:
    """The caller with these headers (names in lower case); raises if it cannot be authenticated."""
    authorization, key = headers.get("authorization", ""), headers.get("x-api-key")
    if is_signature(authorization):
        return _signer(headers, signed, source_ip)
    if authorization:
        return _token_holder(authorization, tokens, source_ip)
    if key is None:
        raise unauthorized("Valid authorization header not provided.")
    if key != API_KEY:
        raise unauthorized()
    return Caller("api_key")


def _signer(headers: Mapping[str, str], signed: Signed, source_ip: str) -> Caller:
    if not is_signed(headers, signed):
        raise RefusedRequest(403, "InvalidSignatureException", "The request signature does not match.")
    identity = {
        "accountId": ACCOUNT,
        "cognitoIdentityPoolId": None,
        "cognitoIdentityId": None,
        "sourceIp": [source_ip],
        "username": "AIDALOCAL",
        "userArn": f"arn:aws:iam::{ACCOUNT}:user/local",
        "cognitoIdentityAuthType": None,
        "cognitoIdentityAuthProvider": None,
    }
    return Caller("iam", identity=identity)


def _token_holder(authorization: str, tokens: Tokens, source_ip: str) -> Caller:
    try:
        claims = tokens.read(authorization.removeprefix("Bearer ").strip())
    except BadToken as error:
        raise unauthorized(str(error)) from None
    groups = claims.get("cognito:groups")
    identity = {
        "claims": claims,
        "defaultAuthStrategy": "ALLOW",
        "groups": groups,
        "issuer": claims["iss"],
        "sourceIp": [source_ip],
        "sub": claims["sub"],
        "username": username_of(claims),
    }
    return Caller("cognito", frozenset(groups or ()), identity, claims["exp"])
