"""Whatever goes wrong on the way of pictures: none is lost, stuck unlisted, without a reason, or recognised twice."""

from contextlib import suppress
from hashlib import sha256
from typing import Any

import pytest

from entities.cats import WAITING, CatImage, CatStatus
from loaders.cats import PENDING
from loaders.errors import LoaderError
from local.data.sample.drawings import drawing, encoded
from tests.pipelines.cat_road import CatRoad
from tests.pipelines.chaos import Chaos
from tests.pipelines.documents import undisturbed
from tests.pipelines.simulation import Database
from tests.pipelines.stand_ins import BUCKET
from tests.thoroughness import many
from workers import queue_events

SCHEDULES = many(60, 1_000)
TOGETHER = 25
FAULTS = {
    "killed": 0.03,
    "away": 0.03,
    "answer lost": 0.02,
    "interleaved": 0.05,
    "twice": 0.15,
    "late": 0.2,
    "event lost": 0.2,
    "delivered again": 0.15,
    "slowed": 0.3,
    "throttled": 0.1,
}
PICTURES = {encoded(drawing("cat" if n % 2 else "dog", n)): bool(n % 2) for n in range(5)}
PICTURES[b"GIF89a, and therefore no picture"] = False
BY_DIGEST = {sha256(each).hexdigest(): each for each in PICTURES}


@pytest.fixture(autouse=True)
def _silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of failures need not be written down."""
    for level in ("exception", "info"):
        monkeypatch.setattr(queue_events.logger, level, lambda *_, **__: None)


@pytest.mark.no_cover
@pytest.mark.parametrize("first", range(0, SCHEDULES, TOGETHER))
def test_no_picture_is_lost_stuck_unlisted_or_recognised_twice(database: Database, first: int) -> None:
    for seed in range(first, min(first + TOGETHER, SCHEDULES)):
        print(f"seed {seed}")  # noqa: T201  shown where it fails
        _CatSchedule(seed, database).run()


class _CatSchedule:
    """One random schedule of uploads and faults."""

    def __init__(self, seed: int, database: Database) -> None:
        self.chaos = Chaos(seed)
        self.random = self.chaos.random
        self.chaos.rates = {name: rate for name, rate in FAULTS.items() if self.random.random() < 0.5}
        self.road = CatRoad(database, self.chaos)
        self.batches: dict[int, list[str]] = {}
        self.uploaded: set[tuple[int, str]] = set()
        self.deleted: set[tuple[int, str]] = set()

    def run(self) -> None:
        with self.road.running():
            for _ in range(self.random.randint(1, 2)):
                self._create()
            for _ in range(self.random.randint(8, 30)):
                self._something()
            self.road.simulation.drain(lambda: None)
            self._check()

    def _create(self) -> None:
        pictures = self.random.sample(sorted(PICTURES), self.random.randint(1, 3))
        options: Any = {"force": self.random.random() < 0.7, "debug": self.random.random() < 0.3}
        with undisturbed(self.chaos):
            batch_id = self.road.create(*pictures, client=self.random.choice(("acme", "bolt")), **options)
        self.batches[batch_id] = [sha256(each).hexdigest() for each in pictures]
        for each in pictures:
            if self.random.random() < 0.9:
                self.uploaded.add((batch_id, sha256(each).hexdigest()))
                self.road.upload(batch_id, each)

    def _something(self) -> None:
        actions: list[tuple[float, Any]] = [
            (10, self.road.simulation.deliver_one),
            (3, lambda: self.chaos.pass_time(seconds=self.random.uniform(0, 900))),
            (2, self.road.simulation.sweep),
            (0.3, self._create),
            (0.5, self._told_again),
            (0.2, lambda: self.road.tell('{"what": ["is this"]}')),
            (0.6, self._retry),
            (0.2, self._delete),
            (0.1, self.road.sqs.wipe),
        ]
        ((_, action),) = self.random.choices(actions, [weight for weight, _ in actions])
        action()

    def _any(self) -> tuple[int, str]:
        batch_id = self.random.choice(list(self.batches))
        return batch_id, self.random.choice(self.batches[batch_id])

    def _owner(self, key: tuple[int, str]) -> str:
        return str(self.road.stored(*key).client_id)

    def _told_again(self) -> None:
        batch_id, digest = self._any()
        self.road.tell(self.road.s3.event(f"uploads/{batch_id}/{digest}"))

    def _retry(self) -> None:
        key = self._any()
        if key not in self.deleted:
            with undisturbed(self.chaos), suppress(LoaderError):
                self.road.retry(*key, client=self._owner(key))

    def _delete(self) -> None:
        key = self._any()
        if key not in self.deleted:
            with undisturbed(self.chaos):
                self.road.delete(*key, client=self._owner(key))
            self.deleted.add(key)

    def _check(self) -> None:
        wanted = {(batch_id, each) for batch_id, digests in self.batches.items() for each in digests} - self.deleted
        images = {(each.batch_id, each.fingerprint): each for batch in self.batches for each in self.road.images(batch)}
        assert images.keys() == wanted, "an image is lost, or came from nowhere"
        assert max(self.road.rekognition.tries.values(), default=0) <= 1, "recognised twice in one try"
        assert not any(queue.messages for queue in self.road.sqs.queues.values()), "a message is left"
        assert not any("busy" in (image.error or "") for image in images.values()), "waiting has used up tries"
        stuck = self._stuck()
        for key, image in images.items():
            if image.status is CatStatus.PENDING:
                assert key in stuck, f"stuck unlisted: {image}"
            else:
                self._check_ended(key, image)
        self._check_files(images)

    def _check_ended(self, key: tuple[int, str], image: CatImage) -> None:
        assert (image.waiting_since, image.lease_until, image.claim) == (None, None, None)
        if image.status is CatStatus.SUCCESS:
            assert image.is_cat is PICTURES[BY_DIGEST[key[1]]]
            assert image.labels
            assert image.error is None
        else:
            assert image.error, "no reason"
            assert image.is_cat is None
        if image.logged_at:
            assert f"logs/{key[0]}/{key[1]}.json" in self.road.s3.objects

    def _check_files(self, images: dict[tuple[int, str], CatImage]) -> None:
        """Every file that was uploaded is where its image says, and no other file is there."""
        files = {f"{BUCKET}/{each}" for each in self.road.s3.objects if not each.startswith("logs/")}
        ended = {key: image for key, image in images.items() if image.status is not CatStatus.PENDING}
        mine = {
            str(image.s3_key)
            for key, image in ended.items()
            if key in self.uploaded and str(key[0]) in str(image.s3_key)
        }
        assert mine <= files, "a file is lost"
        assert files <= {str(image.s3_key) for image in images.values()} | self._waiting_files(images)

    def _waiting_files(self, images: dict[tuple[int, str], CatImage]) -> set[str]:
        waiting = [key for key, image in images.items() if image.status is CatStatus.PENDING]
        return {f"{BUCKET}/{folder}/{batch}/{digest}" for folder in ("uploads", "failed") for batch, digest in waiting}

    def _stuck(self) -> set[tuple[int, str]]:
        with self.road.request(None) as request:
            page = PENDING.page(request, {"waiting": WAITING}, first=100)
        return {(each.batch_id, each.fingerprint) for each in page.items if isinstance(each, CatImage)}
