"""Keeps requests to an engine on this machine from being sent through an HTTP proxy of the environment."""

import os
from urllib.parse import urlsplit

_VARIABLES = ("no_proxy", "NO_PROXY")


def bypass_proxies(url: str) -> None:
    """Exempt an address, for this process and those that it starts: `no_proxy` often names 127.0.0.1 alone."""
    host = urlsplit(url).hostname or ""
    known = next((os.environ[name] for name in _VARIABLES if os.environ.get(name)), "")
    for name in _VARIABLES:
        os.environ[name] = f"{known},{host}" if known else host
