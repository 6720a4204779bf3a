"""Fields that stay for those who use them, and what to use instead.

CHANGELOG.md says when a field was deprecated, how long such fields stay, and when it goes.
"""

_FORMATS = ("", "Webp", "Avif")
_SIZES = ("", "Thumbnail", "Small", "Medium")
_PICTURE = "Use `picture`, which gives addresses."

PICTURE_FIELDS = ("cdnS3Bucket", *(f"cdn{size}{kind}S3Key" for size in _SIZES for kind in _FORMATS))

DEPRECATED = {f"{type_name}.{name}": _PICTURE for type_name in ("Image", "Receipt") for name in PICTURE_FIELDS}
"""By `Type.field`. Arguments and inputs are never deprecated: AppSync takes the directive on fields only."""


def deprecation_of(type_name: str, field_name: str) -> str | None:
    """What to use instead of a field; None if the field is as good as ever."""
    return DEPRECATED.get(f"{type_name}.{field_name}")
