"""One browser and one server for all tests of the page."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from local.data.engines import NODE_MODULES
from local.http.pages import PAGE
from tests.browser.browsing import Browser, assert_nothing_odd, browser
from tests.serving import Server, copied, serving
from tests.web.places import PAGES, Visits


@pytest.fixture(scope="session")
def site(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the sample that only these tests use: they change it, and stop it."""
    if not (NODE_MODULES / "playwright-core").is_dir() or not (PAGE / "index.html").is_file():
        pytest.skip("needs `make node_modules/.ready build/page/.ready`")
    with serving(copied(sample, tmp_path_factory.mktemp("site"))) as started:
        yield started


@pytest.fixture(scope="session")
def _opened(site: Server) -> Iterator[tuple[Browser, Visits]]:
    """A browser that has seen every page before any test has changed something."""
    with browser() as started:
        started.do("open", url=f"{site.url}/", name="page", isGraphiql=False, width=1280)
        yield started, {name: (started.do("go", hash=hash_), started.do("price")) for name, (hash_, _) in PAGES.items()}


@pytest.fixture
def first_visits(_opened: tuple[Browser, Visits]) -> Visits:
    """What every page shows of the sample, and what that cost."""
    return _opened[1]


@pytest.fixture
def page(_opened: tuple[Browser, Visits], site: Server) -> Iterator[Browser]:
    """The page as a new visitor has it, 1280 px wide, by day, asking with the API key.

    No test may leave a complaint in its console.
    """
    window, _ = _opened
    window.do("open", url=f"{site.url}/", name="page", isGraphiql=False, width=1280)
    yield window
    assert_nothing_odd(window)
