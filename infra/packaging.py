"""Builds the Lambda's package: our code and pinned wheels in one folder, without Docker.

botocore comes along although the runtime has one: we replace its parser through an extension point, and that was tested
with this version. Most of it describes services that are not called here; those descriptions stay out.
"""

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PYTHON = "3.13"
"""The newest runtime that SnapStart supports and that the package can be tested with before deployment."""
PLATFORM = "manylinux2014_aarch64"
SERVICES = ("dynamodb", "dynamodbstreams", "lambda", "rekognition", "s3", "sns", "sqs", "textract", "xray")
OURS = ("entities", "loaders", "commands", "services", "resolvers", "workers")
UNUSED = ("__pycache__", "*.pyc", "schema", "in_process", "serve.py", "__main__.py")
"""Files that the Lambda does not need, such as those that print the schema, or run it under strawberry."""

REPOSITORY = Path(__file__).parent.parent
LOCK = REPOSITORY / "infra" / "lambda.lock"
ENTRY = REPOSITORY / "infra" / "entry.py"


def build(target: Path, platform: str = PLATFORM, python: str = PYTHON) -> int:
    """Fill a folder with the package; returns its size in bytes."""
    shutil.rmtree(target, ignore_errors=True)
    _install(target, platform, python)
    for package in OURS:
        shutil.copytree(REPOSITORY / package, target / package, ignore=shutil.ignore_patterns(*UNUSED))
    shutil.copy(ENTRY, target / ENTRY.name)
    for unused in _unused(target):
        shutil.rmtree(unused)
    return sum(file.stat().st_size for file in target.rglob("*") if file.is_file())


def _install(target: Path, platform: str, python: str) -> None:
    """manylinux2014 and manylinux_2_17 are two names of one platform; current runtimes support 2_28 as well."""
    machine = platform.removeprefix("manylinux2014_")
    names = (platform, f"manylinux_2_17_{machine}", f"manylinux_2_28_{machine}")
    platforms = [part for name in names for part in ("--platform", name)]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    wanted = ["--only-binary=:all:", "--implementation", "cp", "--python-version", python, *platforms]
    pinned = ["--require-hashes", "--no-deps", "--requirement", str(LOCK)]
    subprocess.run([*pip, *wanted, *pinned, "--target", str(target)], check=True)  # noqa: S603  our own words


def _unused(target: Path) -> Iterator[Path]:
    for service in (target / "botocore" / "data").iterdir():
        if service.is_dir() and service.name not in SERVICES:
            yield service
    yield from target.glob("bin")


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the Lambda's package.")
    parser.add_argument("--out", type=Path, default=REPOSITORY / "build" / "lambda")
    parser.add_argument("--platform", default=PLATFORM)
    parser.add_argument("--python", default=PYTHON)
    given = parser.parse_args()
    size = build(given.out, given.platform, given.python)
    sys.stdout.write(f"{given.out}: {size / 1e6:.1f} MB for Python {given.python} on {given.platform}\n")


if __name__ == "__main__":
    main()
