"""The parts of the sample, each of which can be made and written for itself."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import partial
from itertools import chain

from entities.item import Item
from local.data.sample.cats import cats
from local.data.sample.conclusions import conclusions, places
from local.data.sample.documents import documents
from local.data.sample.fleet import fleet, single_jobs
from local.data.sample.jobs import sweep
from local.data.sample.novae import catalogue
from local.data.sample.opinions import opinions, other_batches, vocabulary
from local.data.sample.receipts import pictures
from local.data.sample.scenes import Scene, scenes
from local.data.sample.workflows import workflows

Part = tuple[str, Callable[[], Iterable[Item]]]


def parts(now: datetime) -> list[Part]:
    """What each part is called, and how its items are made; the largest comes first."""
    return [
        ("receipts", lambda: chain.from_iterable(map(_scene, scenes()))),
        ("labels, places and batches", partial(_shared, now)),
        ("jobs", lambda: chain(sweep(now), fleet(now), single_jobs(now))),
        ("novae", lambda: chain(catalogue(now), workflows(now))),
        ("cats", cats),
        ("documents", partial(documents, now)),
    ]


def _scene(scene: Scene) -> Iterator[Item]:
    yield from pictures(scene)
    for paper in scene.papers:
        yield from conclusions(scene, paper)
        yield from opinions(scene, paper)


def _shared(now: datetime) -> Iterator[Item]:
    """What belongs to no single image; a shop that was met twice is kept once."""
    yield from vocabulary(now)
    yield from other_batches(now)
    first_met = {paper.sale.shop: scene.added_at for scene in scenes() for paper in scene.papers}
    for shop, when in first_met.items():
        yield from places(shop, when)
