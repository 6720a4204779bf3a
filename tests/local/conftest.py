"""One server for all tests that only ask."""

from collections.abc import Iterator

import pytest

from local.engines import NODE_MODULES
from tests.serving import Server, serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`make serve` with sample data, in a folder of its own."""
    if not any(NODE_MODULES.glob("@dynoxide/*/dynoxide")):
        pytest.skip("needs `npm ci`")
    with serving(tmp_path_factory.mktemp("data")) as started:
        yield started
