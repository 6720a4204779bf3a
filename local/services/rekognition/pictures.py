"""Pictures as the recogniser sees them: small grids of colours, whatever was sent.

Pictures come from strangers. The header is looked at before anything is decoded, only the formats that Rekognition
takes are tried, and one picture is decoded at a time, so that the memory for it is bounded.
"""

import warnings
from io import BytesIO
from threading import Lock

from PIL import Image, UnidentifiedImageError

FORMATS = ("JPEG", "PNG")
MIN_SIDE, MAX_SIDE = 80, 10_000
MAX_PIXELS = 40_000_000
"""Decoded at home at once: 160 MB. Rekognition itself takes 100 million."""
WORK_SIDE = 1_024
"""A picture is reduced to this before it is looked at."""

_one_at_a_time = Lock()


class NoPicture(Exception):
    """The bytes are no picture in a format that Rekognition takes, or only a part of one."""


class TooManyPixels(Exception):
    """The picture is larger than what is decoded."""


class TooFewPixels(Exception):
    """The picture is smaller than what Rekognition takes."""


def decode(content: bytes) -> Image.Image:
    """The picture in RGB, at most `WORK_SIDE` pixels wide and high. What is transparent becomes white."""
    with _one_at_a_time, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # our own limits are stricter than those that Pillow warns of
        try:
            with Image.open(BytesIO(content), formats=FORMATS) as picture:
                _check(*picture.size)
                picture.draft("RGB", (WORK_SIDE, WORK_SIDE))
                picture.thumbnail((WORK_SIDE, WORK_SIDE))
                return _on_white(picture)
        except (OSError, UnidentifiedImageError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
            raise NoPicture(type(error).__name__) from error


def _check(width: int, height: int) -> None:
    if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
        raise TooManyPixels(f"{width} x {height} pixels")
    if min(width, height) < MIN_SIDE:
        raise TooFewPixels(f"{width} x {height} pixels")


def _on_white(picture: Image.Image) -> Image.Image:
    if "A" not in picture.getbands() and "transparency" not in picture.info:
        return picture.convert("RGB")
    layer = picture.convert("RGBA")
    white = Image.new("RGBA", layer.size, "white")
    return Image.alpha_composite(white, layer).convert("RGB")
