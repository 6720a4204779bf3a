"""AppSync on this machine: `python -m local serve`, `reset` and `load`."""

import os
import sys
from importlib import import_module

from local.data.engines import EngineMissing
from local.data.folder import FolderInUse, reset
from local.settings import BadSetting, Settings

PATIENCE_VARIABLE, PATIENCE_SECONDS = "TESSERA_READ_SECONDS", "20"
"""A local engine on a busy laptop is much slower than DynamoDB."""

USAGE = """usage: python -m local serve            serve the API; see README for PORT, DATA_DIR, SAMPLE and others
       python -m local reset            remove the data in DATA_DIR
       python -m local load --table NAME FILE...   load DynamoDB JSON lines, or the folder of an export, into a table"""


def main(arguments: list[str]) -> int:
    """Run the command; returns the exit code."""
    command = arguments[0] if arguments else ""
    os.environ.setdefault(PATIENCE_VARIABLE, PATIENCE_SECONDS)
    try:
        if command == "serve":
            return _serve()
        if command == "reset":
            return _reset()
        if command == "load":
            return int(import_module("local.data.load").main(arguments[1:]) or 0)
    except (BadSetting, EngineMissing, FolderInUse) as error:
        print(error, file=sys.stderr)
        return 1
    print(USAGE, file=sys.stderr)
    return 2


def _serve() -> int:
    from loaders.errors import LoaderError  # noqa: PLC0415  these modules read the variable when imported
    from local.data.prepare import TablesMissing  # noqa: PLC0415
    from local.serve import CannotServe, serve  # noqa: PLC0415

    try:
        serve(Settings.from_environment(), lambda text: print(text, flush=True))
    except (CannotServe, LoaderError, TablesMissing) as error:
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
