"""Lambda's event source mapping on this machine: the engine's streams trigger the publisher."""
