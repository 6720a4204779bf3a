"""Sample data of all five systems, for people who want to look around before they have data of their own.

Everything is written by the strict writers, is the same on every machine, and can be loaded again without harm. Jobs,
documents and workflows lie in the hours before the first load, so that what runs looks alive.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial

from entities.item import Item
from entities.jobs import Job
from entities.tables import TABLES
from loaders.dynamo.session import Session
from loaders.dynamo.store import Store
from loaders.reading import Reading
from local.sample.names import SWEEP_ID
from local.sample.parts import parts
from local.sample.runs import SWEEP_AGE

LOAD_SECONDS = 120.0


def load_sample(store: Store, tell: Callable[[str], None]) -> None:
    """Write the whole sample, side by side; somebody may be told how it goes."""
    session = store.session(LOAD_SECONDS)
    session.together(*(partial(_load, session, name, items, tell) for name, items in parts(_moment(session))))


def _load(session: Session, name: str, items: Callable[[], Iterable[Item]], tell: Callable[[str], None]) -> None:
    made = list(items())
    for table in TABLES.values():
        records = [item.to_record() for item in made if item.table is table]
        session.batch_write(table, records)
    tell(f"Sample data: {name} ({len(made):,} items)")


def _moment(session: Session) -> datetime:
    """When the sample was first loaded: now, unless the sweep is there already. So a second load adds nothing."""
    (sweep,) = Reading(session).by_ids(Job, [{"job_id": SWEEP_ID}])
    if isinstance(sweep, Job) and sweep.created_at:
        return sweep.created_at + SWEEP_AGE
    return datetime.now(UTC)
