"""Templates and the Lambda's package, made once for all tests of a run."""

import json
import os
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from entities.tables import TABLES
from infra.packaging import build

ROOT = Path(__file__).parents[2]
STAGES = ("dev", "prod")
PATIENCE = 420
SKIPPED = "skipped: "


@dataclass(frozen=True)
class Templates:
    """The templates of one stage, by the last word of their stack."""

    folder: Path
    stacks: dict[str, dict[str, Any]]

    def resources(self, kind: str, stack: str | None = None) -> dict[str, dict[str, Any]]:
        """Properties of all resources of a kind."""
        wanted = [self.stacks[stack]] if stack else list(self.stacks.values())
        found = (pair for each in wanted for pair in each["Resources"].items())
        return {name: each.get("Properties", {}) for name, each in found if each["Type"] == kind}

    @property
    def schema(self) -> str:
        """The schema that AppSync is given: a file beside the templates."""
        (schema,) = self.resources("AWS::AppSync::GraphQLSchema").values()
        return schema_file(self.folder, schema).read_text()


def schema_file(folder: Path, schema: dict[str, Any]) -> Path:
    """The file that is uploaded to where the template says that the schema is."""
    return folder / f"asset.{schema['DefinitionS3Location']['Fn::Sub'].rsplit('/', 1)[1]}"


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this run see."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base


@pytest.fixture(scope="session")
def package(shared: Path) -> Path:
    """The Lambda's package for this machine and this Python."""
    here = f"manylinux2014_{platform.machine()}"
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return once(shared / "package", lambda folder: build(folder, here, version))


@pytest.fixture(scope="session")
def synthesised(shared: Path, package: Path) -> Path:
    """What `cdk synth` writes, for both stages."""

    return once(shared / "cdk", lambda folder: synth(folder, package))


def synth(folder: Path, package: Path, *more: str) -> None:
    """Write templates as `make synth` does."""
    python = tool(".venv-infra", "python")
    command = [str(python), "-m", "infra.synth", str(folder), "--package", str(package), *more]
    environment = os.environ | {"JSII_SILENCE_WARNING_UNTESTED_NODE_VERSION": "1", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]


NAMED = {
    **{f"{name}Table": table.usual_name for name, table in TABLES.items()},
    "documentsBucket": "their-papers",
    "catsBucket": "their-cats",
    "documentsPagesPerDay": "100",
}
"""What somebody names whose tables and buckets were there first."""


@pytest.fixture(scope="session")
def with_names(shared: Path, package: Path) -> dict[str, dict[str, Any]]:
    """The dev stage's templates, by the last word of their stack, where all that can be named is named."""
    folder = once(
        shared / "cdk-named",
        lambda folder: synth(folder, package, "--stages", "dev", "--context", json.dumps(NAMED)),
    )
    return read(folder / "dev").stacks


@pytest.fixture(scope="session")
def with_page(shared: Path, package: Path) -> Path:
    """What `cdk synth` writes, for both stages, where the page is asked for."""
    return once(shared / "cdk-page", lambda folder: synth(folder, package, "--context", json.dumps({"page": "true"})))


@pytest.fixture(scope="session")
def templates(synthesised: Path) -> dict[str, Templates]:
    return {stage: read(synthesised / stage) for stage in STAGES}


@pytest.fixture(params=STAGES)
def stage(request: pytest.FixtureRequest, templates: dict[str, Templates]) -> Templates:
    found: Templates = templates[request.param]
    return found


def tool(venv: str, name: str) -> Path:
    """A program of one of the environments that `make` sets up."""
    path = ROOT / venv / "bin" / name
    if not path.exists():
        pytest.skip(f"needs {venv}, which `make {venv}/.ready` sets up")
    return path


def once(folder: Path, make: Callable[[Path], Any]) -> Path:
    """Made by whichever worker comes first; the others wait for it."""
    mark, claim = folder.with_suffix(".done"), folder.with_suffix(".claim")
    try:
        claim.mkdir()
    except FileExistsError:
        _wait_for(mark)
    else:
        try:
            make(folder)
            mark.write_text("")
        except pytest.skip.Exception as reason:
            mark.write_text(f"{SKIPPED}{reason}")
            raise
        except BaseException as error:
            mark.write_text(f"{error}" or "failed")
            raise
    problem = mark.read_text()
    if problem.startswith(SKIPPED):
        pytest.skip(problem.removeprefix(SKIPPED))
    assert not problem, f"another worker could not make it: {problem}"
    return folder


def _wait_for(mark: Path) -> None:
    until = time.monotonic() + PATIENCE
    while not mark.exists():
        assert time.monotonic() < until, f"{mark.stem} was not made in time"
        time.sleep(0.2)


def read(folder: Path) -> Templates:
    files = folder.glob("*.template.json")
    return Templates(folder, {file.name.split(".")[0].split("-")[-1]: json.loads(file.read_text()) for file in files})


@pytest.fixture(scope="session")
def node() -> str:
    return shutil.which("node") or pytest.skip("needs node")
