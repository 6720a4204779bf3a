"""The base of all errors that keep the server from starting or going on."""


class CannotServe(Exception):
    """The server cannot start, or cannot go on; the message is one sentence that says why and what to do."""
