"""strawberry, its DataLoaders grouped by receipt, reading whole items as tutorials do."""

from bench.peers.harness import Peer
from bench.peers.reads import Reads
from bench.peers.strawberry.grouped import StrawberryPeer


def make_peer(endpoint: str, tables: dict[str, str]) -> Peer:
    return StrawberryPeer(Reads(endpoint, tables["receipts"], projects=False))
