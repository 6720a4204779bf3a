"""The sample: something of everything, right in itself, and the same at every load."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from entities.attributes import decode_item
from entities.cats import CatImage, CatStatus
from entities.documents import DocumentStatus, TextractJob
from entities.item import Item
from entities.jobs import Job, JobDependency, JobState, JobStatus, Queue, QueueJob
from entities.novae.nova import Nova, NovaStatus
from entities.novae.products import AcquisitionState, QuarantineReason, SpectraProduct, ValidationState
from entities.novae.runs import Attempt, AttemptStatus, JobRun, RunStatus
from entities.receipts.batches import BatchStatus, BatchSummary
from entities.receipts.images import Image, ImageType, Line, Word
from entities.receipts.labels import ReceiptWordLabel, ValidationStatus
from entities.receipts.receipt import EmbeddingStatus, Receipt, ReceiptLetter, ReceiptLine, ReceiptWord
from entities.registry import all_types
from entities.tables import TABLES
from loaders.dynamo.client import make_client
from loaders.dynamo.store import Store
from local.data.engines import Engine
from local.data.sample import load_sample, names
from local.data.sample.parts import Part, parts
from tests.read_item import read_item

NOW = datetime(2026, 5, 4, 10, tzinfo=UTC)


@pytest.fixture(scope="module")
def items() -> list[Item]:
    return [item for _, make in parts(NOW) for item in make()]


def of(items: list[Item], kind: type[Any]) -> list[Any]:
    return [item for item in items if type(item) is kind]


def keys(items: list[Item]) -> list[tuple[Any, ...]]:
    return [(item.table.name, *item.primary_key().values()) for item in items]


def test_every_stored_type_is_there(items: list[Item]) -> None:
    assert {type(item).__name__ for item in items} == set(all_types())


def test_no_item_is_there_twice(items: list[Item]) -> None:
    assert [key for key, count in Counter(keys(items)).items() if count > 1] == []


def test_it_is_the_same_at_every_load(items: list[Item]) -> None:
    again = [item for _, make in parts(NOW) for item in make()]
    assert [item.to_record() for item in items] == [item.to_record() for item in again]


def test_all_states_can_be_seen(items: list[Item]) -> None:
    assert {each.validation_status for each in of(items, ReceiptWordLabel)} == set(ValidationStatus)
    assert {each.embedding_status for each in of(items, ReceiptWord)} == set(EmbeddingStatus)
    assert {each.image_type for each in of(items, Image)} == set(ImageType)
    assert {each.status for each in of(items, BatchSummary)} == set(BatchStatus)
    assert {each.status for each in of(items, Job)} == set(JobState)
    assert {each.status for each in of(items, JobStatus)} == set(JobState)
    assert {each.status for each in of(items, Nova)} == set(NovaStatus)
    assert {each.acquisition_status for each in of(items, SpectraProduct)} >= set(AcquisitionState)
    assert {each.validation_status for each in of(items, SpectraProduct)} >= set(ValidationState)
    assert {each.quarantine_reason_code for each in of(items, SpectraProduct)} >= set(QuarantineReason)
    assert {each.status for each in of(items, JobRun)} == set(RunStatus)
    assert {each.status for each in of(items, Attempt)} == set(AttemptStatus)
    assert {(each.status, each.is_cat) for each in of(items, CatImage)} == {
        *((CatStatus.SUCCESS, is_cat) for is_cat in (True, False)),
        *((status, None) for status in (CatStatus.FAIL, CatStatus.PENDING)),
    }
    assert {each.status for each in of(items, TextractJob)} == set(DocumentStatus)


def amounts(items: list[Item], receipt: Receipt, label: str) -> list[Decimal]:
    """The amounts on a receipt that are rightly labelled so."""
    place = (receipt.image_id, receipt.receipt_id)
    text = {
        (word.line_id, word.word_id): word.text
        for word in of(items, ReceiptWord)
        if (word.image_id, word.receipt_id) == place
    }
    return [
        Decimal(text[each.line_id, each.word_id].lstrip("$"))
        for each in of(items, ReceiptWordLabel)
        if (each.image_id, each.receipt_id, each.label) == (*place, label)
        and each.validation_status is not ValidationStatus.INVALID
    ]


def test_receipts_add_up(items: list[Item]) -> None:
    receipts = of(items, Receipt)
    assert len(receipts) == 8
    for receipt in receipts:
        (subtotal,) = amounts(items, receipt, "SUBTOTAL")
        (total,) = amounts(items, receipt, "GRAND_TOTAL")
        bought = sum(amounts(items, receipt, "LINE_TOTAL")) + sum(amounts(items, receipt, "DISCOUNT"))
        assert bought == subtotal
        assert subtotal + sum(amounts(items, receipt, "TAX")) + sum(amounts(items, receipt, "TIP")) == total


def test_lines_follow_each_other_down_the_page_and_words_to_the_right(items: list[Item]) -> None:
    for kind, word_kind in ((ReceiptLine, ReceiptWord), (Line, Word)):
        for lines in pages(of(items, kind)):
            tops = [line.top_left.y for line in lines]
            assert tops == sorted(tops, reverse=True)
            assert [line.line_id for line in lines] == list(range(lines[0].line_id, lines[-1].line_id + 1))
        for words in pages(of(items, word_kind), "line_id"):
            lefts = [word.top_left.x for word in words]
            assert lefts == sorted(lefts)


def pages(found: list[Any], *more: str) -> Iterator[list[Any]]:
    """Items grouped by their receipt; those of an image with several receipts are left out."""
    by_page: dict[tuple[Any, ...], list[Any]] = {}
    for item in found:
        page = (item.image_id, getattr(item, "receipt_id", None), *(getattr(item, name) for name in more))
        by_page.setdefault(page, []).append(item)
    several = {names.TWO_RECEIPTS_IMAGE_ID, names.sample_id("image", "car")}
    yield from (page for key, page in by_page.items() if key[1] is not None or key[0] not in several or more)


def test_boxes_hold_their_corners_and_lie_on_the_picture(items: list[Item]) -> None:
    for item in [*of(items, ReceiptWord), *of(items, Word), *of(items, ReceiptLetter)]:
        box = item.bounding_box
        for corner in (item.top_left, item.top_right, item.bottom_left, item.bottom_right):
            assert 0 <= corner.x <= 1
            assert 0 <= corner.y <= 1
            assert box.x - 1e-9 <= corner.x <= box.x + box.width + 1e-9
            assert box.y - 1e-9 <= corner.y <= box.y + box.height + 1e-9
        assert item.top_left.y > item.bottom_left.y
        assert (item.top_right.y > item.top_left.y) == (item.angle_degrees > 0) or item.angle_degrees == 0


def test_words_are_made_of_their_letters(items: list[Item]) -> None:
    spelled: dict[tuple[int, int], str] = {}
    for letter in of(items, ReceiptLetter):
        spelled[letter.line_id, letter.word_id] = spelled.get((letter.line_id, letter.word_id), "") + letter.text
    words = [word for word in of(items, ReceiptWord) if word.image_id == names.IMAGE_ID and not word.is_noise]
    assert {(word.line_id, word.word_id): word.text for word in words} == spelled | {
        (word.line_id, word.word_id): "@" for word in words if word.text == "@"
    }


def test_a_sweep_is_under_way(items: list[Item]) -> None:
    jobs = {job.job_id: job for job in of(items, Job)}
    links = {(each.dependent_job_id, each.dependency_job_id) for each in of(items, JobDependency)}
    children = [dependent for dependent, needed in links if needed == names.SWEEP_ID]
    assert len(children) == 12
    assert all((names.SWEEP_ID, child) in links for child in children)
    assert jobs[names.SWEEP_ID].job_type == "sweep"
    assert jobs[names.RUNNING_JOB_ID].status is JobState.RUNNING
    assert jobs[names.FINISHED_JOB_ID].status is JobState.SUCCEEDED
    latest = {status.job_id: status for status in sorted(of(items, JobStatus), key=lambda each: each.updated_at)}
    assert all(latest[job_id].status is job.status for job_id, job in jobs.items())
    assert NOW - latest[names.RUNNING_JOB_ID].updated_at < timedelta(minutes=20)
    (queue,) = [each for each in of(items, Queue) if each.queue_name == names.QUEUE_NAME]
    assert queue.job_count == len([each for each in of(items, QueueJob) if each.queue_name == names.QUEUE_NAME])


def test_nothing_but_a_cooldown_lies_in_the_future(items: list[Item]) -> None:
    allowed = {"expires_at", "next_eligible_attempt_at"}
    for item in items:
        for name, value in item.__dict__.items():
            if isinstance(value, datetime) and name not in allowed:
                assert value <= NOW, (type(item).__name__, name)


def test_names_lead_to_what_they_promise(items: list[Item]) -> None:
    images = {image.image_id: image for image in of(items, Image)}
    assert images[names.IMAGE_ID].image_type is ImageType.PHOTO
    assert images[names.TWO_RECEIPTS_IMAGE_ID].receipt_count == 2
    assert {nova.nova_id for nova in of(items, Nova) if nova.primary_name == names.NOVA_NAME} == {names.NOVA_ID}
    assert names.CAT_BATCH_ID in {image.batch_id for image in of(items, CatImage)}
    (document,) = [each for each in of(items, TextractJob) if each.job_id == names.DOCUMENT_JOB_ID]
    assert document.status is DocumentStatus.COMPLETED


def everything(embedded: Engine, store: Store) -> list[Item]:
    """All that lies in the tables, as the readers see it."""
    client = make_client(embedded.url)
    found: list[Item] = []
    for table in TABLES.values():
        for page in client.get_paginator("scan").paginate(TableName=store.name_of(table)):
            read = (read_item(table, decode_item(record)) for record in page["Items"])
            found += [item for item in read if isinstance(item, Item)]
    client.close()
    return found


def test_it_loads_into_the_engine_and_every_item_reads_back(
    embedded: Engine, sampled: Store, items: list[Item]
) -> None:
    stored = everything(embedded, sampled)
    assert [item.problem for item in stored if item.problem] == []
    assert Counter(map(type, stored)) == Counter(map(type, items))


def test_a_second_load_adds_nothing(embedded: Engine, sampled: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def some_parts(now: datetime) -> list[Part]:
        """Those whose items hang on the moment of loading, without the many that do not."""
        return [part for part in parts(now) if part[0] in {"documents", "jobs"}]

    before = everything(embedded, sampled)
    monkeypatch.setattr("local.data.sample.parts", some_parts)
    told: list[str] = []
    load_sample(sampled, told.append)
    assert len(told) == 2
    assert sorted(keys(everything(embedded, sampled))) == sorted(keys(before))
