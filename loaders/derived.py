"""Objects that are not stored: they are derived from several items, for queries and for subscribers."""

from entities.fields import Part, Timestamp


class SweepProgress(Part):
    """How many runs of a sweep are in which state."""

    total: int
    """How many runs the sweep has in all."""
    pending: int
    """How many runs wait to start."""
    running: int
    """How many runs are running."""
    succeeded: int
    """How many runs succeeded."""
    failed: int
    """How many runs failed."""
    cancelled: int
    """How many runs were cancelled."""
    interrupted: int
    """How many runs were interrupted and may go on."""
    done: float
    """The share of runs that succeeded, failed or were cancelled, from 0 to 1."""


class Sweep(Part):
    """A parent job and its training runs, one for each combination of parameters."""

    sweep_id: str
    """The id of the sweep, which is the id of its parent job."""
    progress: SweepProgress
    """How many runs are in which state."""


class Deletion(Part):
    """A deleted item."""

    id: str
    """The global id that the item had. Nothing is found by it any more."""
    type: str
    """The type that the item had, such as `Image`."""
    image_id: str | None = None
    """The id of the image that the item was or belonged to; null for items that have nothing to do with images."""
    deleted_at: Timestamp
    """When the item was deleted, to the second."""
    by: str | None = None
    """Who deleted the item; `expiry` if it had expired, and null if another program deleted it."""
