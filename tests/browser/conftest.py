"""One browser for all tests here."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from local.data.engines import NODE_MODULES
from local.http.pages import GRAPHIQL
from tests.browser.browsing import Browser, assert_nothing_odd, browser
from tests.serving import Server


@pytest.fixture(scope="session", name="server")
def server_with_page(server: Server) -> Server:
    """The server of all tests, where there is a page and a browser for it."""
    if not (NODE_MODULES / "playwright-core").is_dir() or not (GRAPHIQL / "index.html").is_file():
        pytest.skip("needs `make build/graphiql/.ready`")
    return server


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
            chromium.do("open", url=f"{server.url}/graphiql/", config=config, name=f"visit {opened.index(config)}")
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
