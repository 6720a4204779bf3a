"""Lambda on this machine."""
