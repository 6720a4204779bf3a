"""How much is tried: enough for every day, all of it with `THOROUGH=1`, or with `QUICK=1` what needs no program.

`THOROUGH=1 make test` takes half as long again. `make quick` tries a tenth of the cases, and skips every test that
would start an engine, a server, a browser, a compiler or another Python.
"""

import os


def _is_set(variable: str) -> bool:
    return os.environ.get(variable, "0") not in {"", "0"}


IS_THOROUGH = _is_set("THOROUGH")
IS_QUICK = _is_set("QUICK")


def many(usual: int, thorough: int | None = None) -> int:
    """So many cases today."""
    if IS_QUICK:
        return max(1, usual // 10)
    return thorough if IS_THOROUGH and thorough else usual
