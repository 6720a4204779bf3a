"""Which results of a file are relied on when it comes again: those that were found in its bytes."""

import json
from collections.abc import Iterator
from hashlib import sha256

import pytest

from commands.cats.cat_images import (
    RecordCatResultInput,
    RegisterCatImageInput,
    record_cat_result,
    register_cat_image,
)
from entities.cats import CatImage, CatStatus
from loaders.errors import Outdated
from local.data.sample.drawings import drawing, encoded
from tests.pipelines.cat_road import CatRoad
from tests.pipelines.simulation import Database

CAT = encoded(drawing("cat", 1))


def digest(picture: bytes) -> str:
    return sha256(picture).hexdigest()


@pytest.fixture
def road(database: Database) -> Iterator[CatRoad]:
    with CatRoad(database).running() as made:
        yield made


def _recorded(road: CatRoad, picture: bytes, client: str) -> None:
    """A result that a client records of a file that it never uploaded."""
    ids = {"batch_id": "5", "fingerprint": digest(picture)}
    labels = json.dumps({"Labels": [{"Name": "Lie", "Confidence": 99.0}]})
    given = {**ids, "status": "success", "is_cat": False, "rekognition_response": labels}
    with road.request(client) as request:
        register_cat_image(request, RegisterCatImageInput.model_validate({**ids, "s3_key": "anywhere"}))
    with road.request(client) as request:
        record_cat_result(request, RecordCatResultInput.model_validate(given))


def test_what_a_client_says_of_a_file_is_believed_by_none_but_itself(road: CatRoad) -> None:
    _recorded(road, CAT, "bolt")
    own = road.create(CAT, client="bolt")
    assert road.stored(own, digest(CAT)).is_cat is False
    for client in ("acme", "bolt"):
        batch_id = road.create(CAT, client=client, force=client == "bolt")
        road.upload(batch_id, CAT)
        road.work()
        image = road.stored(batch_id, digest(CAT))
        assert (image.status, image.is_cat) == (CatStatus.SUCCESS, True)
        assert "Lie" not in repr(image)


def test_a_log_does_not_tell_that_another_client_has_sent_the_same_file(road: CatRoad) -> None:
    logs = []
    for client in ("acme", "bolt"):
        batch_id = road.create(CAT, client=client, debug=True)
        road.upload(batch_id, CAT)
        road.work()
        logs.append(json.loads(road.s3.objects[f"logs/{batch_id}/{digest(CAT)}.json"]))
    assert road.rekognition.calls == 1
    assert logs[0] == logs[1]


def test_the_result_of_an_uploaded_picture_comes_from_its_file_alone(road: CatRoad) -> None:
    batch_id = road.create(CAT)
    given = {"batch_id": str(batch_id), "fingerprint": digest(CAT), "status": "success", "is_cat": False}
    with road.request() as request, pytest.raises(Outdated, match="comes from its file alone"):
        record_cat_result(request, RecordCatResultInput.model_validate(given))
    assert road.stored(batch_id, digest(CAT)).status is CatStatus.PENDING


def test_a_result_of_another_program_is_relied_on(road: CatRoad) -> None:
    known = CatImage(
        batch_id=5,
        fingerprint=digest(CAT),
        client_id="bolt",
        s3_key="dest/a.jpg",
        uploaded_at=road.chaos.now,
        status=CatStatus.SUCCESS,
        is_cat=True,
        rekognition_response='{"Labels": [{"Name": "Cat"}]}',
    )
    with road.request(None) as request:
        request.session.put(known.table, known.to_record())
    batch_id = road.create(CAT)
    road.upload(batch_id, CAT)
    road.work()
    assert road.stored(batch_id, digest(CAT)).is_cat is True
    assert road.rekognition.calls == 0
