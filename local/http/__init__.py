"""The HTTP side of the local server."""
