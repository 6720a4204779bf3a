"""MiniStack, an emulator of AWS that is not ours, with our stacks deployed into it by CloudFormation."""

import io
import json
import os
import subprocess
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from botocore.exceptions import BotoCoreError, ClientError
from botocore.session import get_session

from local.data.process import free_port

ACCOUNT, REGION = "000000000000", "us-east-1"
BUCKET = f"cdk-hnb659fds-assets-{ACCOUNT}-{REGION}"
"""Where the templates expect their assets."""
BOOTSTRAP = "/cdk-bootstrap/hnb659fds/version"
START_SECONDS, STACK_SECONDS = 60, 120


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

    def bootstrap(self, folder: Path) -> None:
        """What `cdk bootstrap` and the upload of assets do."""
        self.client("ssm").put_parameter(Name=BOOTSTRAP, Value="30", Type="String")
        s3 = self.client("s3")
        s3.create_bucket(Bucket=BUCKET)
        for asset in folder.glob("asset.*"):
            s3.put_object(Bucket=BUCKET, Key=f"{asset.name.removeprefix('asset.')}.zip", Body=_zipped(asset))

    def deploy(self, template: Path, told: dict[str, str]) -> dict[str, str]:
        """Create a stack as it was synthesised, with more variables for its functions; its outputs."""
        name = template.name.split(".")[0]
        self.client("s3").put_object(Bucket=BUCKET, Key=template.name, Body=_with_variables(template, told))
        cloudformation = self.client("cloudformation")
        address = f"{self.url}/{BUCKET}/{template.name}"
        cloudformation.create_stack(StackName=name, TemplateURL=address, Capabilities=["CAPABILITY_IAM"])
        until = time.monotonic() + STACK_SECONDS
        while True:
            (stack,) = cloudformation.describe_stacks(StackName=name)["Stacks"]
            if not stack["StackStatus"].endswith("IN_PROGRESS"):
                break
            assert time.monotonic() < until, f"{name} is still {stack['StackStatus']}"
            time.sleep(0.2)
        assert stack["StackStatus"] == "CREATE_COMPLETE", stack.get("StackStatusReason")
        return {each["OutputKey"]: each["OutputValue"] for each in stack.get("Outputs", [])}


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
def running(python: Path, folder: Path) -> Iterator[MiniStack]:
    """An emulator for as long as it is needed, on this machine alone."""
    port = free_port()
    environment = os.environ | {"GATEWAY_PORT": str(port), "BIND_HOST": "127.0.0.1", "MINISTACK_HOST": "127.0.0.1"}
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


def _with_variables(template: Path, told: dict[str, str]) -> bytes:
    parsed = json.loads(template.read_text())
    for resource in parsed["Resources"].values():
        if resource["Type"] == "AWS::Lambda::Function":
            resource["Properties"]["Environment"]["Variables"] |= told
    return json.dumps(parsed).encode()


def _zipped(folder: Path) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for file in folder.rglob("*"):
            if file.is_file():
                archive.write(file, file.relative_to(folder))
    return packed.getvalue()
