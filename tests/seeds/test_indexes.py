"""Every index of the documents is read by a query; and no index that we write is read by none."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from entities.item import Item
from entities.jobs import Job, JobMetric
from entities.receipts.validations import ReceiptValidationResult
from entities.registry import types_in
from entities.tables import TABLES
from loaders.jobs import runs_begin_with
from local.data.engines import Engine
from resolvers.runtime.ids import global_id
from tests.commands.conftest import Changing
from tests.contract.examples.setting import setting
from tests.formats.api import asking
from tests.loaders.sample import NOW
from tests.seeds.indexes import INDEXES
from tests.seeds.names import of_kind
from tests.seeds.samples import entity_of
from tests.seeds.test_attributes import nodes_in

ITEMS: tuple[Item, ...] = (
    *setting(),
    ReceiptValidationResult(
        image_id="img", receipt_id=1, field_name="total", result_index=1, type="error", validation_timestamp=NOW
    ),
    Job(job_id="ours", name="ours", created_at=NOW, created_by="ann", runs_total=1, job_config={"job_type": "sweep"}),
    JobMetric(job_id=f"{runs_begin_with('ours')}-0", metric_name="val_loss", value=0.5, timestamp=NOW, epoch=0),
)
"""The small world, a finding that knows its time, and a sweep that createSweep made: its metrics stand side by side."""
_PARTITION = re.compile(r"\w+=(?P<partition>[^,]*)")


@pytest.fixture(scope="module")
def api(embedded: Engine) -> Iterator[Changing]:
    with asking(embedded, [(item.table, item.to_record()) for item in ITEMS]) as made:
        yield made


@pytest.mark.parametrize("name", INDEXES)
def test_an_index_is_read_and_its_items_are_answered(api: Changing, name: str) -> None:
    row, (item, _, index) = INDEXES[name], name.partition(".")
    answer = api.get(f"{{ {row.query} }}")
    found = {each["id"] for each in nodes_in(answer) if "id" in each}
    assert found & _ids_in(entity_of(item), index, row.partition)
    assert (index, row.partition) in _partitions_read(api)


def _ids_in(entity: type[Item], index: str, partition: str) -> set[str]:
    """The items of a type that stand in a partition of an index."""
    attribute = entity.table.index(index).partition
    mine = [item for item in ITEMS if type(item) is entity]
    return {global_id(item) for item in mine if str(item.to_record().get(attribute)) == partition}


def test_every_index_of_the_documents_has_a_row() -> None:
    assert {each.name for each in of_kind("index")} == INDEXES.keys()


def test_no_index_is_written_and_never_read(api: Changing) -> None:
    """Several types share a partition: an index counts as read if the partition that an item stands in is."""
    read: set[tuple[str, str]] = set()
    for text in [*(row.query for row in INDEXES.values()), *OTHER_LISTS]:
        api.get(f"{{ {text} }}")
        read |= _partitions_read(api)
    unread = [
        f"{entity.__name__}.{index}"
        for table in TABLES.values()
        for entity in types_in(table)
        for index in entity.indexes
        if not _is_read(entity, index, read)
    ]
    assert unread == []


OTHER_LISTS = (
    "images { nodes { id } } receipts { nodes { id } } labelTimeline { added } randomImage { id }",
    "images(imageType: PHOTO) { nodes { id } }",
    'image(imageId: "img") { words { id tagItems { id } } }',
    'receiptMetadata(placeId: "P1") { nodes { id } }',
    "novae { nodes { id } }",
    'nova(novaId: "n1") { runs { nodes { id } } } jobRuns(correlationId: "c1") { nodes { id } }',
    'catImages(fingerprint: "f0") { nodes { id } }',
    'documentsByTextractId(textractId: "t1") { nodes { id } }',
    'jobs(name: "rates") { nodes { id } }',
    "stuckCatImages(olderThanMinutes: 1) { nodes { id } }",
    "deadLetters { nodes { id } }",
)
"""Lists by indexes that the documents do not have."""


def _is_read(entity: Any, index: str, read: set[tuple[str, str]]) -> bool:
    """Whether the partition of any item of a type in an index was read. By type, one type's stands for all."""
    attribute = entity.table.index(index).partition
    if attribute == entity.table.discriminator:
        return any(name == index for name, _ in read)
    partitions = {str(item.to_record().get(attribute)) for item in setting() if type(item) is entity}
    return partitions <= {"None"} or any((index, each) in read for each in partitions)


def _partitions_read(api: Changing) -> set[tuple[str, str]]:
    reads = [read for _, request in api.calls for read in request.session.meter.reads if read.index]
    found = [(str(read.index), _PARTITION.match(read.range)) for read in reads]
    return {(index, match["partition"]) for index, match in found if match}


def test_the_ids_of_the_small_world_are_known() -> None:
    assert len({global_id(item) for item in setting()}) == len(setting())
