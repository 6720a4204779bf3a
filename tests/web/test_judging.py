"""Labels judged in a real browser: by keyboard alone, side by side with others, and explained where refused."""

from collections.abc import Iterator
from typing import Any

import pytest

from local.data.sample import names
from tests.browser.browsing import Browser
from tests.serving import Server

RECEIPT = f"#/receipts/{names.IMAGE_ID}/1"
LABELS = """query($image: ID!) { receipt(imageId: $image, receiptId: 1) {
  labels { id lineId wordId label validationStatus } } }"""
LABEL = """query($id: ID!) { node(id: $id) {
  ... on ReceiptWordLabel { validationStatus validatedBy } } }"""
JUDGE = """mutation($id: ID!, $to: ValidationStatus!) {
  validateLabel(input: { id: $id, validationStatus: $to }) { id } }"""
KEYS = {"v": "VALID", "x": "INVALID", "n": "NEEDS_REVIEW"}


def labels_of(site: Server) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = site.ask(LABELS, image=names.IMAGE_ID)["data"]["receipt"]["labels"]
    return found


def judged(site: Server, label_id: str) -> tuple[str, str | None]:
    label = site.ask(LABEL, id=label_id)["data"]["node"]
    return label["validationStatus"], label["validatedBy"]


def judge(site: Server, label_id: str, status: str, who: str = "otto") -> None:
    headers = {"authorization": site.token(who, ["operators"])}
    assert "errors" not in site.ask(JUDGE, headers, id=label_id, to=status)


@pytest.fixture
def waiting(site: Server) -> dict[str, Any]:
    """A label of the receipt that waits; the only one of its word."""
    labels = labels_of(site)
    places = [(label["lineId"], label["wordId"]) for label in labels]
    label = next(each for each in labels if places.count((each["lineId"], each["wordId"])) == 1)
    if label["validationStatus"] != "PENDING":
        judge(site, label["id"], "PENDING")
    return label


@pytest.fixture
def deaf(page: Browser, site: Server) -> Iterator[Browser]:
    """Another window, of an operator, that hears nothing of what others do."""
    page.do("open", url=f"{site.url}/", name="deaf", isGraphiql=False, config={"realtime": f"{site.url}/nowhere"})
    page.do("actAs", who="operator")
    yield page
    page.do("close", name="deaf")
    page.do("use", name="page")


def box(label: dict[str, Any]) -> str:
    return f'.boxes polygon[data-place="{label["lineId"]}:{label["wordId"]}"]'


def choose(page: Browser, label: dict[str, Any]) -> None:
    page.do("go", hash=RECEIPT)
    page.do("tap", what=box(label))
    page.do("see", what=".words [aria-selected=true]", text=label["label"])


def test_twenty_labels_are_judged_by_keyboard_alone(page: Browser, site: Server) -> None:
    page.do("go", hash="#/review?status=VALID")
    assert page.do("see", what=".review-tally b") == "1 of 50+"
    expected = {}
    for number in range(20):
        label_id = page.do("attribute", what=".candidate", name="data-label")
        assert label_id not in expected
        key = "xn"[number % 2]
        expected[label_id] = KEYS[key]
        page.do("press", keys=[key])
        if number == 0:
            page.do("see", what=".notice button", text="Act as editor and do it")
            page.do("press", keys=["Tab", "Enter"])
            page.do("see", what=".review-tally", text="1 judged")
            page.do("see", what=f'.candidate:not([data-label="{label_id}"])')
    page.do("become", what=".review-tally", name="data-tally", value="20")
    page.do("see", what=".review-tally", text="a minute")
    page.do("press", keys=["u"])
    page.do("see", what=".review-news", text="Undone")
    undone = list(expected)[-1]
    page.do("become", what=".candidate", name="data-label", value=undone)
    page.do("go", hash="#/")  # whatever was under way is done
    assert {each: judged(site, each)[0] for each in expected} == {**expected, undone: "VALID"}


def test_who_was_slower_sees_who_was_faster_and_nothing_is_lost(
    deaf: Browser, site: Server, waiting: dict[str, Any]
) -> None:
    choose(deaf, waiting)
    deaf.do("use", name="page")
    deaf.do("actAs", who="editor")
    choose(deaf, waiting)
    deaf.do("press", keys=["v"])
    deaf.do("see", what=".words [aria-selected=true]", text="edda")
    deaf.do("become", what=box(waiting), name="data-state", value="VALID")

    deaf.do("use", name="deaf")
    deaf.do("press", keys=["x"])
    assert "edda said valid a moment ago." in deaf.do("see", what=".words .notice[data-kind=conflict]")
    deaf.do("become", what=box(waiting), name="data-state", value="VALID")
    assert judged(site, waiting["id"]) == ("VALID", "edda")
    deaf.do("tap", what=".notice button", text="Keep theirs")
    assert deaf.do("count", what=".notice") == 0

    judge(site, waiting["id"], "NEEDS_REVIEW", "ada")
    deaf.do("press", keys=["x"])
    assert "ada said needs review a moment ago." in deaf.do("see", what=".notice")
    deaf.do("tap", what=".notice button", text="Set mine again")
    deaf.do("become", what=box(waiting), name="data-state", value="INVALID")
    deaf.do("use", name="page")  # hears of it
    deaf.do("become", what=box(waiting), name="data-state", value="INVALID")
    deaf.do("see", what=".words [aria-selected=true]", text="otto")
    assert judged(site, waiting["id"]) == ("INVALID", "otto")


def test_a_refused_judgement_changes_nothing_and_says_who_may(
    page: Browser, site: Server, waiting: dict[str, Any]
) -> None:
    page.do("actAs", who="viewer")
    choose(page, waiting)
    page.do("press", keys=["v"])
    assert "Only editors, operators, and IAM may do this." in page.do("see", what=".notice[data-kind=refused]")
    page.do("become", what=box(waiting), name="data-state", value="PENDING")
    assert judged(site, waiting["id"])[0] == "PENDING"
    page.do("tap", what=".notice button", text="Act as editor and do it")
    page.do("become", what=box(waiting), name="data-state", value="VALID")
    assert judged(site, waiting["id"]) == ("VALID", "edda")


def test_labels_are_added_replaced_and_taken_back_by_keyboard(
    page: Browser, site: Server, waiting: dict[str, Any]
) -> None:
    before = {each["label"]: each["validationStatus"] for each in at(site, waiting)}
    page.do("actAs", who="editor")
    choose(page, waiting)
    page.do("press", keys=["a"])
    page.do("see", what=".label-menu [role=option]", text="COUPON")
    page.do("press", keys=[*"coup", "Enter"])
    page.do("see", what=".words [data-index] [role=row]", text="COUPON")
    page.do("press", keys=["r"])
    page.do("see", what=".label-menu [role=option]", text="CHANGE")
    page.do("press", keys=[*"chan", "Enter"])
    page.do("see", what=".words [data-index] [role=row]", text="CHANGE")
    page.do("see", what=".receipt-tools button[title*=CHANGE]")  # both are stored: they can be undone
    assert {each["label"]: each["validationStatus"] for each in at(site, waiting)} == {
        waiting["label"]: "INVALID",
        "COUPON": "VALID",
        "CHANGE": "VALID",
    }
    page.do("press", keys=["u"])
    page.do("see", what=".receipt-tools button[title*=COUPON]")
    page.do("press", keys=["u"])
    page.do("see", what=".receipt-tools button[title='Nothing to undo']")
    page.do("become", what=box(waiting), name="data-state", value="PENDING")
    page.do("go", hash=RECEIPT)
    assert {each["label"]: each["validationStatus"] for each in at(site, waiting)} == before | {
        waiting["label"]: "PENDING"
    }


def at(site: Server, label: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for each in labels_of(site) if (each["lineId"], each["wordId"]) == (label["lineId"], label["wordId"])]


def test_what_others_settle_leaves_the_queue(page: Browser, site: Server) -> None:
    page.do("go", hash="#/review?status=NEEDS_REVIEW")
    label_id = page.do("attribute", what=".candidate", name="data-label")
    judge(site, label_id, "VALID")
    assert "otto said valid" in page.do("see", what=".review-news", text="settled")
    assert page.do("attribute", what=".candidate", name="data-label") != label_id
    judge(site, label_id, "NEEDS_REVIEW")


def test_the_merchant_is_corrected_by_keyboard_and_the_rest_of_it_stays(page: Browser, site: Server) -> None:
    query = """query($image: ID!) { receipt(imageId: $image, receiptId: 1) { metadata {
      merchantName canonicalMerchantName placeId address phoneNumber matchedFields validationStatus } } }"""
    before = site.ask(query, image=names.IMAGE_ID)["data"]["receipt"]["metadata"]
    page.do("actAs", who="editor")
    for name in ("Corner Shop", before["merchantName"]):
        page.do("go", hash=RECEIPT)
        page.do("press", keys=["m"])
        page.do("put", into="input[name=name]", text=name)
        page.do("press", keys=["Enter"])
        page.do("see", what=".receipt-head h1", text=name)
        page.do("go", hash=RECEIPT)
        stored = site.ask(query, image=names.IMAGE_ID)["data"]["receipt"]["metadata"]
        assert stored == before | {"merchantName": name, "canonicalMerchantName": name}
