"""Sample data of all five systems, for people who want to look around before they have data of their own.

Everything is written by the strict writers, is the same on every machine, and can be loaded again without harm. Jobs,
documents and workflows lie in the hours before the first load, so that what runs looks alive.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import islice

from entities.item import Item
from entities.jobs import Job
from loaders.dynamo.session import Session
from loaders.dynamo.store import Store
from loaders.dynamo.writes import Put
from loaders.request import Request
from local.data.sample.names import SWEEP_ID
from local.data.sample.parts import Part, parts
from local.data.sample.runs import SWEEP_AGE

LOAD_SECONDS = 300.0
TOGETHER = 100
"""Items that are written in one go: an embedded engine does one large write much quicker than many small ones."""


def load_sample(store: Store, tell: Callable[[str], None]) -> None:
    """Write the whole sample, and report how far it is."""
    session = store.session(LOAD_SECONDS)
    largest, *others = parts(_moment(session))
    # Two at a time: one makes items while the engine is at the other's, and neither waits long.
    session.together(*(partial(_load, session, lane, tell) for lane in ([largest], others)))


def _load(session: Session, lane: Sequence[Part], tell: Callable[[str], None]) -> None:
    for name, make in lane:
        written = _write(session, make())
        tell(f"Sample data: {name} ({written:,} items)")


def _write(session: Session, items: Iterable[Item]) -> int:
    waiting, written = iter(items), 0
    while puts := [Put(item.table, item.to_record()) for item in islice(waiting, TOGETHER)]:
        session.transact_write(puts)
        written += len(puts)
    return written


def _moment(session: Session) -> datetime:
    """When the sample was first loaded: now, unless the sweep is there already. So a second load adds nothing."""
    (sweep,) = Request(session).by_ids(Job, [{"job_id": SWEEP_ID}])
    if isinstance(sweep, Job) and sweep.created_at:
        return sweep.created_at + SWEEP_AGE
    return datetime.now(UTC)
