"""The page as `make page` serves it for a deployed API: signing in, pasting a token, and what browsers are told."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest

from infra import page as deployed
from tests.browser.browsing import Browser, browser
from tests.serving import Server
from tests.web.managed_login import CLIENT_ID, ManagedLogin, managed_login, running
from tests.web.places import PAGES

WITHOUT_PICTURES = ("home", "jobs", "job", "sweep")
"""The server at home shows its pictures to its own page alone."""
ANN = {"username": "ann", "groups": ["editors"], "email": "ann@example.com"}


def minter(site: Server, **more: object) -> Callable[[], str]:
    """Id tokens of ann, as the API takes them."""

    def mint() -> str:
        token: str = httpx.post(f"{site.url}/token", json={**ANN, **more}, timeout=30).json()["token"]
        return token

    return mint


@pytest.fixture(scope="module")
def window() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture
def login(site: Server) -> Iterator[ManagedLogin]:
    with managed_login(minter(site)) as started:
        yield started


@contextmanager
def page_for(site: Server, login: ManagedLogin | None = None, key: str = "") -> Iterator[str]:
    """The address of a page that another server serves."""
    given = (login.url, CLIENT_ID) if login else (None, None)
    with running(deployed.serve(deployed.settings(site.graphql_url, key, *given), 0)) as port:
        url = f"http://localhost:{port}/"
        if login:
            login.page_url = url
        yield url


def visit(window: Browser, url: str, hash_: str = "") -> None:
    window.do("open", url=f"{url}{hash_}", name="page", isGraphiql=False, width=1280)


def test_who_signs_in_comes_back_to_where_they_were_and_is_known_to_the_api(
    window: Browser, site: Server, login: ManagedLogin
) -> None:
    with page_for(site, login) as url:
        visit(window, url, "#/jobs")
        window.do("see", what="main", text="This API answers only those whom it knows.")
        asked = [each for each in window.do("seen")["answers"] if "/graphql" in each[1]]
        assert asked == []  # in vain
        window.do("tap", what="main button", text="Sign in")
        window.do("tap", what="#ann")
        window.do("see", what="main h1", text="Jobs")
        window.do("become", what=".header-live", name="data-phase", value="live")
        assert window.do("choices")[0] == "ann@example.com"
        assert window.do("address") == f"{url}#/jobs"
        window.do("reload")  # the tab remembers
        window.do("see", what=".table", text="layoutlm-receipts-sweep")
        assert login.grants == ["authorization_code"]
        assert window.do("seen")["complaints"] == []


def test_who_signs_out_is_a_stranger_again(window: Browser, site: Server, login: ManagedLogin) -> None:
    with page_for(site, login) as url:
        visit(window, url)
        window.do("tap", what="main button", text="Sign in")
        window.do("tap", what="#ann")
        window.do("tap", what=".act-as button", text="Sign out")
        window.do("see", what="main", text="This API answers only those whom it knows.")
        assert login.refresh_tokens == set()
        window.do("reload")
        window.do("see", what="main", text="This API answers only those whom it knows.")


def test_a_token_that_ends_is_renewed_once_for_all_that_ask(window: Browser, site: Server, login: ManagedLogin) -> None:
    tokens = iter([minter(site, validSeconds=20)(), minter(site)()])  # the first one ends before it can be used
    login.mint = tokens.__next__
    with page_for(site, login) as url:
        visit(window, url, "#/jobs")
        window.do("tap", what="main button", text="Sign in")
        window.do("tap", what="#ann")
        window.do("see", what=".table", text="layoutlm-receipts-sweep")
        window.do("become", what=".header-live", name="data-phase", value="live")
        assert login.grants == ["authorization_code", "refresh_token"]


@pytest.mark.parametrize("query", ["?code=stolen&state=guessed", "?error=access_denied&state=guessed"])
def test_a_sign_in_that_was_not_begun_here_is_refused(
    window: Browser, site: Server, login: ManagedLogin, query: str
) -> None:
    with page_for(site, login) as url:
        visit(window, f"{url}{query}")
        window.do("see", what=".starting", text="This sign-in was not begun in this tab: sign in again.")
        assert login.grants == []
        window.do("tap", what=".starting a")
        window.do("see", what="main", text="This API answers only those whom it knows.")


def test_who_does_not_sign_in_is_told_why(window: Browser, site: Server, login: ManagedLogin) -> None:
    with page_for(site, login) as url:
        visit(window, url)
        window.do("tap", what="main button", text="Sign in")
        window.do("tap", what="#no")
        window.do("see", what=".starting", text="Signing in failed: Nobody signed in.")


def test_a_pasted_token_will_do(window: Browser, site: Server) -> None:
    with page_for(site) as url:
        visit(window, url, "#/jobs")
        window.do("see", what="main", text="Paste a token above")
        window.do("put", into=".act-as input", text="nonsense")
        window.do("press", keys=["Enter"])
        window.do("see", what=".notice", text="The API does not accept this key or token")
        window.do("put", into=".act-as input", text=minter(site)())
        window.do("press", keys=["Enter"])
        window.do("see", what=".table", text="layoutlm-receipts-sweep")


def test_without_extensions_the_foot_says_only_the_time(window: Browser, site: Server) -> None:
    with page_for(site, key=site.api_key) as url:
        visit(window, url)
        window.do("withoutExtensions")
        window.do("go", hash="#/jobs")
        assert window.do("texts", what=".price summary span:not(.price-more)")[0].endswith(" ms")
        assert window.do("count", what=".price [data-cost]") == 0


def test_scripts_come_from_the_page_alone_and_everything_still_works(window: Browser, site: Server) -> None:
    with page_for(site, key=site.api_key) as url:
        policy = httpx.get(url).headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "default-src 'none'" in policy
        visit(window, url)
        for name in WITHOUT_PICTURES:
            window.do("go", hash=PAGES[name][0])
        window.do("go", hash="#/api")
        window.do("within", frame="iframe", what=".graphiql-query-editor .view-line")
        assert window.do("seen")["complaints"] == []
