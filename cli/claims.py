"""What a token says of its owner. The API checks it; here it is only read."""

import json
from base64 import urlsafe_b64decode
from typing import Any


def claims_of(token: str) -> dict[str, Any]:
    """The claims of a token; none if it is not one."""
    try:
        payload = token.split(".")[1]
        claims = json.loads(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    except (IndexError, ValueError):
        return {}
    return claims if isinstance(claims, dict) else {}
