"""The engines that tests run against, and where the golden items lie."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from local.engines import Engine, EngineMissing, dynamodb_local, dynoxide

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
def golden() -> Path:
    """Items as real writers stored them."""
    if not GOLDEN.is_dir():
        pytest.skip("needs the golden items in ../shared/golden, which are not here")
    return GOLDEN
