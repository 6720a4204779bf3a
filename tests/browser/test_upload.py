"""The Documents tab uploads a document and shows its life."""

import json
from pathlib import Path

import pytest

from local.services.ministack import is_installed
from tests.browser.browsing import Browser
from tests.local.services.invoice import NUMBER, ROWS

SAMPLE = Path(__file__).parents[2] / "docs" / "invoice.pdf"

pytestmark = pytest.mark.skipif(not is_installed(), reason="needs `make .venv-ministack/.ready`")


def test_an_upload_shows_its_life_and_then_its_pages(page: Browser) -> None:
    page.do("choose", tab="Documents")
    page.do("actAs", who="editor")
    seen = page.do("upload", path=str(SAMPLE), seconds=80)
    assert seen[0] == "UPLOADING"
    steps = ["UPLOAD_COMPLETED", "PROCESSING_STARTED", "PROCESSING_COMPLETED"]
    assert [each for each in seen if each in steps] == steps
    page.do("openPages")
    first = json.loads(page.do("run")["response"])["data"]["document"]["pages"]["nodes"][0]
    assert first["tables"] == [{"rows": [list(row) for row in ROWS]}]
    assert first["forms"][0]["value"] == NUMBER


def test_who_may_not_upload_is_told_so(page: Browser) -> None:
    page.do("choose", tab="Documents")
    page.do("actAs", who="viewer")
    (told,) = page.do("upload", path=str(SAMPLE), seconds=80)
    assert "createDocument" in told
