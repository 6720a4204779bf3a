"""Novae that changes depend on."""

from entities.novae.nova import Nova
from entities.tables import NOVAE
from loaders.dynamo.writes import IS_THERE, Check
from loaders.reading import Reading
from loaders.writing import require


def is_there(reading: Reading, nova_id: str, *, field: str = "input.novaId") -> Check:
    """That the nova exists, now and when the transaction is done; `NotFound` where it does not."""
    require(reading, Nova, field=field, nova_id=nova_id)
    return Check(NOVAE, Nova.key_for(nova_id=nova_id), IS_THERE)
