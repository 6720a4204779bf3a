"""What this machine must have, and the engine that it runs: asked by the Makefile before anything is downloaded.

Any `python3` may be asked, so this module needs no package and no recent Python: types are
quoted, since one that is too old must be able to say so.
"""

import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

DYNOXIDE, DYNAMODB_LOCAL, GIVEN = "dynoxide", "dynamodb-local", "given"
LEAST_PYTHON, LEAST_NODE = (3, 11), 20
SYSTEMS = ("linux", "darwin")
PACKAGES = Path(__file__).parent.parent / "package.json"

_PROCESSORS = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}
_USAGE = "usage: python -m local.machine [python] [node] [engine]"


class MachineLacks(Exception):
    """Tessera cannot run here; the message says what is missing, and what to do."""


def platform_name() -> str:
    """This machine as npm names it: `linux-x64`, `darwin-arm64`."""
    processor = platform.machine().lower()
    return f"{sys.platform}-{_PROCESSORS.get(processor, processor)}"


def chosen_engine(environ: "Mapping[str, str]" = os.environ, where: str = "") -> str:
    """The engine for the data of `make serve`.

    It is Dynoxide where that has a package, unless `ENGINE` names the other, or the data is the other's.
    """
    where = where or platform_name()
    if environ.get("TESSERA_DYNAMODB_URL"):
        return GIVEN
    asked = environ.get("ENGINE") or _noted_engine(environ)
    if asked not in ("", DYNOXIDE, DYNAMODB_LOCAL):
        raise MachineLacks(f"ENGINE must be {DYNOXIDE} or {DYNAMODB_LOCAL}, not {asked!r}.")
    if where in _with_dynoxide():
        return asked or DYNOXIDE
    if asked == DYNOXIDE:
        raise MachineLacks(f"Dynoxide has no package for {where}: leave ENGINE out, and DynamoDB Local is used.")
    if where not in [f"{system}-{processor}" for system in SYSTEMS for processor in ("x64", "arm64")]:
        raise MachineLacks(f"No engine has a package for {where}: set TESSERA_DYNAMODB_URL to a DynamoDB endpoint.")
    return DYNAMODB_LOCAL


def check_python() -> None:
    """Raise unless this Python can make the environment that Tessera runs in."""
    if not sys.platform.startswith(SYSTEMS):
        raise MachineLacks("Tessera runs on Linux and macOS; on Windows use WSL.")
    if sys.version_info < LEAST_PYTHON:
        least, version = (".".join(map(str, each[:2])) for each in (LEAST_PYTHON, sys.version_info))
        name = f"{sys.executable} is {version}"
        raise MachineLacks(
            f"Tessera needs Python {least} or later, and {name}: `make serve PYTHON=python{least}` names another."
        )
    if importlib.util.find_spec("ensurepip") is None:
        raise MachineLacks("Python's venv is not installed: `apt install python3-venv` brings it on Debian and Ubuntu.")


def check_node() -> None:
    """Raise unless there is a Node that can build the page."""
    if not shutil.which("node") or not shutil.which("npm"):
        raise MachineLacks(
            "Tessera needs Node 22 or 24 with npm, and there is none on the PATH: see https://nodejs.org."
        )
    told = subprocess.run(["node", "--version"], stdout=subprocess.PIPE, check=False).stdout.decode().strip()  # noqa: S607
    found = re.match(r"v(\d+)\.", told)
    if not found or int(found.group(1)) < LEAST_NODE:
        raise MachineLacks(f"Tessera needs Node 22 or 24 (20 still works), and `node` is {told or 'broken'}.")


def main(asked: "list[str]") -> int:
    """Check what is asked for; the engine is printed."""
    if not asked or not set(asked) <= {"python", "node", "engine"}:
        sys.stderr.write(f"{_USAGE}\n")
        return 2
    try:
        if "python" in asked:
            check_python()
        if "node" in asked:
            check_node()
        if "engine" in asked:
            sys.stdout.write(f"{chosen_engine()}\n")
    except MachineLacks as lack:
        sys.stderr.write(f"{lack}\n")
        return 1
    return 0


def _noted_engine(environ: "Mapping[str, str]") -> str:
    """The engine that has stored the data of the folder so far; empty if there is none."""
    note = Path(environ.get("DATA_DIR") or ".data") / "engine"
    name = note.read_text().strip() if note.is_file() else ""
    return name if name in (DYNOXIDE, DYNAMODB_LOCAL) else ""


def _with_dynoxide() -> "list[str]":
    """The platforms that have a package of Dynoxide."""
    names = json.loads(PACKAGES.read_text())["optionalDependencies"]
    return [name.split("/")[1] for name in names if name.startswith("@dynoxide/")]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
