"""Everything by keyboard: pages, search, the list of keys, and the way back."""

import pytest

from local.data.sample import names
from tests.browser.browsing import Browser
from tests.serving import Server


def test_two_keys_go_to_a_page_and_escape_goes_up(page: Browser) -> None:
    page.do("go", hash=f"#/jobs/{names.RUNNING_JOB_ID}")
    page.do("press", keys=["Escape"])
    page.do("see", what="h1", text="Jobs")
    page.do("press", keys=["2"])
    page.do("see", what=".tabs [aria-current]", text="pending")
    page.do("press", keys=["g", "h"])
    page.do("see", what=".home-numbers", text="receipts")


def test_a_question_mark_lists_the_keys_of_the_page(page: Browser) -> None:
    page.do("go", hash=f"#/sweeps/{names.SWEEP_ID}")
    page.do("press", keys=["?"])
    listed = page.do("see", what="dialog[open]")
    assert "Stop the runs that do worst" in listed
    assert "Go to Jobs" in listed
    page.do("press", keys=["Escape"])
    assert page.do("count", what="dialog[open]") == 0


def test_search_leads_from_the_beginning_of_a_name_to_its_page(page: Browser) -> None:
    page.do("go", hash="#/jobs")
    page.do("press", keys=["/", *"nightly"])
    page.do("see", what="[role=option]", text="nightly-evaluation")
    page.do("press", keys=["Enter"])
    page.do("see", what="h1", text="nightly-evaluation")
    page.do("press", keys=["/", *"qqq"])
    page.do("see", what="[role=option]", text="Nothing begins with")
    page.do("press", keys=["Escape"])


def test_who_leaves_the_search_and_is_back_at_once_loses_no_letter(page: Browser) -> None:
    page.do("go", hash="#/jobs")
    page.do("press", keys=["/", "q", "Escape", "/", *"nightly"])
    page.do("see", what="[role=option]", text="nightly-evaluation")
    page.do("press", keys=["Escape"])


@pytest.mark.parametrize(
    ("query", "place"),
    [
        (f'{{ job(jobId: "{names.SWEEP_ID}") {{ id }} }}', f"#/sweeps/{names.SWEEP_ID}"),
        ("{ documents(first: 1) { nodes { id } } }", "#/documents/"),
        (f'{{ catBatch(batchId: "{names.CAT_BATCH_ID}") {{ images(first: 1) {{ nodes {{ id }} }} }} }}', "#/cats/"),
    ],
)
def test_the_id_of_what_has_a_page_of_its_own_leads_there(page: Browser, site: Server, query: str, place: str) -> None:
    found = site.ask(query, {"authorization": site.token("otto", ["operators"])})["data"]
    while "id" not in found:
        found = found[0] if isinstance(found, list) else next(iter(found.values()))
    page.do("actAs", who="operator")
    page.do("go", hash="#/jobs")
    page.do("press", keys=["/"])
    page.do("put", into="input[role=combobox]", text=found["id"])
    page.do("see", what="[role=option]")
    page.do("press", keys=["Enter"])
    page.do("see", what="main h1")
    assert place in page.do("address")
