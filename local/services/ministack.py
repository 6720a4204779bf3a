"""MiniStack: S3, SQS and SNS on this machine, in an environment of packages of its own."""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from local.data.process import EngineProgram
from local.services.folder import StorageFolder

ROOT = Path(__file__).parents[2]
VENV = ROOT / ".venv-ministack"
LOCK = ROOT / "infra" / "ministack.lock"
TARGET = ".venv-ministack/.ready"
REGION, ACCOUNT = "us-east-1", "000000000000"
_NOT_OURS = {"AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL", "AWS_SECURITY_TOKEN"}
"""What would make programs that we start use another account, or another place, than the one on this machine."""
_LAST_WORDS = 300


@dataclass(frozen=True)
class MiniStackProgram(EngineProgram):
    """MiniStack, told by variables where to listen and what to keep."""

    folder: StorageFolder | None = None

    def at(self, host: str, port: int) -> list[str]:  # noqa: ARG002
        return list(self.command)

    def environ(self, host: str, port: int) -> Mapping[str, str]:
        assert self.folder  # noqa: S101
        return {
            **account_of(self.folder),
            "GATEWAY_PORT": str(port),
            "BIND_HOST": host,
            "MINISTACK_HOST": host,
            "AUTH": "true",
            "SERVICES": "s3,sqs,sns,iam,sts",
            "S3_PERSIST": "1",
            "S3_DATA_DIR": str(self.folder.objects),
            "LOG_LEVEL": "WARNING",
        }


def account_of(folder: StorageFolder) -> dict[str, str]:
    """This process's environment with the key of the storage, which no other program has."""
    return {
        **{name: value for name, value in os.environ.items() if name not in _NOT_OURS},
        "AWS_ACCESS_KEY_ID": folder.access_key,
        "AWS_SECRET_ACCESS_KEY": folder.secret_key,
        "AWS_REGION": REGION,
        "AWS_DEFAULT_REGION": REGION,
        "AWS_EC2_METADATA_DISABLED": "true",
    }


def ministack_program(folder: StorageFolder) -> MiniStackProgram:
    command = (str(VENV / "bin" / "python"), "-m", "ministack.app")
    return MiniStackProgram("ministack", "MiniStack", command, takes_host=True, may_be_killed=True, folder=folder)


def is_installed() -> bool:
    """Whether the version is there that the lock names."""
    text = LOCK.read_text() if LOCK.exists() else ""
    named = re.search(r"^ministack==(\S+)", text, re.MULTILINE)
    found = VENV.glob(f"lib/python*/site-packages/ministack-{named[1]}.dist-info") if named else iter(())
    return (VENV / "bin" / "python").exists() and any(found)


def install() -> str | None:
    """Fetch its packages as `make` does; returns why that failed, or None."""
    made = subprocess.run(  # noqa: S603  nothing of it comes from outside
        ["make", "--no-print-directory", TARGET],  # noqa: S607
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode == 0 and is_installed():
        return None
    return " ".join((made.stderr or made.stdout).split())[-_LAST_WORDS:] or "make failed"
