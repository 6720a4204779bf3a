"""One server with sample data and one browser for all tests here."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from local.data.engines import NODE_MODULES
from local.http.pages import GRAPHIQL
from tests.browser.browsing import Browser, assert_nothing_odd, browser
from tests.serving import Server, copied, serving


@pytest.fixture(scope="session")
def server(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`make serve` with sample data, in a folder of its own."""
    if not (NODE_MODULES / "playwright-core").is_dir() or not (GRAPHIQL / "index.html").is_file():
        pytest.skip("needs `make build/graphiql/.ready`")
    with serving(copied(sample, tmp_path_factory.mktemp("data"))) as started:
        yield started


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A browser that has just been started."""
    with browser() as started:
        yield started


@pytest.fixture(scope="session")
def visit(chromium: Browser, server: Server) -> Callable[[Mapping[str, Any]], Browser]:
    """Open GraphiQL, or go on with what is open: it takes seconds to load. A config says how the API differs."""
    opened: list[Mapping[str, Any]] = []

    def visit(config: Mapping[str, Any]) -> Browser:
        if config not in opened:
            opened.append(config)
            chromium.do("open", url=server.url, config=config, name=f"visit {opened.index(config)}")
        chromium.do("use", name=f"visit {opened.index(config)}")
        chromium.do("actAs", who="apiKey")
        return chromium

    return visit


@pytest.fixture
def page(visit: Callable[[Mapping[str, Any]], Browser]) -> Iterator[Browser]:
    """GraphiQL of the local server; no test may leave a complaint in its console."""
    browser = visit({})
    yield browser
    assert_nothing_odd(browser)
