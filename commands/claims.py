"""Claims: short-lived marks that make two writers who want the same thing at the same moment collide.

A name is stored once for each nova that it leads to, so no condition on one item can say that the name is free; and the
index of novae near a place lags behind. So a writer first reads the mark of the name or place, then the data, and
changes the mark in the transaction that stores the decision. If another writer decided in between, the mark has changed
and nothing is written.

Marks expire after an hour, which is longer than any decision takes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from entities.attributes import Record
from entities.tables import NOVAE
from loaders.dynamo.writes import IS_NEW, Condition, Put
from loaders.request import Request

LIFETIME = timedelta(hours=1)

_TYPE = "Claim"


@dataclass(frozen=True)
class Claims:
    """The marks of some names or places, as they were read."""

    found: dict[str, Record | None]
    now: datetime

    @property
    def recent(self) -> list[str]:
        """The ids of the novae that recently took these names and places."""
        ids = (nova_id for record in self.found.values() if record for nova_id in record.get("nova_ids", ()))
        return list(dict.fromkeys(ids))

    @property
    def are_taken(self) -> bool:
        """Whether any of them was taken before."""
        return any(self.found.values())

    def taken_for(self, nova_ids: Sequence[str], lifetime: timedelta = LIFETIME) -> list[Put]:
        """The actions that take all of them, on condition that none was taken since they were read."""
        return [_taken(name, before, nova_ids, self.now + lifetime) for name, before in self.found.items()]


def read_claims(request: Request, names: Iterable[str]) -> Claims:
    """The current marks. Read them before the data on which the decision depends."""
    wanted = list(dict.fromkeys(names))
    records = request.session.batch_get(NOVAE, [_key(each) for each in wanted], is_consistent=True)
    return Claims(dict(zip(wanted, records, strict=True)), request.now)


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
