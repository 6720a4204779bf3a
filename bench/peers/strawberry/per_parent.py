"""strawberry, a Query for each parent: what DataLoaders are when each key is asked for on its own."""

from bench.peers.batches import Batches, PerParent
from bench.peers.harness import Peer
from bench.peers.reads import Reads
from bench.peers.strawberry.grouped import StrawberryPeer


class PerParentPeer(StrawberryPeer):
    def batches(self) -> Batches:
        return PerParent(self.reads)


def make_peer(endpoint: str, tables: dict[str, str]) -> Peer:
    return PerParentPeer(Reads(endpoint, tables["receipts"]))
