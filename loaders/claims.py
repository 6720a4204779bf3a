"""Claims: short-lived marks by which writers who want the same thing at the same moment notice each other.

A name lies in the table once for each nova that it means, so no condition on one item can say that a name is still
free; and an index that shows novae near a place lags behind. So whoever decides by what is stored under a name or near
a place first reads its mark, then what is stored, and changes the mark in the same transaction that stores the
decision. Had anybody else decided in between, the mark would be another, and nothing is written.

Marks go by themselves after an hour: no decision takes that long.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from entities.attributes import Record
from entities.tables import NOVAE
from loaders.dynamo.writes import IS_NEW, Condition, Put
from loaders.reading import Reading

LIFETIME = timedelta(hours=1)

_TYPE = "Claim"


@dataclass(frozen=True)
class Claims:
    """The marks of some names or places as they were found."""

    found: dict[str, Record | None]
    now: datetime

    @property
    def recent(self) -> list[str]:
        """Ids of the novae that these names and places were lately given to."""
        ids = (nova_id for record in self.found.values() if record for nova_id in record.get("nova_ids", ()))
        return list(dict.fromkeys(ids))

    @property
    def are_taken(self) -> bool:
        """Whether somebody took any of them before."""
        return any(self.found.values())

    def taken_for(self, nova_ids: Sequence[str], lifetime: timedelta = LIFETIME) -> list[Put]:
        """The actions that take all of them, unless somebody else took one since they were read."""
        return [_taken(name, before, nova_ids, self.now + lifetime) for name, before in self.found.items()]


def read_claims(reading: Reading, names: Iterable[str]) -> Claims:
    """The marks of these as they are now; to be read before that which is decided by."""
    wanted = list(dict.fromkeys(names))
    records = reading.session.batch_get(NOVAE, [_key(each) for each in wanted], is_consistent=True)
    return Claims(dict(zip(wanted, records, strict=True)), reading.now)


def _taken(name: str, before: Record | None, nova_ids: Sequence[str], until: datetime) -> Put:
    known = list(dict.fromkeys([*(before or {}).get("nova_ids", ()), *nova_ids]))
    record = {
        **_key(name),
        NOVAE.discriminator or "": _TYPE,
        "mark": str(uuid4()),
        "nova_ids": known,
        NOVAE.ttl or "": int(until.timestamp()),
    }
    return Put(NOVAE, record, Condition(equals={"mark": before["mark"]}) if before else IS_NEW)


def _key(name: str) -> Record:
    return {"PK": f"CLAIM#{name}", "SK": "CLAIM"}
