"""Names of this machine: `localhost`, the addresses 127.0.0.0/8 and `[::1]`.

Names below `.localhost` are not among them: not every system resolves them itself, so another machine might answer.
"""

import re
from urllib.parse import urlsplit

_NUMBER = r"(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])"
_HOST = re.compile(rf"(?:localhost|127(?:\.{_NUMBER}){{3}}|\[::1\])(?::[0-9]{{1,5}})?", re.IGNORECASE)
_SCHEMES = {"http", "https"}


def is_loopback(host: str) -> bool:
    """Whether a host, with or without a port, is this machine."""
    return _HOST.fullmatch(host) is not None


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
