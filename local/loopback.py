"""Hosts and origins of web pages: which of them are this machine."""

import re
from urllib.parse import urlsplit

from loaders.dynamo.loopback import is_loopback_name

_HOST = re.compile(r"(?:\[(?P<address>[0-9A-Fa-f:]+)\]|(?P<name>[^:\[\]]+))(?::[0-9]{1,5})?")
_SCHEMES = {"http", "https"}


def is_loopback(host: str) -> bool:
    """Whether a host, with or without a port, is this machine."""
    found = _HOST.fullmatch(host)
    return found is not None and is_loopback_name(found["address"] or found["name"])


def is_loopback_url(url: str) -> bool:
    """Whether an address or an origin is on this machine."""
    scheme, host = _place(url)
    return scheme in _SCHEMES and is_loopback(host)


def origin_of(url: str) -> str:
    """The origin that an address belongs to."""
    return "://".join(_place(url))


def _place(url: str) -> tuple[str, str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    return parts.scheme, parts.netloc.lower()
