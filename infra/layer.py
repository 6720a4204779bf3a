"""Builds the Lambda layer: the same code and wheels as the functions' package, for functions of other projects.

A layer is unpacked to /opt, and Python looks for modules in /opt/python. Whoever adds it can
`from loaders.request import Request` and read the tables as the API does.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from infra.packaging import ENTRY, PLATFORM, PYTHON, REPOSITORY, build

MAX_BYTES = 250_000_000
"""What Lambda allows for a function and all its layers, unpacked."""


def pack(package: Path, archive: Path) -> None:
    """Write a package as a layer: everything but the entry of our own functions, below `python/`."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(archive, "w", ZIP_DEFLATED) as layer:
        for file in sorted(package.rglob("*")):
            if file.is_file() and file != package / ENTRY.name:
                layer.write(file, Path("python") / file.relative_to(package))


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the Lambda layer.")
    parser.add_argument("--out", type=Path, default=REPOSITORY / "build" / "layer.zip")
    parser.add_argument("--platform", default=PLATFORM)
    parser.add_argument("--python", default=PYTHON)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        size = build(Path(folder) / "package", given.platform, given.python)
        if size > MAX_BYTES:
            parser.error(f"the layer would be {size / 1e6:.0f} MB, and Lambda takes 250")
        pack(Path(folder) / "package", given.out)
    sys.stdout.write(f"{given.out}: {size / 1e6:.1f} MB unpacked, for Python {given.python} on {given.platform}\n")


if __name__ == "__main__":
    main()
