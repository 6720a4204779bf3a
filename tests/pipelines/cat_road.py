"""The road of pictures, with stand-ins for S3, SQS and Rekognition over the real engine."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any

from commands.cats.batches import CatFileInput, CreateCatBatchInput, create_cat_batch
from commands.cats.image_changes import DeleteCatImageInput, RetryCatImageInput, delete_cat_image, retry_cat_image
from entities.cats import CatImage
from entities.tables import CATS, LETTERS
from loaders.caller import RequestCaller
from loaders.cats import BATCH
from loaders.current import find
from loaders.request import Request
from local.services.rekognition.api import TARGET, Recogniser
from services.clients import Services
from services.errors import Away, RefusalKind, RefusedByService, Slowed
from services.rekognition import DetectedLabel, Rekognition
from services.settings import ServiceSettings
from tests.pipelines.chaos import Chaos
from tests.pipelines.simulation import Database, Simulation, Woken, simulated
from tests.pipelines.stand_ins import BUCKET, MemoryS3, MemorySqs
from workers import cat_processor, dead_letters, sweeper
from workers.turns import whole_turn

QUEUE = "cats"
SWEPT = ("cats", "moved cats", "expired cats")
SETTINGS = ServiceSettings(cats_bucket=BUCKET, cats_queue_url=QUEUE, sweep_expired="1")


class MemoryRekognition(Rekognition):
    """The recogniser at home as a client of it. It notes for which try of which picture it was asked."""

    def __init__(self, road: "CatRoad") -> None:
        self.road = road
        self.tries: Counter[tuple[str, str, int | None]] = Counter()

    @property
    def calls(self) -> int:
        return self.tries.total()

    def detect_labels(self, bucket: str, key: str, max_labels: int, min_confidence: float) -> list[DetectedLabel]:
        if self.road.chaos.happens("slowed"):
            raise Slowed("Rekognition is busy.")

        def effect() -> dict[str, Any]:
            _, batch_id, fingerprint = key.split("/")
            self.tries[batch_id, fingerprint, self.road.stored(int(batch_id), fingerprint).attempt] += 1
            return _recognised(self.road.s3.objects[key], max_labels, min_confidence)

        assert bucket == BUCKET
        answer = self.road.chaos.call("Rekognition", effect, Away("Rekognition did not answer."))
        if "__type" in answer:
            kind = RefusalKind.DOCUMENT if "Image" in answer["__type"] else RefusalKind.REQUEST
            raise RefusedByService(kind, answer["Message"], answer["__type"])
        return [
            DetectedLabel(each["Name"], each["Confidence"], tuple(one["Name"] for one in each["Parents"]))
            for each in answer["Labels"]
        ]


@cache
def _recognised(content: bytes, max_labels: int, min_confidence: float) -> dict[str, Any]:
    """Drawings are looked at once: many tests use the same ones."""
    place = {"S3Object": {"Bucket": BUCKET, "Name": "any"}}
    body = {"Image": place, "MaxLabels": max_labels, "MinConfidence": min_confidence}
    return Recogniser(lambda *_: content).answer(TARGET, json.dumps(body).encode())[1]


class CatRoad:
    """Everything that pictures need on their way."""

    def __init__(self, database: Database, chaos: Chaos | None = None) -> None:
        self.database, self.chaos = database, chaos or Chaos(0)
        self.sqs = MemorySqs(self.chaos, QUEUE)
        self.s3 = MemoryS3(self.chaos, self.tell, prefix="uploads/")
        self.rekognition = MemoryRekognition(self)
        self.services = Services(SETTINGS)
        self.services.__dict__ |= {"cats": self.s3, "sqs": self.sqs, "rekognition": self.rekognition}
        woken = [Woken(QUEUE, cat_processor.handler), Woken(f"{QUEUE}-dlq", dead_letters.handler, batch=3)]
        self.simulation = Simulation(self.chaos, self.sqs, woken, _strike, database)
        self.chaos.between = self._deliver

    def _deliver(self) -> None:
        self.simulation.deliver_one()

    @contextmanager
    def running(self) -> Iterator["CatRoad"]:
        """Let workers and commands use this road; nothing of it stays in the tables."""
        with simulated(self.services, self.chaos, self.database):
            try:
                yield self
            finally:
                self._clean()

    @contextmanager
    def request(self, client: str | None = "acme") -> Iterator[Request]:
        """A request of a person of a client; without one, of a program."""
        caller = RequestCaller("user", "ann", client) if client else RequestCaller("program", "pipeline")
        with self.database.request(caller) as made:
            yield made

    def create(self, *pictures: bytes, client: str = "acme", kind: str = "image/png", **more: Any) -> int:
        """A new batch of pictures; returns its number."""
        files = tuple(
            CatFileInput(
                file_name=f"{number}.png", sha256=sha256(each).hexdigest(), byte_length=len(each), content_type=kind
            )
            for number, each in enumerate(pictures)
        )
        with self.request(client) as request:
            return create_cat_batch(request, CreateCatBatchInput(files=files, **more)).batch_id

    def upload(self, batch_id: int, *pictures: bytes) -> None:
        """Put pictures to their addresses; the bucket tells the queue."""
        for each in pictures:
            self.s3.upload(f"uploads/{batch_id}/{sha256(each).hexdigest()}", each)

    def retry(self, batch_id: int, fingerprint: str, client: str = "acme") -> CatImage:
        ids = {"batch_id": str(batch_id), "fingerprint": fingerprint}
        with self.request(client) as request:
            return retry_cat_image(request, RetryCatImageInput.model_validate(ids))

    def delete(self, batch_id: int, fingerprint: str, client: str = "acme", **more: Any) -> CatImage:
        ids = {"batch_id": str(batch_id), "fingerprint": fingerprint, **more}
        with self.request(client) as request:
            return delete_cat_image(request, DeleteCatImageInput.model_validate(ids))

    def tell(self, body: str) -> None:
        self.sqs.deliver(QUEUE, body)

    def work(self) -> None:
        """Deliver all messages, and go on in time as long as there are more."""
        for _ in range(500):
            if not self.simulation.deliver_one():
                left = [each.visible_at for queue in self.sqs.queues.values() for each in queue.messages]
                if not left:
                    return
                self.chaos.now = max(self.chaos.now, min(left))
        raise AssertionError("it does not end")

    def stored(self, batch_id: int, fingerprint: str) -> CatImage:
        with self.request(None) as request:
            found = find(request, CatImage, batch_id=batch_id, fingerprint=fingerprint)
        assert found
        return found.item

    def images(self, batch_id: int) -> list[CatImage]:
        """All images of a batch, whoever owns them."""
        (query,) = BATCH.queries({"batch_id": batch_id})
        with self.request(None) as request:
            records = request.session.query(replace(query, is_consistent=True))
            return [item for item in request.items(CATS, records, CatImage) if isinstance(item, CatImage)]

    def _clean(self) -> None:
        for table in (CATS, LETTERS):
            name = self.database.names[table.name]
            for item in self.database.client.scan(TableName=name)["Items"]:
                key = {each: item[each] for each in table.key.attributes}
                self.database.client.delete_item(TableName=name, Key=key)


def _strike(_: Any, __: Any) -> dict[str, Any]:
    """What the clock does about pictures; documents are not under way here."""
    swept = {name: sweeper._swept(name, sweeper.SWEEPS[name], whole_turn(None)) for name in SWEPT}
    return {"batchItemFailures": [], "swept": swept}
