"""Data: any stored type on the screen is what the API answers, in a table and field by field, and leads on."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.browser.browsing import Browser, assert_nothing_odd
from tests.serving import Server
from tests.thoroughness import some_of
from tests.web.places import Visits
from tests.web.stored_types import (
    StoredList,
    candidates,
    expected_text,
    filtered,
    first_rows,
    leaves,
    listings,
    stored_types,
)

RELATION = "[data-relation]"
SIGNATURE = re.compile(r"\?X-Amz-.*")
NOTHING = "\u2013"
ALL_TYPES = stored_types()
LISTINGS = {each.name: each for each in listings()}


@pytest.fixture(scope="module")
def window(_opened: tuple[Browser, Visits], site: Server) -> Iterator[Browser]:
    """A window of an operator for all of these tests: what they do leaves nothing behind."""
    browser, _ = _opened
    browser.do("open", url=f"{site.url}/#/data", name="data", isGraphiql=False, width=1280)
    browser.do("actAs", who="operator")
    yield browser
    browser.do("use", name="data")
    assert_nothing_odd(browser)
    browser.do("close", name="data")
    browser.do("use", name="page")


@pytest.fixture
def operator(window: Browser) -> Browser:
    window.do("use", name="data")
    return window


@pytest.fixture(scope="module")
def token(site: Server) -> dict[str, str]:
    return {"authorization": site.token("otto", ["operators"])}


def answer(site: Server, token: dict[str, str], type_name: str, ids: list[str]) -> dict[str, dict[str, Any]]:
    """The values of items of a type by their ids, as the API answers them."""
    query = f"query($ids: [ID!]!) {{ nodes(ids: $ids) {{ ... on {type_name} {{ {' '.join(leaves(type_name))} }} }} }}"
    found = site.ask(query, token, ids=ids)
    assert "errors" not in found, found
    return {each["id"]: each for each in found["data"]["nodes"]}


@pytest.mark.parametrize("type_name", ALL_TYPES)
def test_every_value_on_the_screen_is_what_the_api_answers_and_every_relation_opens(
    operator: Browser, site: Server, token: dict[str, str], type_name: str
) -> None:
    rows = shown(operator, site, token, type_name)
    stored = answer(site, token, type_name, [row["id"] for row in rows])
    for row in rows:
        expected = {name: expected_text(stored[row["id"]][name], row[name]) for name in leaves(type_name)}
        assert lasting(row) == lasting(expected)

    operator.do("go", hash=f"#/node/{rows[0]['id']}", isQuick=True)
    operator.do("see", what="dd[data-field=id]", text=rows[0]["id"])
    item = stored[rows[0]["id"]]
    fields, item = lasting(operator.do("fields")), lasting(item)
    for name, kind in leaves(type_name).items():
        if kind == "AWSJSON" and item[name] is not None:
            assert json.loads(fields[name]) == json.loads(item[name]), name
        else:
            assert fields[name] == (expected_text(item[name], fields[name]) or NOTHING), name

    for link in sorted(set(operator.do("links", within=RELATION))):
        hash_ = "#" + link.partition("#")[2]
        operator.do("go", hash=hash_, isQuick=True)
        assert operator.do("count", what=".notice") == 0, link
        assert operator.do("count", what="h1") == 1, link


def lasting(values: dict[str, Any]) -> dict[str, Any]:
    """Addresses are signed anew each time: without what they are signed with."""
    return {name: SIGNATURE.sub("", value) if isinstance(value, str) else value for name, value in values.items()}


def shown(page: Browser, site: Server, token: dict[str, str], type_name: str) -> list[dict[str, str]]:
    """The first rows of a type, with all columns; on to the next page as long as there are none."""
    page.do("go", hash=f"#/data/{type_name}{first_rows(site, token, type_name)}", isQuick=True)
    for _ in range(8):
        if page.do("count", what=".data-rows"):
            break
        page.do("tap", what="button", text="Load more")
        page.do("see", what=".data-rows, button, .empty")
    page.do("see", what=".data-rows")
    if page.do("count", what="label input[type=checkbox]"):
        page.do("tap", what="label input[type=checkbox]")
    rows: list[dict[str, str]] = page.do("cells")
    assert rows, "nothing of this type is in the sample"
    return rows[:100]


@pytest.mark.parametrize("listing", [LISTINGS[name] for name in some_of(LISTINGS)], ids=lambda each: each.name)
def test_every_filter_narrows_the_list(
    operator: Browser, site: Server, token: dict[str, str], listing: StoredList
) -> None:
    for filter_ in listing.filters:
        value = filtered(site, token, listing, filter_, candidates(site, token, listing, filter_))
        given = urlencode({f"{listing.name}.{name}": text for name, text in value.given.items()})
        operator.do("go", hash=f"#/data/{listing.type}?by={listing.name}&{given}", isQuick=True)
        if value.ids:
            operator.do("see", what=".data-rows")
        assert [row["id"] for row in operator.do("cells")] == value.ids, (filter_, value.given)
        assert value.is_narrower or filter_ in listing.not_narrowing, (filter_, value.given)


def test_operators_see_the_raw_item_and_others_are_told_who_may(page: Browser, site: Server, token: Any) -> None:
    row = site.ask("{ novae(first: 1) { nodes { id } } }")["data"]["novae"]["nodes"][0]
    page.do("go", hash=f"#/node/{row['id']}")
    page.do("press", keys=["i"])
    assert "Only operators and IAM may do this." in page.do("see", what=".notice[data-kind=refused]")
    page.do("tap", what=".notice button", text="Act as operator")
    text = page.do("see", what=".panel pre")
    stored = site.ask("query($id: ID!) { storedItem(id: $id) { table item } }", token, id=row["id"])
    assert json.loads(text) == json.loads(stored["data"]["storedItem"]["item"])
    assert "PK" in json.loads(text)


def test_a_filter_is_filled_in_by_hand_and_stands_in_the_address(page: Browser) -> None:
    page.do("go", hash="#/data/Nova")
    page.do("put", into="input[name='novae.year']", text="2012")
    page.do("press", keys=["Enter"])
    page.do("see", what=".row", text="2 rows")
    assert [row["primaryName"] for row in page.do("cells")] == ["V1324 Sco", "V959 Mon"]
    page.do("tap", what="a", text="All types")
    page.do("put", into="input[type=search][aria-label='Only types with this name']", text="spectra")
    page.do("see", what=".data-types a", text="SpectraProduct")
    assert page.do("count", what=".data-types a") == 1
    assert page.do("axe") == []


def test_what_is_not_there_is_said(page: Browser) -> None:
    page.do("go", hash="#/node/bm90aGluZw")
    assert "There is nothing with this id" in page.do("see", what=".empty")
    page.do("tap", what=".empty a", text="All types")
    page.do("see", what="h1", text="Data")
