"""Every field that has a resolver, one module for each kind of data."""
