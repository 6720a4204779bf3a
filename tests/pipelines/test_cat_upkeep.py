"""Pictures that got lost on the way: the sweeper, dead letters, and what has expired."""

from collections.abc import Iterator
from hashlib import sha256

import pytest

from commands.cats.dead_letters import images_of, redrive_images
from entities.cats import CatImage, CatStatus
from entities.letters import DeadLetter, LetterQueue
from loaders.letters import LETTERS
from local.data.sample.drawings import drawing, encoded
from services.errors import Away
from tests.pipelines.cat_road import CatRoad
from tests.pipelines.simulation import Database

CAT, DOG = encoded(drawing("cat", 1)), encoded(drawing("dog", 1))


def digest(picture: bytes) -> str:
    return sha256(picture).hexdigest()


@pytest.fixture
def road(database: Database) -> Iterator[CatRoad]:
    with CatRoad(database).running() as made:
        yield made


def test_what_no_worker_understands_is_kept_as_a_dead_letter(road: CatRoad) -> None:
    road.tell("no json")
    road.work()
    with road.request(None) as request:
        (letter,) = LETTERS.page(request, {}, first=10).items
    assert isinstance(letter, DeadLetter)
    assert (letter.queue, letter.body, letter.job_id) == (LetterQueue.CATS, "no json", None)
    assert letter.reason == "The message is neither an event of S3 nor one of ours."


def test_an_upload_that_no_event_told_of_is_found_by_the_sweeper(road: CatRoad) -> None:
    batch_id = road.create(CAT, DOG)
    road.s3.objects[f"uploads/{batch_id}/{digest(CAT)}"] = CAT
    road.chaos.pass_time(minutes=10)
    road.simulation.sweep()
    road.work()
    assert road.stored(batch_id, digest(CAT)).status is CatStatus.SUCCESS
    assert road.stored(batch_id, digest(DOG)).status is CatStatus.PENDING
    road.chaos.pass_time(minutes=90)
    road.simulation.sweep()
    image = road.stored(batch_id, digest(DOG))
    assert (image.status, image.error) == (CatStatus.FAIL, "The file was not uploaded in time.")


def test_a_message_that_fails_again_and_again_is_kept_and_the_image_fails(
    road: CatRoad, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> object:
        raise Away("Rekognition did not answer.")

    monkeypatch.setattr(road.rekognition, "detect_labels", away)
    batch_id = road.create(CAT)
    road.upload(batch_id, CAT)
    road.work()
    image = road.stored(batch_id, digest(CAT))
    assert image.status is CatStatus.FAIL
    assert "Rekognition did not answer." in (image.error or "")
    assert image.attempt == 3


def test_a_redriven_letter_is_a_retry(road: CatRoad, monkeypatch: pytest.MonkeyPatch) -> None:
    detect = road.rekognition.detect_labels
    monkeypatch.setattr(road.rekognition, "detect_labels", lambda *_: (_ for _ in ()).throw(Away("Away.")))
    batch_id = road.create(CAT)
    road.upload(batch_id, CAT)
    road.work()
    monkeypatch.setattr(road.rekognition, "detect_labels", detect)
    with road.request(None) as request:
        (letter,) = LETTERS.page(request, {}, first=10).items
        assert isinstance(letter, DeadLetter)
        assert redrive_images(request, letter, images_of(letter)) is None
    road.work()
    assert road.stored(batch_id, digest(CAT)).status is CatStatus.SUCCESS
    with road.request(None) as request:
        assert LETTERS.page(request, {}, first=10).items == []


def test_what_has_expired_goes_with_its_objects_and_nothing_else_does(road: CatRoad) -> None:
    batch_id = road.create(CAT, debug=True)
    road.upload(batch_id, CAT)
    road.work()
    road.s3.objects["theirs.png"] = CAT
    road.chaos.pass_time(days=15)
    road.simulation.sweep()
    with road.request(None) as request:
        assert request.session.get(CatImage.table, CatImage.key_for(batch_id=batch_id, fingerprint=digest(CAT))) is None
    assert list(road.s3.objects) == ["theirs.png"]
