"""Pictures on their way from an address to a verdict."""

import json
from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from io import BytesIO

import pytest
from PIL import Image

from commands.cats import image_changes
from commands.cats.batches import CreateCatBatchInput, create_cat_batch
from commands.cats.logs import logs_of
from commands.cats.steps import claimed
from entities.cats import CatImage, CatStatus
from loaders.errors import LoaderError, NotFound, Outdated, Throttled
from loaders.letters import LETTERS
from local.data.sample.drawings import drawing, encoded
from services.errors import Slowed
from services.settings import ServiceSettings
from tests.commands.job_setting import meanwhile
from tests.pipelines.cat_road import CatRoad
from tests.pipelines.simulation import Database
from tests.pipelines.stand_ins import BUCKET

CAT, DOG = encoded(drawing("cat", 1)), encoded(drawing("dog", 1))


def digest(picture: bytes) -> str:
    return sha256(picture).hexdigest()


@pytest.fixture
def road(database: Database) -> Iterator[CatRoad]:
    with CatRoad(database).running() as made:
        yield made


def verdicts(road: CatRoad, batch_id: int) -> dict[str, tuple[CatStatus, bool | None]]:
    return {each.fingerprint: (each.status, each.is_cat) for each in road.images(batch_id)}


def test_twenty_pictures_become_verdicts(road: CatRoad) -> None:
    pictures = [encoded(drawing("cat" if n % 2 else "dog", 100 + n)) for n in range(20)]
    batch_id = road.create(*pictures)
    road.upload(batch_id, *pictures)
    road.work()
    expected = {digest(each): (CatStatus.SUCCESS, bool(n % 2)) for n, each in enumerate(pictures)}
    assert verdicts(road, batch_id) == expected
    assert road.rekognition.calls == 20
    assert set(road.s3.objects) == {f"done/{batch_id}/{each}" for each in expected}
    image = road.stored(batch_id, digest(pictures[1]))
    assert image.s3_key == f"{BUCKET}/done/{batch_id}/{image.fingerprint}"
    assert [each.name for each in image.labels or ()] == ["Cat", "Pet", "Mammal", "Animal"]
    assert (image.error, image.waiting_since, image.lease_until, image.claim) == (None, None, None, None)
    assert image.recognised_at is not None


def test_a_repeat_is_answered_without_recognition_also_under_another_name(road: CatRoad) -> None:
    first = road.create(CAT, DOG)
    road.upload(first, CAT, DOG)
    road.work()
    files = tuple(
        {"file_name": name, "sha256": digest(each), "byte_length": len(each), "content_type": "image/png"}
        for name, each in (("renamed.png", CAT), ("dog.png", DOG))
    )
    with road.request() as request:
        made = create_cat_batch(request, CreateCatBatchInput.model_validate({"files": files}))
    assert [(each.url, each.known and each.known.is_cat) for each in made.uploads] == [(None, True), (None, False)]
    assert verdicts(road, made.batch_id) == verdicts(road, first)
    renamed = road.stored(made.batch_id, digest(CAT))
    assert (renamed.file_name, renamed.s3_key) == ("renamed.png", f"{BUCKET}/done/{first}/{digest(CAT)}")
    assert road.rekognition.calls == 2


def test_what_another_client_knows_is_told_only_after_the_bytes_came(road: CatRoad) -> None:
    first = road.create(CAT, client="acme", debug=True)
    road.upload(first, CAT)
    road.work()
    second = road.create(CAT, client="bolt")
    image = road.stored(second, digest(CAT))
    assert (image.status, image.is_cat, image.labels) == (CatStatus.PENDING, None, None)
    road.upload(second, CAT)
    road.work()
    known, image = road.stored(first, digest(CAT)), road.stored(second, digest(CAT))
    assert (image.status, image.is_cat, image.labels) == (CatStatus.SUCCESS, True, known.labels)
    assert (image.logged_at, image.s3_key) == (None, f"{BUCKET}/done/{second}/{digest(CAT)}")
    assert "acme" not in repr(image)
    assert road.rekognition.calls == 1


def test_a_wrong_file_learns_nothing_of_what_others_know(road: CatRoad) -> None:
    first = road.create(CAT, client="acme")
    road.upload(first, CAT)
    road.work()
    second = road.create(CAT, client="bolt")
    road.s3.upload(f"uploads/{second}/{digest(CAT)}", DOG)
    road.work()
    image = road.stored(second, digest(CAT))
    assert (image.status, image.is_cat, image.labels) == (CatStatus.FAIL, None, None)
    assert image.error == "The file is another one than was announced: its SHA-256 differs."


def test_force_recognises_again(road: CatRoad) -> None:
    for _ in range(2):
        batch_id = road.create(CAT, force=True)
        road.upload(batch_id, CAT)
        road.work()
    assert road.rekognition.calls == 2


def _png(width: int, height: int) -> bytes:
    out = BytesIO()
    Image.new("1", (width, height)).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        (CAT[:600], "Rekognition cannot read the picture: it is damaged, or its format is another."),
        (CAT[:12], "The file begins like a PNG, but is damaged: it does not say how large it is."),
        (_png(10_001, 90), "The picture has 10,001 x 90 pixels. A side may have at most 10,000."),
        (_png(79, 90), "The picture has 79 x 90 pixels. Each side needs at least 80."),
        (encoded(drawing("cat", 2), "JPEG"), "The file is a JPEG, not image/png as it was announced."),
        (b"GIF89a" + bytes(200), "The file is neither a JPEG nor a PNG picture."),
    ],
    ids=["broken", "cut off", "huge", "tiny", "mislabelled", "no picture"],
)
def test_what_cannot_be_recognised_fails_with_its_reason(road: CatRoad, picture: bytes, reason: str) -> None:
    batch_id = road.create(picture)
    road.upload(batch_id, picture)
    road.work()
    image = road.stored(batch_id, digest(picture))
    assert (image.status, image.error, image.is_cat) == (CatStatus.FAIL, reason, None)
    assert list(road.s3.objects) == [f"failed/{batch_id}/{digest(picture)}"]
    assert image.s3_key == f"{BUCKET}/failed/{batch_id}/{digest(picture)}"


def test_throttling_uses_up_no_try(road: CatRoad, monkeypatch: pytest.MonkeyPatch) -> None:
    detect, slow = road.rekognition.detect_labels, iter(range(8))

    def busy(*given: object) -> object:
        if next(slow, None) is not None:
            raise Slowed("Rekognition is busy.")
        return detect(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(road.rekognition, "detect_labels", busy)
    batch_id = road.create(CAT)
    road.upload(batch_id, CAT)
    road.work()
    image = road.stored(batch_id, digest(CAT))
    assert (image.status, image.attempt, image.throttled_count) == (CatStatus.SUCCESS, 1, 8)


def test_a_debug_log_tells_of_this_image_and_is_not_in_the_item(road: CatRoad) -> None:
    batch_id = road.create(CAT, DOG, debug=True)
    road.upload(batch_id, CAT, DOG)
    road.work()
    image = road.stored(batch_id, digest(CAT))
    assert image.logs is None
    assert image.logged_at is not None

    def log_for(client: str | None) -> str | None:
        with road.request(client) as request:
            (found,) = logs_of(request, [(batch_id, digest(CAT))])
        assert not isinstance(found, LoaderError)
        return found

    log = log_for("acme")
    lines = json.loads(log or "")
    assert lines[-1].endswith("The result is SUCCESS: a cat.")
    assert digest(DOG) not in str(log)
    assert log_for("bolt") is None
    assert log_for(None) == log


def test_a_log_that_cannot_be_read_does_not_take_the_others_with_it(
    road: CatRoad, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch_id = road.create(CAT, DOG, debug=True)
    road.upload(batch_id, CAT, DOG)
    road.work()
    read = road.s3.read

    def busy_with_dogs(key: str) -> bytes:
        if digest(DOG) in key:
            raise Slowed("S3 is busy.")
        return read(key)

    monkeypatch.setattr(road.s3, "read", busy_with_dogs)
    with road.request("acme") as request:
        cat, dog = logs_of(request, [(batch_id, digest(CAT)), (batch_id, digest(DOG))])
    assert "a cat." in str(cat)
    assert isinstance(dog, Throttled)


def test_events_that_are_about_nothing_change_nothing(road: CatRoad) -> None:
    road.tell(json.dumps({"Event": "s3:TestEvent", "Bucket": BUCKET}))
    road.s3.upload(f"uploads/77/{digest(CAT)}", CAT)
    road.s3.upload("uploads/elsewhere.png", CAT)
    road.work()
    assert road.images(77) == []
    with road.request(None) as request:
        assert LETTERS.page(request, {}, first=10).items == []


def test_a_failed_image_can_be_retried(road: CatRoad) -> None:
    batch_id = road.create(CAT)
    key = f"uploads/{batch_id}/{digest(CAT)}"
    road.s3.upload(key, DOG)
    road.work()
    assert road.stored(batch_id, digest(CAT)).status is CatStatus.FAIL
    road.s3.objects[f"failed/{batch_id}/{digest(CAT)}"] = CAT
    image = road.retry(batch_id, digest(CAT))
    assert (image.status, image.error) == (CatStatus.PENDING, None)
    road.work()
    image = road.stored(batch_id, digest(CAT))
    assert (image.status, image.is_cat, image.attempt) == (CatStatus.SUCCESS, True, 2)
    assert list(road.s3.objects) == [f"done/{batch_id}/{digest(CAT)}"]
    with pytest.raises(Outdated, match="SUCCESS is final"):
        road.retry(batch_id, digest(CAT))
    with pytest.raises(NotFound):
        road.retry(batch_id, digest(CAT), client="bolt")


def test_an_image_that_a_worker_claims_meanwhile_is_not_retried(road: CatRoad) -> None:
    batch_id = road.create(CAT)
    road.s3.objects[f"uploads/{batch_id}/{digest(CAT)}"] = CAT  # no event tells of it
    road.chaos.now += timedelta(minutes=1)

    def claim() -> None:
        with road.request(None) as request:
            assert claimed(request, batch_id, digest(CAT))

    with meanwhile(image_changes, "tried_again", claim), pytest.raises(Outdated, match="being processed"):
        road.retry(batch_id, digest(CAT))


def test_a_deleted_image_takes_its_objects_along(road: CatRoad) -> None:
    batch_id = road.create(CAT, DOG, debug=True)
    road.upload(batch_id, CAT, DOG)
    road.work()
    with pytest.raises(NotFound):
        road.delete(batch_id, digest(CAT), client="bolt")
    road.delete(batch_id, digest(CAT))
    assert [each.fingerprint for each in road.images(batch_id)] == [digest(DOG)]
    assert set(road.s3.objects) == {f"done/{batch_id}/{digest(DOG)}", f"logs/{batch_id}/{digest(DOG)}.json"}
    with pytest.raises(NotFound):
        road.delete(batch_id, digest(CAT))


def test_the_file_of_another_program_is_deleted_only_if_that_is_asked_for(road: CatRoad) -> None:
    road.s3.objects["theirs.png"] = CAT
    image = CatImage(
        batch_id=5,
        fingerprint=digest(CAT),
        client_id="acme",
        s3_key=f"{BUCKET}/theirs.png",
        uploaded_at=road.chaos.now,
    )
    with road.request(None) as request:
        request.session.put(image.table, image.to_record())
    road.delete(5, digest(CAT))
    assert road.images(5) == []
    assert "theirs.png" in road.s3.objects


def test_nothing_is_created_without_a_bucket(road: CatRoad) -> None:
    vars(road.services).pop("cats")
    road.services.settings = ServiceSettings()
    with pytest.raises(LoaderError, match="CATS_BUCKET is not set"):
        road.create(CAT)
