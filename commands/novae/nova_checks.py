"""Checks of novae that other changes depend on."""

from entities.novae.nova import Nova
from entities.tables import NOVAE
from loaders.current import require
from loaders.dynamo.writes import IS_THERE, Check
from loaders.request import Request


def is_there(request: Request, nova_id: str) -> Check:
    """The check that the nova exists when the transaction is done; raises `NotFound` if it does not exist now."""
    require(request, Nova, field="nova_id", nova_id=nova_id)
    return Check(NOVAE, Nova.key_for(nova_id=nova_id), IS_THERE)
