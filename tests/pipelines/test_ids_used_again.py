"""Ids are chosen by callers: what was decided about one client's item does not fall on the next one's."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from commands.cats.image_changes import remove_image
from commands.documents.removals import remove_document
from entities.cats import CatImage, CatStatus
from entities.documents import DocumentStatus, TextractJob
from entities.item import Item
from loaders.caller import RequestCaller
from loaders.current import require
from loaders.errors import NotFound
from loaders.request import Request
from local.data.engines import Engine
from tests.commands.conftest import Changing, changing
from tests.pipelines.documents import SETTINGS
from tests.pipelines.papers import papers_of

OPERATOR = RequestCaller("user", name="otto", groups=frozenset({"operators"}))
NOW = datetime(2026, 11, 1, tzinfo=UTC)
CAT: dict[str, Any] = {"batch_id": 7, "fingerprint": "ab" * 32}


@pytest.fixture
def api(embedded: Engine) -> Iterator[Changing]:
    with changing(embedded) as made, papers_of(made, SETTINGS):
        yield made


def _document(client: str) -> TextractJob:
    return TextractJob(
        job_id="scan-1", document_key="scans/1.pdf", status=DocumentStatus.COMPLETED, client_id=client, submitted_at=NOW
    )


def _picture(client: str) -> CatImage:
    return CatImage(
        **CAT, client_id=client, status=CatStatus.SUCCESS, is_cat=True, uploaded_at=NOW, s3_key="dest/a.jpg"
    )


REMOVALS: dict[str, tuple[Any, dict[str, Any], Any]] = {
    "a document": (_document, {"job_id": "scan-1"}, lambda *found: remove_document(*found, also_others=False)),
    "a picture": (_picture, CAT, lambda *found: remove_image(*found, others_too=False)),
}


@pytest.mark.parametrize("what", REMOVALS)
def test_a_late_deletion_leaves_what_another_client_has_stored_under_the_id(what: str, api: Changing) -> None:
    make, ids, remove = REMOVALS[what]
    theirs: Item = make("bolt")
    request = Request(api.store.session(), caller=OPERATOR)
    request.session.put(theirs.table, make("acme").to_record())
    found = require(request, type(theirs), **ids)
    request.session.put(theirs.table, theirs.to_record())
    with pytest.raises(NotFound):
        remove(request, found)
    assert require(request, type(theirs), **ids).item == theirs
