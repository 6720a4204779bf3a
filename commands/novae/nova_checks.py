"""Checks of novae that other changes depend on."""

from commands.changes import still
from entities.novae.nova import Nova, NovaStatus
from loaders.current import Found, find, require
from loaders.dynamo.writes import Check
from loaders.errors import Outdated
from loaders.request import Request

MAX_MERGES = 20
"""How many merges in a row are followed. More would be a circle, which only other programs could have made."""


def is_there(request: Request, nova_id: str, field: str = "nova_id") -> Check:
    """The check that the nova exists when the transaction is done, and is none that was merged into another.

    Raises `NotFound` if it does not exist now, and a conflict that names the other one if it was merged.
    """
    return still(receiving(request, nova_id, field), "status")


def receiving(request: Request, nova_id: str, field: str = "nova_id") -> Found[Nova]:
    """A nova that something can be added to: one that was not merged into another."""
    found = require(request, Nova, field=field, nova_id=nova_id)
    refuse_merged(request, found.item, field)
    return found


def refuse_merged(request: Request, nova: Nova, field: str = "nova_id") -> None:
    """Refuse to add to a merged nova; the conflict leads to the nova that it became."""
    if nova.status is not NovaStatus.MERGED:
        return
    target = merged_target(request, nova)
    into = target.item.nova_id if target else nova.merged_into_nova_id
    told = f"is now part of {into}. Use that one" if into else "is no longer in use"
    error = Outdated(f"This nova was merged: it {told}.", nova)
    error.info |= {"field": field, **({"merged_into_nova_id": into} if into else {})}
    raise error


def merged_target(request: Request, nova: Nova) -> Found[Nova] | None:
    """The nova that a merged one became, however many merges later; None if no nova in use is at the end."""
    current = nova
    for _ in range(MAX_MERGES):
        into = current.merged_into_nova_id
        found = find(request, Nova, nova_id=into) if into else None
        if found is None or found.item.status is not NovaStatus.MERGED:
            return found
        current = found.item
    return None
