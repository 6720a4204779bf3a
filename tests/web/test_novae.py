"""Novae on the sky and in a table, one nova, and the desk: what one person decides, another sees."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from local.data.sample import names
from tests.browser.browsing import Browser, assert_nothing_odd
from tests.serving import Server
from tests.web.test_pages import COSTS, WINDOWS

ROWS = "[role=table] .table-body [role=row]"
QUARANTINED = "{ quarantinedSpectra(first: 50) { nodes { id quarantineReasonCode } } }"
SPECTRUM = """query($id: ID!) { node(id: $id) { ... on SpectraProduct {
  manualReviewStatus reviewNote reviewedBy } } }"""
REVIEW = """mutation($id: ID!, $note: String) {
  reviewSpectra(input: { id: $id, decision: APPROVE, note: $note }) { id } }"""
NEAR = """query($ra: Float!, $dec: Float!, $radius: Float!) {
  novaeNear(raDeg: $ra, decDeg: $dec, radiusArcsec: $radius, first: 100) { nodes { primaryName } } }"""


def otto(site: Server) -> dict[str, str]:
    return {"authorization": site.token("otto", ["operators"])}


def waiting(site: Server, reason: str) -> str:
    """The id of a spectrum of the sample that waits for a decision."""
    nodes = site.ask(QUARANTINED, otto(site))["data"]["quarantinedSpectra"]["nodes"]
    found: str = next(each["id"] for each in nodes if each["quarantineReasonCode"] == reason)
    return found


@pytest.fixture
def other(page: Browser, site: Server) -> Iterator[Browser]:
    """A second window, of an editor who only looks."""
    page.do("open", url=f"{site.url}/#/data", name="other", isGraphiql=False, width=1280)
    page.do("actAs", who="editor")
    page.do("go", hash="#/desk")
    page.do("become", what=".header-live", name="data-phase", value="live")
    yield page
    page.do("use", name="other")
    assert_nothing_odd(page)
    page.do("close", name="other")
    page.do("use", name="page")


def test_a_quarantine_is_decided_with_a_note_by_one_and_seen_by_another(other: Browser, site: Server) -> None:
    page, spectrum = other, waiting(site, "CHECKSUM_MISMATCH")
    page.do("use", name="page")
    page.do("actAs", who="operator")
    page.do("go", hash="#/desk?reason=CHECKSUM_MISMATCH")
    page.do("put", into="#decide-note", text="The archive has repaired the file.")
    page.do("tap", what=".decide button", text="Try again")
    page.do("see", what=".decide [role=status]", text="Decided: try again by otto: The archive has repaired the file.")
    page.do("use", name="other")
    seen = page.do("see", what=ROWS, text="The archive has repaired the file.")
    assert "try again by otto" in seen
    assert site.ask(SPECTRUM, otto(site), id=spectrum)["data"]["node"] == {
        "manualReviewStatus": "CLEARED_RETRY_APPROVED",
        "reviewNote": "The archive has repaired the file.",
        "reviewedBy": "otto",
    }


def test_who_may_only_look_is_told_who_decides_and_who_is_later_what_was_decided(page: Browser, site: Server) -> None:
    spectrum = waiting(site, "UNKNOWN_PROFILE")
    page.do("actAs", who="editor")
    page.do("go", hash="#/desk?reason=UNKNOWN_PROFILE")
    page.do("put", into="#decide-note", text="Not of use.")
    page.do("tap", what=".decide button", text="Give up")
    assert "Only operators and IAM may do this." in page.do("see", what=".notice[data-kind=refused]")
    note = site.ask(SPECTRUM, otto(site), id=spectrum)["data"]["node"]["reviewNote"]
    assert note is None
    page.do("open", url=f"{site.url}/#/data", name="deaf", isGraphiql=False, config={"realtime": f"{site.url}/none"})
    page.do("actAs", who="operator")
    page.do("go", hash="#/desk?reason=UNKNOWN_PROFILE")
    assert "errors" not in site.ask(REVIEW, otto(site), id=spectrum, note="It is a known one.")
    page.do("tap", what=".decide button", text="Give up")
    page.do("see", what=".notice[data-kind=conflict]")
    page.do("tap", what=".notice button", text="Keep theirs")
    assert site.ask(SPECTRUM, otto(site), id=spectrum)["data"]["node"]["reviewNote"] == "It is a known one."
    page.do("close", name="deaf")
    page.do("use", name="page")


def test_a_run_in_quarantine_is_dismissed_by_keyboard(page: Browser, site: Server) -> None:
    page.do("actAs", who="operator")
    page.do("go", hash="#/desk")
    rows = page.do("count", what=ROWS)
    page.do("press", keys=["ArrowDown"] * (rows - 1))
    page.do("see", what=".desk-facts", text="Workflow")
    page.do("press", keys=["x"])
    page.do("see", what=".decide [role=status]", text="Decided: dismissed by otto")
    assert site.ask("{ quarantinedRuns { nodes { id } } }", otto(site))["data"]["quarantinedRuns"]["nodes"] == []


def test_the_desk_is_as_good_as_every_page(page: Browser, tmp_path: Path) -> None:
    page.do("actAs", who="operator")
    for window in WINDOWS:
        page.do("resize", **window)
        page.do("go", hash="#/desk")
        page.do("screenshot", path=str(tmp_path / f"desk-{window['width']}.png"))
        assert not any(page.do("spills").values())
        assert page.do("axe") == []
    assert all(cost <= 1.1 * most for cost, most in zip(page.do("price"), COSTS["desk"], strict=True))


def test_novae_are_filtered_ordered_and_found_within_a_circle(page: Browser, site: Server) -> None:
    page.do("go", hash="#/novae")
    assert page.do("count", what=".sky circle") == page.do("count", what=ROWS)
    page.do("put", into="input[name=year]", text="2012")
    page.do("press", keys=["Enter"])
    page.do("see", what=".row", text="2 novae")
    assert page.do("count", what=".sky circle") == 2
    page.do("go", hash="#/novae?order=MOST_SPECTRA")
    assert page.do("texts", what=f"{ROWS} a")[:2] == ["V1324 Sco", "V339 Del"]
    page.do("go", hash="#/novae")
    page.do("drag", what=".sky", begin=[0.72, 0.69], end=[0.76, 0.76])
    page.do("see", what="button", text="The whole sky")
    assert page.do("count", what=".sky-cone") == 1
    ra, dec, radius = (float(each) for each in numbers(page.do("see", what="p.row", text="Within")))
    found = site.ask(NEAR, ra=ra, dec=dec, radius=radius * 3600)["data"]["novaeNear"]["nodes"]
    assert "V1324 Sco" in [each["primaryName"] for each in found]
    assert page.do("texts", what=f"{ROWS} a") == [each["primaryName"] for each in found]


def numbers(text: str) -> tuple[str, str, str]:
    """Right ascension, declination and radius from the sentence on the page."""
    degrees = [part.strip("°,") for part in text.replace("\u2212", "-").split() if "°" in part]
    return degrees[1], degrees[2], degrees[0]


def test_a_place_is_searched_around_in_numbers_and_a_nova_opened(page: Browser) -> None:
    page.do("go", hash="#/novae")
    page.do("press", keys=["c"])
    for name, value in (("ra", "267.7"), ("dec", "-32.6"), ("radius", "1")):
        page.do("put", into=f"dialog[open] input[name={name}]", text=value)
    page.do("tap", what="dialog[open] button", text="Search")
    page.do("see", what=".row", text="1 nova")
    page.do("tap", what=f"{ROWS} a", text="V1324 Sco")
    page.do("see", what="h1", text="V1324 Sco")
    page.do("press", keys=["Escape"])
    page.do("see", what="h1", text="Novae")


def test_a_nova_shows_its_spectra_papers_and_runs_and_counts_down(page: Browser) -> None:
    text = page.do("go", hash="#/novae/nova%20sco%202012")  # a name of two: one was merged into the other
    assert "Several novae have the name nova sco 2012." in text
    page.do("tap", what=".empty a", text="V1324 Sco")
    page.do("see", what=".nova-head")
    text = page.do("see", what="main", text="Papers")
    assert "17 50 53.90 -32 37 20.6" in text
    assert "A Detailed Observational Analysis of V1324 Sco" in text
    hosts = {link.split("/")[2] for link in page.do("links", within=".nova-papers")}
    assert hosts == {"ui.adsabs.harvard.edu", "doi.org"}
    assert page.do("count", what=".spans > i") == 3
    assert page.do("count", what=".spans-undated i") == 14
    assert page.do("count", what=".spans-undated i[data-cooling]") == page.do("count", what=f"{ROWS} time")
    page.do("tap", what=".nova-runs summary")
    page.do("see", what=".nova-runs ol li", text="attempt 1")
    page.do("press", keys=["p"])
    page.do("see", what=".panel", text="a table that this API is not told of")


def test_a_nova_gets_another_name_and_another_status(page: Browser, site: Server) -> None:
    page.do("actAs", who="operator")
    page.do("go", hash="#/novae/U%20Sco")
    page.do("press", keys=["a", *"BD-17 4554", "Enter"])
    page.do("see", what=".nova-names li", text="BD-17 4554")
    page.do("press", keys=["Escape", "s"])
    page.do("pick", what="dialog[open] select", value="DEPRECATED")
    page.do("tap", what="dialog[open] button", text="Set")
    page.do("see", what=".nova-head .chip", text="deprecated")
    found = site.ask('{ novaeByName(name: "BD-17 4554") { primaryName status } }', otto(site))["data"]["novaeByName"]
    assert found == [{"primaryName": "U Sco", "status": "DEPRECATED"}]


def test_a_change_of_another_program_is_on_the_novas_page_by_itself(page: Browser, site: Server) -> None:
    page.do("actAs", who="operator")
    page.do("go", hash=f"#/novae/{names.NOVA_ID}")
    page.do("become", what=".header-live", name="data-phase", value="live")
    spectrum = waiting(site, "COORDINATE_PROXIMITY")
    assert "errors" not in site.ask(REVIEW, otto(site), id=spectrum, note="Two stars, one slit.")
    page.do("see", what=ROWS, text="try again by otto: Two stars, one slit.")
