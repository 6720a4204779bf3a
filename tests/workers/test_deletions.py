"""Deletions are told of once for what is deleted, and not for all that goes with it."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from entities.cats import CatImage
from entities.documents import DocumentStatus, TextractJob
from entities.item import Item
from entities.jobs import Instance, Job
from entities.novae.nova import Nova, NovaStatus
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptWordLabel
from entities.receipts.receipt import Receipt
from tests.loaders.sample import NOW
from tests.reads.world import world
from tests.workers.conftest import FakeAppSync, batch, stream_record

EXPIRED = {"type": "Service", "principalId": "dynamodb.amazonaws.com"}


def removed(item: Item, event: str = "1", **more: Any) -> dict[str, Any]:
    return stream_record(None, item, event, **more)


def image(**values: Any) -> Image:
    return next(item for item in world() if isinstance(item, Image)).model_copy(
        update={"image_id": str(uuid4()), **values}
    )


def label(image_id: str) -> ReceiptWordLabel:
    ids = {"image_id": image_id, "receipt_id": 1, "line_id": 1, "word_id": 1, "label": "TOTAL"}
    return ReceiptWordLabel.model_validate({**ids, "timestamp_added": NOW})


def receipt(image_id: str, **values: Any) -> Receipt:
    return next(item for item in world() if isinstance(item, Receipt)).model_copy(
        update={"image_id": image_id, **values}
    )


def test_a_deleted_receipt_is_told_of_once_with_the_one_who_deleted_it(appsync: FakeAppSync) -> None:
    kept = image()
    gone = receipt(kept.image_id, deleted_by="ann")
    appsync.put(kept, gone)
    assert batch(*(removed(label(kept.image_id), str(number)) for number in range(3))) == []
    appsync.drop(gone)
    assert batch(removed(label(kept.image_id), "8"), removed(gone, "9")) == []
    (told,) = appsync.items("publishDeleted")
    assert (told["type"], told["imageId"], told["by"]) == ("Receipt", kept.image_id, "ann")


def test_a_deleted_image_is_told_of_once_with_the_one_who_deleted_it(appsync: FakeAppSync) -> None:
    gone = image(deleted_by="ann")
    appsync.put(gone)
    assert batch(*(removed(label(gone.image_id), str(number)) for number in range(5))) == []
    appsync.drop(gone)
    record = removed(gone, "9")
    record["dynamodb"]["ApproximateCreationDateTime"] = 1_800_000_000
    assert batch(removed(label(gone.image_id), "8"), record) == []
    (told,) = appsync.items("publishDeleted")
    assert told["type"] == "Image"
    assert told["imageId"] == gone.image_id
    assert told["by"] == "ann"
    assert told["deletedAt"] == datetime.fromtimestamp(1_800_000_000, UTC).strftime("%Y-%m-%dT%H:%M:%S.000000Z")
    assert told["audience"] == "PUBLIC"
    assert told["id"]


def test_a_label_that_is_deleted_alone_is_told_of(appsync: FakeAppSync) -> None:
    kept = image()
    appsync.put(kept, receipt(kept.image_id))
    batch(removed(label(kept.image_id)))
    (told,) = appsync.items("publishDeleted")
    assert (told["type"], told["imageId"]) == ("ReceiptWordLabel", kept.image_id)
    assert "by" not in told


def test_what_has_expired_was_deleted_by_expiry(appsync: FakeAppSync) -> None:
    batch(removed(Job(job_id="j", name="n", created_at=NOW, created_by="ann"), userIdentity=EXPIRED))
    (told,) = appsync.items("publishDeleted")
    assert told["by"] == "expiry"
    assert "imageId" not in told


def test_items_that_nobody_shows_are_not_told_of(appsync: FakeAppSync) -> None:
    batch(removed(Instance(instance_id="i", instance_type="p3", launched_at=NOW), "1"))
    assert len(appsync.got) == 1
    batch(stream_record(Instance(instance_id="i", instance_type="p3", launched_at=NOW), event="2"))
    assert [each.announcement.mutation for each in appsync.got] == ["publishDeleted", "publishInstanceChanged"]


def cat(client_id: str | None) -> CatImage:
    return CatImage(batch_id=1, fingerprint="f" * 64, client_id=client_id, s3_key="k", uploaded_at=NOW)


def nova(status: NovaStatus) -> Nova:
    return Nova(
        nova_id=str(uuid4()),
        status=status,
        created_at=NOW,
        updated_at=NOW,
        primary_name="V1",
        primary_name_normalized="v1",
    )


DOCUMENT = TextractJob(job_id="d", document_key="k", status=DocumentStatus.COMPLETED, submitted_at=NOW)


@pytest.mark.parametrize(
    ("item", "audience"),
    [
        (cat("acme"), "acme"),
        (cat("STAFF"), "OPERATORS"),
        (cat("PUBLIC"), "OPERATORS"),
        (DOCUMENT, "SIGNED_IN"),
        (nova(NovaStatus.ACTIVE), "PUBLIC"),
        (nova(NovaStatus.HIDDEN), "STAFF"),
    ],
)
def test_a_deletion_is_told_to_those_who_could_see_the_item(appsync: FakeAppSync, item: Item, audience: str) -> None:
    batch(removed(item))
    (told,) = appsync.items("publishDeleted")
    assert told["audience"] == audience
