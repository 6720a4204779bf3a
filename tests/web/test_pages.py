"""Every page on the sample, in a real browser: complete, within its price, usable by all, in any window."""

import gzip
import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from local.http.pages import PAGE
from tests.browser.browsing import Browser
from tests.serving import Server
from tests.sources import ROOT
from tests.web.places import PAGES, Visits

COSTS: dict[str, list[float]] = json.loads((ROOT / "web" / "costs.json").read_text())
MAX_BYTES = 200 * 1024
MAX_BYTES_AT_FIRST = 160 * 1024

WINDOWS: tuple[dict[str, Any], ...] = (
    {"width": 390, "height": 844, "dark": True},
    {"width": 800, "height": 860},
    {"width": 1600, "height": 900, "dark": True},
)


def test_every_page_shows_the_sample_within_its_price(first_visits: Visits) -> None:
    too_much = {
        name: (price, COSTS[name])
        for name, (_, price) in first_visits.items()
        if any(cost > 1.1 * most for cost, most in zip(price, COSTS[name], strict=True))
    }
    assert too_much == {}, first_visits
    assert [name for name, (text, _) in first_visits.items() if PAGES[name][1] not in text] == []


def test_no_page_has_a_serious_fault_for_those_who_cannot_see_or_point(page: Browser) -> None:
    faults = {}
    for name, (hash_, _) in PAGES.items():
        page.do("resize", width=1280)
        page.do("go", hash=hash_)
        faults[name] = page.do("axe")
        page.do("resize", width=1280, dark=True)
        faults[f"{name} by night"] = page.do("axe", rules=["color-contrast"])
    assert {name: found for name, found in faults.items() if found} == {}


def test_nothing_spills_over_in_any_window(page: Browser, tmp_path: Path) -> None:
    spilled = {}
    for window in WINDOWS:
        page.do("resize", **window)
        for name, (hash_, _) in PAGES.items():
            page.do("go", hash=hash_)
            page.do("screenshot", path=str(tmp_path / f"{name}-{window['width']}.png"))
            spilled[name, window["width"]] = page.do("spills")
    assert {where: found for where, found in spilled.items() if any(found.values())} == {}


def test_no_visit_loads_more_than_a_small_page(page: Browser, site: Server) -> None:
    loaded = {name: _bytes_loaded(page, site, hash_) for name, (hash_, _) in PAGES.items()}
    assert {name: size for name, size in loaded.items() if size > MAX_BYTES} == {}
    assert loaded["home"] <= MAX_BYTES_AT_FIRST


def _bytes_loaded(page: Browser, site: Server, hash_: str) -> int:
    """What a new visitor of one page loads of the app: gzipped, without pictures and answers of the API."""
    page.do("open", url=f"{site.url}/#/nowhere", name="page", isGraphiql=False, width=1280)
    page.do("go", hash=hash_)
    paths = {urlsplit(url).path.lstrip("/") or "index.html" for _, url, _ in page.do("seen")["answers"]}
    files = [PAGE / path for path in paths if (PAGE / path).suffix in {".js", ".css", ".html"}]
    assert {path.name for path in files} > {"index.html", "main.css", "main.js"}
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in files)


def test_graphiql_is_loaded_on_its_own_page_alone_and_opens_the_query_of_another(page: Browser) -> None:
    page.do("go", hash="#/jobs")
    assert page.do("count", what="iframe") == 0
    page.do("tap", what=".price summary")
    page.do("tap", what=".price a", text="Open in API")
    source = page.do("attribute", what="iframe", name="src")
    assert source.startswith("graphiql/?embedded#query=query+Jobs")
    assert "RUNNING" in source
