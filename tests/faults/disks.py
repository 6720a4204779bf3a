"""Disks of a few kilobytes, or without permission to write."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def mounted(at: Path, options: str) -> Iterator[Path]:
    """A file system of its own in memory; the test is skipped where none can be mounted."""
    at.mkdir(parents=True, exist_ok=True)
    try:
        made = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(at)], capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        pytest.skip("needs `mount`, which is not here")
    if made.returncode:
        pytest.skip(f"may not mount a file system: {made.stderr.strip()}")
    try:
        yield at
    finally:
        subprocess.run(["umount", "--lazy", str(at)], check=True)


def remount(at: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(at)], check=True)


def fill(folder: Path) -> Path:
    """Use up the space that is left; returns the file to remove."""
    file = folder / "filler"
    with file.open("wb", buffering=0) as filler:
        for size in (64 * 1024, 4 * 1024, 1):
            try:
                while True:
                    filler.write(b"\0" * size)
            except OSError:
                continue
    return file
