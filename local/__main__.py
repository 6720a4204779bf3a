"""AppSync on this machine: `python -m local serve`, `reset` and `load`."""

import ctypes
import os
import sys
from contextlib import suppress
from importlib import import_module

from local.data.folder import reset
from local.failures import CannotServe
from local.settings import BadSetting, Settings

PATIENCE_VARIABLE, PATIENCE_SECONDS = "TESSERA_READ_SECONDS", "4"
"""A local engine on a busy laptop is slower than DynamoDB."""

FRUGAL = {"MALLOC_ARENA_MAX": 1, "MALLOC_TRIM_THRESHOLD_": 65_536}
"""glibc gives every thread a heap of its own and returns little: told so, five processes take 15 MB less."""
_MALLOPT = {"MALLOC_ARENA_MAX": -8, "MALLOC_TRIM_THRESHOLD_": -1}
"""The numbers of the same settings for a process that has started already."""

USAGE = """usage: python -m local serve            serve the API; see README for PORT, DATA_DIR, SAMPLE and others
       python -m local reset            remove the data in DATA_DIR
       python -m local load --table NAME FILE...   load DynamoDB JSON lines, or the folder of an export, into a table"""


def main(arguments: list[str]) -> int:
    """Run the command; returns the exit code."""
    command = arguments[0] if arguments else ""
    os.environ.setdefault(PATIENCE_VARIABLE, PATIENCE_SECONDS)
    _save_memory()
    os.umask(0o077)  # what is stored in DATA_DIR, by us or by programs that we start, is for this user alone
    try:
        if command == "serve":
            return _serve()
        if command == "reset":
            return _reset()
        if command == "load":
            return int(import_module("local.data.load").main(arguments[1:]) or 0)
    except (BadSetting, CannotServe) as error:
        print(error, file=sys.stderr)
        return 1
    print(USAGE, file=sys.stderr)
    return 2


def _save_memory() -> None:
    """Keep heaps small, here and in what we start; other systems than glibc's are left alone."""
    for name, value in FRUGAL.items():
        os.environ.setdefault(name, str(value))
        with suppress(AttributeError, OSError):
            ctypes.CDLL(None).mallopt(_MALLOPT[name], value)


def _serve() -> int:
    from loaders.errors import LoaderError  # noqa: PLC0415  these modules read the variable when imported
    from local.serve import serve  # noqa: PLC0415

    try:
        serve(Settings.from_environment(), lambda text: print(text, flush=True))
    except LoaderError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0
    return 0


def _reset() -> int:
    folder = Settings.from_environment().data_dir
    gone = reset(folder)
    print(f"Removed {', '.join(gone)} from {folder}" if gone else f"There is no data in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
