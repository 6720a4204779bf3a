"""The fast reader says of every record what the model says of it, or leaves it to the model."""

import random
from base64 import b64encode
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson
import pytest

from entities.attributes import Record, encode_item
from entities.item import Item
from entities.projection import attributes_for
from entities.receipts.labels import ReceiptWordLabel
from entities.receipts.receipt import Receipt, ReceiptLine, ReceiptWord
from entities.registry import all_types
from loaders.caller import RequestCaller
from loaders.reading import Reading
from loaders.rows import Kept, Row, id_names, row_of
from resolvers.runtime.fields import own_fields
from resolvers.runtime.plain import reading_for
from resolvers.runtime.rendering import shown_at
from resolvers.runtime.selection import ID, TYPE_NAME, Selection
from tests.formats.fast_records import damaged, one_of_each_type, typed_records
from tests.loaders.sample import image_tree
from tests.thoroughness import IS_THOROUGH, many

LONG_AGO = datetime.min.replace(tzinfo=UTC)
FAR_AHEAD = datetime.max.replace(tzinfo=UTC)

RECORDS = list(typed_records())
ONE_OF_EACH = one_of_each_type()

TREE: dict[type[Item], frozenset[str]] = {
    Receipt: frozenset({"receiptId", "width", "height"}),
    ReceiptLine: frozenset({"lineId", "text", "confidence", "boundingBox"}),
    ReceiptWord: frozenset({"wordId", "text", "confidence", "boundingBox"}),
    ReceiptWordLabel: frozenset({"label", "validationStatus", "reasoning"}),
}


def test_every_stored_format_is_shown_as_the_model_shows_it() -> None:
    agreed = [_agrees(entity, names, record) for entity, record in RECORDS for names in (None, *_each_field(entity))]
    assert sum(agreed) > len(agreed) / 2, "too few records are plain: the fast reader hardly ever reads"


@pytest.mark.no_cover
def test_random_selections_are_shown_as_the_model_shows_them() -> None:
    rng = random.Random(20)
    for _ in range(many(1000, 20_000)):
        entity, record = rng.choice(RECORDS)
        _agrees(entity, _random_names(entity, rng), record)


@pytest.mark.no_cover
@pytest.mark.parametrize("entity", all_types().values(), ids=list(all_types()))
def test_records_damaged_in_one_attribute_are_shown_as_the_model_shows_them(entity: type[Item]) -> None:
    """Each attribute in turn is missing, or of another kind; what is not plain is left to the model."""
    rng = random.Random(entity.__name__)
    examples = [record for each, record in RECORDS if each is entity] if IS_THOROUGH else [ONE_OF_EACH[entity]]
    for record in examples:
        for names in (None, _random_names(entity, rng)):
            reading = reading_for(entity, names)
            for each in damaged(_projected(reading, record), reading.attributes):
                _agrees(entity, names, each)


@pytest.mark.parametrize("entity", all_types().values(), ids=list(all_types()))
def test_records_are_read_together_as_each_is_read_alone(entity: type[Item]) -> None:
    """Whatever came before it: another partition, ids that are stored once more, or what is not plain."""
    rng = random.Random(entity.__name__)
    reading = reading_for(entity, None)
    records = [record for each, record in RECORDS if each is entity]
    records += [each for record in records[:5] for each in damaged(record, reading.attributes)]
    for _ in range(10 if reading.read else 0):
        several = rng.choices(records, k=20)
        alone, left = dict[Any, Row](), list[Record]()
        for record in several:
            kept = _read(reading, record, LONG_AGO)
            alone |= kept or {}
            left += [_sent(record)] if kept is None else []
        together: Kept = {}
        assert reading.read is not None
        assert reading.read(list(map(_sent, several)), together, LONG_AGO) == left
        assert orjson.dumps(list(together.values()), default=str) == orjson.dumps(list(alone.values()), default=str)


def test_what_our_own_writers_store_is_plain() -> None:
    """What the benchmark reads takes the short way, every item of it."""
    for item in image_tree(receipts=1, lines=2, words=3):
        if type(item) in TREE:
            assert _agrees(type(item), TREE[type(item)], item.to_record())


def test_nothing_but_what_is_selected_or_always_needed_is_asked_for() -> None:
    assert set(reading_for(ReceiptWord, TREE[ReceiptWord]).attributes or ()) == {
        *("PK", "SK", "TYPE", "image_id", "receipt_id", "line_id", "word_id", "time_to_live"),
        *("text", "confidence", "bounding_box"),
    }


def test_every_name_that_writers_gave_to_a_field_is_asked_for() -> None:
    assert attributes_for(Receipt, {"s3_key"}) >= {"s3_key", "raw_s3_key"}
    assert "Details" in attributes_for(all_types()["TextractJob"], {"error"})


class _Watched(dict[str, Any]):
    """A record that notes which of its attributes somebody looked at."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.seen: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.seen.add(name)
        return super().get(name, default)


def test_whatever_a_rule_of_sight_looks_at_is_read_whatever_is_selected() -> None:
    """An image whose owner was not read must not look like one without an owner."""
    looked_at: set[str] = set()
    for entity, record in RECORDS:
        watched = _Watched(record)
        if entity.owner:
            entity.owner_of(watched)
        entity.is_hidden(watched)
        assert watched.seen <= attributes_for(entity, ())
        looked_at |= watched.seen
    assert looked_at == {"client_id", "ClientID", "status"}


def test_callers_see_the_same_items_of_records_with_few_attributes() -> None:
    callers = [RequestCaller("api_key", client="demo"), RequestCaller("user", "ann", "acme"), RequestCaller("program")]
    for entity, record in RECORDS:
        few = _projected(reading_for(entity, frozenset()), record)
        for caller in callers:
            assert _may_see(caller, entity, few) == _may_see(caller, entity, record)


def _may_see(caller: RequestCaller, entity: type[Item], record: Record) -> bool:
    owned = entity.owner is None or caller.may_see(entity.owner_of(record))
    return owned and (caller.sees_hidden or not entity.is_hidden(record))


def _agrees(entity: type[Item], names: frozenset[str] | None, record: Record) -> bool:
    """Whether the fast reader reads a record; if it does, the model must read the same."""
    reading = reading_for(entity, names)
    few = _projected(reading, record)
    kept = _read(reading, few, LONG_AGO)
    if kept is None:
        return False
    theirs = entity.from_record(few)
    assert theirs.problem is None
    ((place, row),) = kept.items()
    assert place == row[2] == tuple(theirs.primary_key().values())
    for name, ours in zip(id_names(entity), row[0], strict=True):
        assert (type(ours), ours) == (type(getattr(theirs, name)), getattr(theirs, name))
    assert _shown(entity, row, names) == _shown(entity, row_of(theirs), names)
    _agree_when_it_expires(reading, few, theirs)
    return True


def _agree_when_it_expires(reading: Reading, record: Record, item: Item) -> None:
    """An item that DynamoDB may delete at any moment is not there, from that very moment on."""
    end = item.expires_at
    if end is None:
        assert _read(reading, record, FAR_AHEAD)
    else:
        assert _read(reading, record, end - timedelta(microseconds=1))
        assert _read(reading, record, end) == {}


def _read(reading: Reading, record: Record, now: datetime) -> Kept | None:
    """What the fast reader keeps of a record at a moment; None if it leaves it to the model."""
    kept: Kept = {}
    return kept if reading.read and not reading.read([_sent(record)], kept, now) else None


def _sent(record: Record) -> Record:
    """As DynamoDB sends it: bytes are base64 there."""
    return orjson.loads(orjson.dumps(encode_item(record), default=lambda value: b64encode(value).decode()))  # type: ignore[no-any-return]


def _shown(entity: type[Item], row: Row, names: frozenset[str] | None) -> bytes:
    """As JSON, which tells 1 from 1.0."""
    picked = Selection(None if names is None else set(names), identity={ID, TYPE_NAME})
    return orjson.dumps(shown_at(entity, picked).nodes(entity, [row]), option=orjson.OPT_SORT_KEYS)


def _projected(reading: Reading, record: Record) -> Record:
    return {name: value for name, value in record.items() if reading.attributes is None or name in reading.attributes}


def _each_field(entity: type[Item]) -> list[frozenset[str]]:
    return [frozenset({name}) for name in own_fields(entity)]


def _random_names(entity: type[Item], rng: random.Random) -> frozenset[str]:
    own = sorted(own_fields(entity))
    return frozenset(rng.sample(own, rng.randint(0, min(len(own), 8))))
