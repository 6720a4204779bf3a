"""The settings of the server; all have defaults."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from loaders.dynamo.client import own_tables
from loaders.dynamo.loopback import is_on_this_machine
from loaders.dynamo.resilience import Resilience
from local.services.recognition.behaviour import BadBehaviour, Behaviour
from resolvers.routing.limits import HOME, QUERY_DEPTH, RESOLVER_COUNT

API_KEY = "da2-local"
CLIENT_ID = "tessera-local"
ACCESS_KEY = "local"
SECRET_KEY = "local"  # noqa: S105  valid only for the server on this machine
ISSUER = "https://cognito-idp.us-east-1.amazonaws.com/us-east-1_local"
DEEPEST = 75
LONGEST_LAG_MS = 60_000
MAX_RESOLVERS = 10_000
"""What AppSync allows to set."""
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://[^\s/?#@*,]+")
_USUAL_PORT = re.compile(r"(?<=^http://)([^:]+):80$|(?<=^https://)([^:]+):443$")


class BadSetting(Exception):
    """An invalid setting; the message names it."""


@dataclass(frozen=True)
class Limits:
    """The limits of a request; the defaults are AppSync's, and those that are set for a deployed dev stage."""

    seconds: float = 30.0
    body_bytes: int = 1024 * 1024
    tokens: int = 15_000
    depth: int = QUERY_DEPTH[HOME]
    """Levels of a query, 1 to 75; 0 means no limit."""
    resolvers: int = RESOLVER_COUNT
    result_bytes: int = 5 * 1024 * 1024
    introspection: bool = True
    subscriptions: int = 200
    """On one connection."""
    message_bytes: int = 240 * 1024
    keep_alive_seconds: float = 60.0
    queued_messages: int = 1_000
    """How far a subscriber may fall behind before its connection is dropped."""
    init_seconds: float = 10.0
    """How long a connection may wait before it introduces itself."""
    send_seconds: float = 20.0
    """How long a subscriber may leave a message unread once the buffers in between are full."""
    expiry_check_seconds: float = 60.0
    """How often a token is checked against the clock: timers stand still while a laptop sleeps."""


@dataclass(frozen=True)
class Settings:
    """The settings of the server."""

    port: int = 8000
    data_dir: Path = Path(".data")
    sample: bool = True
    engine: str | None = None
    """The engine that stores the data; usually the one that has stored it so far."""
    engine_url: str | None = None
    verbose: bool = False
    gsi_lag_ms: int = 0
    """How far global secondary indexes lag behind their tables."""
    limits: Limits = field(default_factory=Limits)
    allowed_origins: frozenset[str] = frozenset()
    """Pages that are not on this machine but may use the server."""
    mint_tokens: bool | None = None
    uploads: bool = True
    """Whether the server brings a storage for uploads."""

    @property
    def mints_tokens(self) -> bool:
        """Whether the server issues tokens: unless a setting decides, only for tables on this machine."""
        if self.mint_tokens is not None:
            return self.mint_tokens
        return self.engine_url is None or is_on_this_machine(self.engine_url)

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """The settings that the environment describes."""
        _check_resilience(environ)
        _check_behaviour(environ)
        _check_own_tables(environ)
        return cls(
            port=_number(environ, "PORT", 8000, 0, 65_535),
            data_dir=Path(environ.get("DATA_DIR") or ".data").resolve(),
            sample=_is_on(environ, "SAMPLE"),
            engine=_one_of(environ, "ENGINE", ("dynoxide", "dynamodb-local")),
            engine_url=_url(environ, "TESSERA_DYNAMODB_URL"),
            verbose=_is_on(environ, "VERBOSE", usual="0"),
            gsi_lag_ms=_number(environ, "GSI_LAG_MS", 0, 0, LONGEST_LAG_MS),
            allowed_origins=_origins(environ, "ALLOWED_ORIGINS"),
            mint_tokens=_is_on(environ, "MINT_TOKENS") if environ.get("MINT_TOKENS") else None,
            uploads=_is_on(environ, "UPLOADS"),
            limits=Limits(
                depth=_number(environ, "QUERY_DEPTH_LIMIT", Limits.depth, 0, DEEPEST),
                resolvers=_number(environ, "RESOLVER_COUNT_LIMIT", Limits.resolvers, 1, MAX_RESOLVERS),
                introspection=_is_on(environ, "INTROSPECTION"),
            ),
        )


def _check_resilience(environ: Mapping[str, str]) -> None:
    """Refuse what would fail only later, in everything that we start."""
    try:
        Resilience.from_environment(environ)
    except ValueError as error:
        raise BadSetting(str(error)) from None


def _check_behaviour(environ: Mapping[str, str]) -> None:
    try:
        Behaviour.from_environment(environ)
    except BadBehaviour as error:
        raise BadSetting(str(error)) from None


def _check_own_tables(environ: Mapping[str, str]) -> None:
    try:
        own_tables(environ)
    except ValueError as error:
        raise BadSetting(str(error)) from None


def _number(environ: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    text = environ.get(name) or str(usual)
    if not text.isdecimal() or not least <= int(text) <= most:
        raise BadSetting(f"{name} must be a number from {least} to {most}, not {text!r}")
    return int(text)


def _is_on(environ: Mapping[str, str], name: str, usual: str = "1") -> bool:
    return (environ.get(name) or usual).lower() not in {"0", "false", "no", "off"}


def _one_of(environ: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str | None:
    text = environ.get(name) or None
    if text is not None and text not in choices:
        raise BadSetting(f"{name} must be {' or '.join(choices)}, not {text!r}")
    return text


def _url(environ: Mapping[str, str], name: str) -> str | None:
    text = environ.get(name) or None
    if text is not None and not re.fullmatch(r"https?://[^\s/?#]+(/\S*)?", text):
        raise BadSetting(f"{name} must be an address such as http://127.0.0.1:8000, not {text!r}")
    return text


def _origins(environ: Mapping[str, str], name: str) -> frozenset[str]:
    """Origins as browsers send them: in lower case, without the usual port."""
    given = [each.strip().rstrip("/").lower() for each in (environ.get(name) or "").split(",") if each.strip()]
    for each in given:
        if not _ORIGIN.fullmatch(each):
            raise BadSetting(f"{name} must list origins such as https://app.example:5173, not {each!r}")
    return frozenset(_USUAL_PORT.sub(r"\1\2", each) for each in given)
