"""Storage, queues and recognisers on this machine, so that an upload runs through to its live result."""
