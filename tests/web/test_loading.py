"""A page is loaded when it is first opened: what if it cannot be."""

from tests.browser.browsing import Browser

JOBS_CODE = "**/Jobs-*.js"


def test_a_page_that_cannot_be_loaded_says_so_and_leaves_the_others_alone(page: Browser) -> None:
    page.do("go", hash="#/receipts")
    page.do("pretend", path=JOBS_CODE, status=404, body="")
    page.do("press", keys=["g", "j"])
    page.do("see", what="main .notice", text="This page could not be loaded; there may be a newer one.")
    page.do("press", keys=["g", "r"])
    page.do("see", what="main h1", text="Receipts")
    assert page.do("count", what="main .notice") == 0
    page.do("press", keys=["g", "j"])
    page.do("pretend", path=JOBS_CODE)
    page.do("tap", what="main .notice button", text="Load it again")
    page.do("see", what="main h1", text="Jobs")
    page.do("forgive", texts=["dynamically imported module", "404"])


def test_a_page_first_opened_while_the_server_is_away_is_there_when_it_is_back(page: Browser) -> None:
    page.do("go", hash="#/receipts")
    page.do("cut")
    page.do("press", keys=["g", "j"])
    page.do("see", what="main .notice", text="The server is away, trying again.")
    page.do("mend")
    page.do("see", what="main h1", text="Jobs")
    page.do("forgive", texts=["ERR_INTERNET_DISCONNECTED", "WebSocket", "dynamically imported module", "Failed to"])
