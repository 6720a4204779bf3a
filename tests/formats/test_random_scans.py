"""A scan by chance: from the index of scans, or among the first writers' images, of which few are looked at."""

from collections.abc import Iterator
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest

from entities.attributes import Record
from entities.receipts.images import Image, ImageType
from entities.tables import RECEIPTS
from loaders import random_items
from loaders.dynamo.store import Store
from local.data.engines import Engine
from resolvers import app
from tests.commands.conftest import Changing, changing
from tests.reads.world import PICTURE

SCAN = "{ randomImage(imageType: SCAN) { imageId imageType } }"


@pytest.fixture
def api(embedded: Engine) -> Iterator[Changing]:
    with changing(embedded) as made:
        made.store.session().batch_write(RECEIPTS, [_image(ImageType.PHOTO) for _ in range(40)])
        yield made


def _image(image_type: ImageType) -> Record:
    return Image(image_id=str(uuid4()), width=100, height=200, image_type=image_type, **PICTURE).to_record()


def _early() -> Record:
    """An image without a type, as the first writers stored it."""
    left_out = {"image_type", "GSI3PK", "GSI3SK"}
    return {name: value for name, value in _image(ImageType.SCAN).items() if name not in left_out}


class Looking:
    """A client that counts the items that queries look at, whether or not a filter lets them through."""

    def __init__(self, client: Any) -> None:
        self._client, self.looked_at = client, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def query(self, **arguments: Any) -> Any:
        answer = self._client.query(**arguments)
        self.looked_at += answer["ScannedCount"]
        return answer


def _asked(api: Changing, *own: str) -> tuple[str | None, int]:
    """Which scan was found, and how many items were looked at for it."""
    client: Any = Looking(api.store._client)
    store, before = Store(client, api.store._names, own_tables=own), app.parts.store
    app.parts.store = store
    try:
        found = api.get(SCAN)["randomImage"]
    finally:
        app.parts.store = before
        store._pool.close()
    return found and found["imageId"], client.looked_at


def test_a_scan_is_found_without_a_look_at_other_images(api: Changing) -> None:
    scan = _image(ImageType.SCAN)
    api.store.session().batch_write(RECEIPTS, [scan])
    for _ in range(12):
        assert _asked(api) == (scan["PK"].removeprefix("IMAGE#"), 1)


def test_where_there_are_no_scans_few_images_are_looked_at(api: Changing) -> None:
    with patch.object(random_items, "MAX_LOOKED_AT", 5, create=True):
        for _ in range(6):
            found, looked_at = _asked(api)
            assert (found, looked_at <= 10) == (None, True)


def test_an_image_of_the_first_writers_is_a_scan(api: Changing) -> None:
    early = _early()
    api.store.session().batch_write(RECEIPTS, [early])
    assert early["PK"] == f"IMAGE#{_asked(api)[0]}"


def test_a_table_of_our_own_has_no_images_of_the_first_writers(api: Changing) -> None:
    assert _asked(api, RECEIPTS.name) == (None, 0)
