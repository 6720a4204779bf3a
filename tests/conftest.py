"""The engines and the server that tests run against, and where the golden items lie."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from local.engines import NODE_MODULES, Engine, EngineMissing, dynamodb_local, dynoxide
from tests.serving import Server, copied, sample_folder, serving

os.environ.setdefault("TESSERA_READ_SECONDS", "20")  # the engines share a small machine with the tests

GOLDEN = Path(__file__).parent.parent.parent / "shared" / "golden"

settings.register_profile("tessera", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("tessera")


@pytest.fixture(scope="session", params=["dynoxide", "dynamodb-local"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """A real DynamoDB engine, started for this run of the tests."""
    start = dynoxide if request.param == "dynoxide" else dynamodb_local
    try:
        running = start()
        with running as started:
            yield started
    except EngineMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def embedded() -> Iterator[Engine]:
    """The engine that `make serve` uses."""
    try:
        with dynoxide() as started:
            yield started
    except EngineMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample data, loaded once however many processes run tests."""
    if not any(NODE_MODULES.glob("@dynoxide/*/dynoxide")):
        pytest.skip("needs `npm ci`")
    base = tmp_path_factory.getbasetemp()
    return sample_folder(base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base)


@pytest.fixture(scope="session")
def server(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`make serve` with sample data, in a folder of its own, for all tests that change only what is theirs."""
    with serving(copied(sample, tmp_path_factory.mktemp("data"))) as started:
        yield started


@pytest.fixture(scope="session")
def golden() -> Path:
    """Items as real writers stored them."""
    if not GOLDEN.is_dir():
        pytest.skip("needs the golden items in ../shared/golden, which are not here")
    return GOLDEN
