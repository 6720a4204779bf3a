"""Which names are this machine's own: `localhost`, the addresses 127.0.0.0/8 and `::1`.

Names below `.localhost` are not among them: not every system resolves them itself, so another machine might answer.
"""

import re
from urllib.parse import urlsplit

_NUMBER = r"(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])"
_NAME = re.compile(rf"localhost|127(?:\.{_NUMBER}){{3}}|::1", re.IGNORECASE)


def is_loopback_name(name: str) -> bool:
    """Whether a host, without brackets and port, is this machine."""
    return _NAME.fullmatch(name) is not None


def is_on_this_machine(url: str) -> bool:
    """Whether an address is on this machine."""
    return is_loopback_name(urlsplit(url).hostname or "")
