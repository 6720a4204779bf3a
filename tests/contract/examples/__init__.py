"""One example for each mutation and for each query of the schema, over the small world of `tests.reads.world`."""
