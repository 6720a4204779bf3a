"""The questions' items in an engine, and the handler over them."""

from collections.abc import Iterator

import pytest

from bench import stored
from bench.engine import Filled, filled
from bench.ours import in_this_process
from bench.peers.harness import Harness
from local.data.engines import EngineMissing


@pytest.fixture(scope="session")
def asked_engine() -> Iterator[Filled]:
    """Nobody here reads letters, so none are stored."""
    try:
        with filled(stored.everything(letters=0)) as engine:
            yield engine
    except EngineMissing as missing:
        pytest.skip(str(missing))


@pytest.fixture
def harness(asked_engine: Filled) -> Iterator[Harness]:
    with in_this_process(asked_engine) as made:
        yield made
