"""MiniStack, an emulator of AWS that is not ours, with our stacks deployed into it by the real `cdk`."""

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from botocore.exceptions import BotoCoreError, ClientError
from botocore.session import get_session

from local.data.process import free_port
from tests.infra.conftest import ROOT, schema_file

ACCOUNT, REGION = "000000000000", "us-east-1"
_COMMENT = re.compile(r"^\s*#.*\n", re.MULTILINE)
START_SECONDS, CDK_SECONDS = 60, 400


@dataclass
class MiniStack:
    """A running emulator."""

    url: str

    def client(self, service: str) -> Any:
        return get_session().create_client(
            service,
            endpoint_url=self.url,
            region_name=REGION,
            aws_access_key_id="test",
            aws_secret_access_key="test",
        )

    def cdk(self, assembly: Path, *words: str) -> None:
        """The real `cdk`, which takes this for AWS."""
        environment = os.environ | {
            "AWS_ENDPOINT_URL": self.url,
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_REGION": REGION,
            "CI": "1",
            "HOME": str(assembly.parent),
        }
        done = subprocess.run(
            [ROOT / "node_modules" / ".bin" / "cdk", "--app", assembly, "--no-notices", *words],
            env=environment,
            cwd=assembly.parent,
            capture_output=True,
            text=True,
            timeout=CDK_SECONDS,
            check=False,
        )
        assert done.returncode == 0, f"{done.stdout[-2000:]}\n{done.stderr[-3000:]}"

    def deploy(self, assembly: Path, stacks: list[str]) -> dict[str, dict[str, str]]:
        """Deploy stacks as `make deploy` does; their outputs, by stack."""
        self.cdk(assembly, "bootstrap", f"aws://{ACCOUNT}/{REGION}")
        outputs = assembly.parent / "outputs.json"
        approved = ("--require-approval", "never", "--exclusively", "--outputs-file", str(outputs))
        self.cdk(assembly, "deploy", *approved, *stacks)
        told: dict[str, dict[str, str]] = json.loads(outputs.read_text())
        return told


@dataclass
class Deployed:
    """Our API in the emulator."""

    url: str
    key: str

    def ask(self, query: str, variables: dict[str, Any], headers: dict[str, str] | None = None) -> dict[str, Any]:
        headers = {"x-api-key": self.key} if headers is None else headers
        response = httpx.post(self.url, json={"query": query, "variables": variables}, headers=headers, timeout=120)
        answer: dict[str, Any] = response.json()
        return answer


@contextmanager
def running(python: Path, folder: Path, **more: str) -> Iterator[MiniStack]:
    """An emulator for as long as it is needed, on this machine alone; with more variables of its own."""
    port = free_port()
    environment = os.environ | {"GATEWAY_PORT": str(port), "BIND_HOST": "127.0.0.1", "MINISTACK_HOST": "127.0.0.1"}
    environment |= more
    with (folder / "ministack.log").open("w") as log:
        process = subprocess.Popen(
            [python, "-m", "ministack.app"], env=environment, stdout=log, stderr=subprocess.STDOUT, cwd=folder
        )
        try:
            emulator = MiniStack(f"http://127.0.0.1:{port}")
            _wait_for(emulator)
            yield emulator
        finally:
            process.terminate()
            process.wait(30)


def _wait_for(emulator: MiniStack) -> None:
    until = time.monotonic() + START_SECONDS
    s3 = emulator.client("s3")
    while True:
        try:
            s3.list_buckets()
        except (BotoCoreError, ClientError):
            assert time.monotonic() < until, "MiniStack did not start"
            time.sleep(0.2)
        else:
            return


def adapted(assembly: Path, target: Path, told: dict[str, str]) -> Path:
    """A copy of what was synthesised, with more variables for functions, and with the schema inside the template."""
    shutil.copytree(assembly, target)
    for template in target.glob("*.template.json"):
        parsed = json.loads(template.read_text())
        for resource in parsed["Resources"].values():
            properties = resource.get("Properties", {})
            if resource["Type"] == "AWS::AppSync::GraphQLSchema":  # MiniStack does not fetch it from S3
                schema = schema_file(target, properties).read_text()
                properties["Definition"] = _COMMENT.sub("", schema)  # with comments the template would be too large
            if resource["Type"] == "AWS::Lambda::Function":
                properties["Environment"]["Variables"] |= told
        template.write_text(json.dumps(parsed, separators=(",", ":")))
    return target
