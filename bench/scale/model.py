"""The model: what each question puts on which key, from key templates, sizes and counts of items. It asks no engine.

A question's reads are ranges of items, its writes the items themselves. Ids are chosen by people as they choose words,
a few very often (Zipf); items that are written by an import have ids of their own, so no key with such an id is busy
for longer than its import.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import ceil
from statistics import fmean

from bench import stored
from bench.scale.load import KeyLoad, zipf_weights
from bench.scale.written import imported, recorded
from entities.attributes import Record
from entities.cats import CatImage
from entities.item import Item
from entities.jobs import Job, JobDependency, JobMetric, JobStatus
from entities.novae.nova import Nova
from entities.novae.products import PhotometryTable, SpectraProduct
from entities.receipts.images import Image
from entities.receipts.labels import ReceiptWordLabel
from entities.receipts.receipt import Receipt, ReceiptLine, ReceiptWord
from entities.tables import Table
from loaders.dynamo.sizes import item_size

READ_BLOCK, WRITE_BLOCK = 4_096, 1_024
ONE_VALUE = {"status", "metric_name", "label"}
"""Fields for which a question always gives the same value."""


@dataclass(frozen=True)
class Ranges:
    """So many items of these types, in equal ranges of an index, each of another partition; None is the table."""

    index: str | None
    items: dict[type[Item], int]
    ranges: int = 1


READS: dict[str, tuple[Ranges, ...]] = {
    "tree": (
        Ranges(None, {Image: 1}),
        Ranges("GSI2", {Receipt: 3, ReceiptWord: 420, ReceiptWordLabel: 210}),
        Ranges("GSI3", {ReceiptLine: 60}, ranges=3),
    ),
    "jobs": (Ranges("GSI1", {Job: 20}), Ranges(None, {JobStatus: 20}, ranges=20)),
    "metrics": (Ranges(None, {Job: 1}), Ranges(None, {JobMetric: 100})),
    "sweep": (
        Ranges(None, {Job: 1}),
        Ranges(None, {Job: 1}),
        Ranges("GSI2", {JobDependency: 100}),
        Ranges("GSI2", {JobMetric: 300}),
    ),
    "nova": (Ranges(None, {Nova: 1}), Ranges(None, {PhotometryTable: 1}), Ranges(None, {SpectraProduct: 40})),
    "cats": (Ranges(None, {CatImage: 60}), Ranges(None, {CatImage: 60})),
}
WRITES = {"import": imported, "record": recorded}
MODELLED = (*READS, *WRITES)


def loads(question: str) -> list[KeyLoad]:
    """What a question puts on each key, the key that is full first coming first."""
    found = _reads(READS[question]) if question in READS else _writes(WRITES[question]())
    return sorted(found, key=lambda each: (each.rate, each.name))


def _reads(ranges: Iterable[Ranges]) -> Iterator[KeyLoad]:
    added: dict[tuple[str, str, str], float] = defaultdict(float)
    for each in ranges:
        entity = next(iter(each.items))
        template = (entity.indexes[each.index] if each.index else entity.key).partition
        has_many_values = bool(set(template.names) - ONE_VALUE)
        share = zipf_weights()[0] / each.ranges if has_many_values else 1.0
        added[entity.table.name, each.index or "table", template.source] += share * _read_units(each)
    for (table, index, key), units in added.items():
        yield KeyLoad(table, index, key, units, is_write=False)


def _read_units(each: Ranges) -> float:
    """Eventually consistent: half a unit for every 4 KB of a range."""
    size = sum(count * _sizes()[entity] for entity, count in each.items.items())
    return each.ranges * max(1, ceil(size / each.ranges / READ_BLOCK)) / 2


@cache
def _sizes() -> dict[type[Item], float]:
    """Bytes of an item of each type, as the questions' items have them."""
    found: dict[type[Item], list[int]] = defaultdict(list)
    for item in stored.everything(letters=1):
        found[type(item)].append(item_size(item.to_record()))
    return {entity: fmean(sizes) for entity, sizes in found.items()}


def _writes(items: Iterable[Item]) -> Iterator[KeyLoad]:
    added: dict[tuple[str, str, str], float] = defaultdict(float)
    for item in items:
        record = item.to_record()
        for name in ("table", *item.table.indexes):
            size = held_bytes(item.table, name, record)
            if size:
                value = str(record[_index_attributes(item.table, name)[0]])
                added[item.table.name, name, value] += ceil(size / WRITE_BLOCK)
    for (table, index, key), units in added.items():
        if stored.TREE_IMAGE not in key:
            share = zipf_weights()[0] if stored.MEASURED_JOB in key else 1.0
            shown = key.replace(stored.MEASURED_JOB, "{job_id}")
            yield KeyLoad(table, index, shown, units * share, is_write=True)


def held_bytes(table: Table, index: str, record: Record) -> int:
    """How much of an item the table or an index holds; 0 if it is not there."""
    attributes = _index_attributes(table, index)
    if any(each not in record for each in attributes):
        return 0
    projected = None if index == "table" else table.indexes[index].projected
    if projected is None:
        return item_size(record)
    kept = {*table.key.attributes, *attributes, *projected}
    return item_size({name: value for name, value in record.items() if name in kept})


def _index_attributes(table: Table, index: str) -> tuple[str, ...]:
    return table.index(None if index == "table" else index).attributes
