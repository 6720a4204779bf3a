"""Times as people read them."""


def short_time(text: str | None) -> str | None:
    """A time to the second."""
    return text[:19].replace("T", " ") if text else None
