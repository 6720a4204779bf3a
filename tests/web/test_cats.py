"""Pictures dropped on the page become verdicts; those of others never appear; what failed can be tried again."""

import hashlib
import json
from pathlib import Path

import pytest

from local.data.sample import names
from local.data.sample.drawings import drawing, encoded
from local.data.sample.pictures import write_pictures
from local.services.ministack import is_installed
from tests.browser.browsing import Browser
from tests.serving import Server
from tests.uploading import Uploader

needs_storage = pytest.mark.skipif(not is_installed(), reason="needs `make .venv-ministack/.ready`")

SECONDS = 80.0
"""The storage starts with the first upload."""
DAMAGED = "Rekognition cannot read the picture: it is damaged, or its format is another."
CREATE = "mutation ($input: CreateCatBatchInput!) { createCatBatch(input: $input) { batchId } }"


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Ten cats and ten dogs; the last of them was cut off on the way."""
    written = write_pictures(tmp_path_factory.mktemp("pictures"))
    written[-1].write_bytes(written[-1].read_bytes()[:800])
    return written


def tile(name: str) -> str:
    return f'.tile[data-file="{name}"]'


def drop(page: Browser, *paths: Path) -> None:
    page.do("drop", paths=[str(path) for path in paths])


@needs_storage
def test_twenty_pictures_are_dropped_and_judged_and_the_damaged_one_says_why(
    page: Browser, pictures: list[Path], tmp_path: Path
) -> None:
    notes, twin = tmp_path / "notes.txt", tmp_path / "twin.png"
    notes.write_text("no picture")
    twin.write_bytes(pictures[0].read_bytes())
    page.do("go", hash="#/cats")
    drop(page, *pictures, notes, twin)
    assert "Only editors, operators, and IAM may do this." in page.do("see", what=".notice[data-kind=refused]")
    page.do("tap", what="label", text="Keep logs")
    page.do("tap", what=".notice button", text="Act as editor and do it")
    page.do("see", what="h1", text="Batch", seconds=SECONDS)
    left = page.do("see", what=".drop-left")
    assert "notes.txt: only JPEG or PNG can be read" in left
    assert f"twin.png: it is the same file as {pictures[0].name}" in left
    for path in pictures[:-1]:
        verdict = "cat" if path.name.startswith("cat") else "no cat"
        page.do("become", what=tile(path.name), name="data-verdict", value=verdict, seconds=SECONDS)
    assert DAMAGED in page.do("see", what=tile(pictures[-1].name), text="failed", seconds=SECONDS)
    assert page.do("attribute", what=".shares-bar", name="aria-label") == "10 cats, 9 no cat, 1 failed"
    assert page.do("axe") == []

    page.do("tap", what=f"{tile(pictures[-1].name)} button")
    assert f"The result is FAIL: {DAMAGED}" in page.do("see", what=".cat-details .cat-log")
    page.do("press", keys=["Escape"])
    page.do("tap", what=f"{tile('cat-00.png')} button")
    assert "Cat" in page.do("see", what=".cat-details .cat-labels")
    page.do("press", keys=["Escape"])

    page.do("press", keys=["t"])  # it is tried again, and cannot be read again
    page.do("tap", what=f"{tile(pictures[-1].name)} button")
    page.do("see", what=".cat-details", text="attempt 2", seconds=SECONDS)  # it may have waited for a moment only
    page.do("see", what=".cat-details", text="failed", seconds=SECONDS)


@needs_storage
def test_pictures_of_another_client_appear_neither_in_a_list_nor_live_nor_by_their_address(
    page: Browser, site: Server
) -> None:
    page.do("actAs", who="editor")
    page.do("go", hash="#/cats")
    page.do("become", what=".header-live", name="data-phase", value="live")
    theirs = batch_of(Uploader(site, "bea", client_id="bolt"), "secret-of-bolt.png", seed=71)
    mine = batch_of(Uploader(site), "mine.png", seed=72)  # by another window: heard of after the other's
    page.do("see", what="[role=row] a", text=mine)
    assert theirs not in page.do("html", what="main")
    page.do("go", hash=f"#/cats/{theirs}")
    assert "There are no pictures that you may see in this batch." in page.do("see", what="main")
    page.do("go", hash="#/cats?client=bolt")
    assert "bolt has no pictures that you may see." in page.do("see", what="main")
    page.do("actAs", who="operator")
    page.do("see", what="[role=row] a", text=theirs)


def batch_of(uploader: Uploader, file_name: str, seed: int) -> str:
    """A batch of one picture that is announced and not sent."""
    picture = encoded(drawing("cat", seed))
    file = {
        "fileName": file_name,
        "sha256": hashlib.sha256(picture).hexdigest(),
        "byteLength": len(picture),
        "contentType": "image/png",
    }
    batch_id: str = uploader.ask(CREATE, input={"files": [file]})["createCatBatch"]["batchId"]
    return batch_id


def test_the_log_of_a_sample_picture_is_read_by_its_owner(page: Browser) -> None:
    page.do("go", hash=f"#/cats/{names.CAT_BATCH_ID}")
    page.do("tap", what=".tile[data-verdict=failed] button")
    page.do("see", what=".cat-details", text="InvalidImageFormatException")
    page.do("press", keys=["Escape"])
    assert page.do("count", what="dialog[open]") == 0


def test_a_verdict_of_another_program_appears_by_itself(page: Browser, site: Server) -> None:
    page.do("go", hash=f"#/cats/{names.CAT_BATCH_ID}")
    page.do("become", what=".header-live", name="data-phase", value="live")
    waiting = page.do("attribute", what=".tile[data-verdict=pending]", name="data-file")
    query = (
        "query ($batch: ID!) { catBatch(batchId: $batch) { images(first: 100) { nodes { fileName fingerprint } } } }"
    )
    images = site.ask(query, batch=str(names.CAT_BATCH_ID))["data"]["catBatch"]["images"]["nodes"]
    fingerprint = next(each["fingerprint"] for each in images if each["fileName"] == waiting)
    record = "mutation ($input: RecordCatResultInput!) { recordCatResult(input: $input) { id } }"
    given = {
        "batchId": str(names.CAT_BATCH_ID),
        "fingerprint": fingerprint,
        "status": "SUCCESS",
        "isCat": True,
        "rekognitionResponse": json.dumps({"Labels": [{"Name": "Lion", "Confidence": 91.5, "Parents": []}]}),
    }
    answer = site.ask(record, {"authorization": site.token("otto", ["operators"])}, input=given)
    assert "errors" not in answer, answer
    page.do("become", what=tile(waiting), name="data-verdict", value="cat")
    assert "Lion" in page.do("see", what=tile(waiting))
    assert "11 cats" in page.do("attribute", what=".shares-bar", name="aria-label")
