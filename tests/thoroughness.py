"""How much is tried: enough for every day, or all of it with `THOROUGH=1 make test`, which takes half as long again."""

import os

IS_THOROUGH = os.environ.get("THOROUGH", "0") not in {"", "0"}


def many(usual: int, thorough: int) -> int:
    """So many cases today."""
    return thorough if IS_THOROUGH else usual
