"""The addresses from which the file of a spectrum can be fetched."""

from entities.fields import OpenEnum, Part


class LocatorKind(OpenEnum):
    """What kind of address a locator is."""

    URL = "URL"
    S3 = "S3"
    OTHER = "OTHER"


class LocatorRole(OpenEnum):
    """Whether a locator leads to the original file (PRIMARY) or to a copy of it (MIRROR)."""

    PRIMARY = "PRIMARY"
    MIRROR = "MIRROR"


class Locator(Part):
    """An address from which the file of a spectrum can be fetched."""

    kind: str | None = None
    """The kind of address: `URL`, `S3` or `OTHER`."""
    value: str | None = None
    """The address itself."""
    role: str | None = None
    """`PRIMARY` for the original file, `MIRROR` for a copy."""
