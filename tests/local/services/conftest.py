"""One storage for all tests here."""

from collections.abc import Iterator

import pytest

from local.services.ministack import is_installed
from tests.local.services.home import HomeStorage, RunningRecogniser, home, recogniser
from tests.thoroughness import IS_QUICK


@pytest.fixture(scope="session")
def aws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HomeStorage]:
    """MiniStack with our buckets and queues."""
    if IS_QUICK or not is_installed():
        pytest.skip("needs `make .venv-ministack/.ready`")
    with home(tmp_path_factory.mktemp("storage")) as running:
        yield running


@pytest.fixture(scope="session")
def textract(aws: HomeStorage, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningRecogniser]:
    """A recogniser that was told nothing."""
    with recogniser(aws, tmp_path_factory.mktemp("recognised")) as running:
        yield running
