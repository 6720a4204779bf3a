"""Draws an image or one receipt as SVG, from the stored words with their positions and labels."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import atan2, degrees, hypot
from typing import Final, TypeVar

from entities.errors import BadKeyValue
from entities.item import Item
from entities.receipts.base import Picture, Point, Recognised
from entities.receipts.images import Image, ImageType, Word
from entities.receipts.labels import ReceiptWordLabel, ValidationStatus
from entities.receipts.receipt import Receipt, ReceiptWord
from loaders.dynamo.store import Store
from loaders.planning.join import Branch, SelectedRelations
from loaders.planning.tree import load_trees
from loaders.request import Request
from local.http.drawing import Canvas, Sheet, Surface, sheet_of

COLOURS: Final = {
    ValidationStatus.VALID: "#2a9d5c",
    ValidationStatus.PENDING: "#d9940f",
    ValidationStatus.NEEDS_REVIEW: "#7a52cc",
    ValidationStatus.INVALID: "#cf3f36",
    ValidationStatus.NONE: "#75808c",
}
_CAPTIONS: Final = {
    ValidationStatus.VALID: "valid",
    ValidationStatus.PENDING: "pending",
    ValidationStatus.NEEDS_REVIEW: "needs review",
    ValidationStatus.INVALID: "invalid",
    ValidationStatus.NONE: "not checked",
}
_GROUNDS: Final = {ImageType.PHOTO: "desk", ImageType.SCAN: "glass"}
_INK: Final = "#33313b"
_MONOSPACE: Final = "'DejaVu Sans Mono','Liberation Mono','Courier New',monospace"
_MONOSPACE_ADVANCE: Final = 0.602
_LARGEST_ID: Final = 99_999
_STORED_KEY: Final = re.compile(
    r"(?:^|/)(?P<image>[0-9a-f-]{36})(?:_RECEIPT_(?P<receipt>\d{5}))?(?:_[a-z]+)?\.\w+$", re.ASCII
)
"""The file names of all known writers: the image's id, the receipt's number, a size, and a format."""

T = TypeVar("T", bound=Item)


def picture(store: Store, image_id: str, receipt_id: int | None = None, *, is_plain: bool = False) -> str | None:
    """An image, or one receipt of it, as SVG; None if it does not exist. A plain picture shows no labels."""
    request = Request(store.session())
    try:
        if receipt_id is None:
            return _image(request, image_id, is_plain=is_plain)
        return _receipt(request, image_id, receipt_id, is_plain=is_plain)
    except BadKeyValue:
        return None


def picture_at(store: Store, path: str, *, is_plain: bool = False) -> str | None:
    """The picture of a path below `/pictures/`: the id of an image, optionally with the number of a receipt."""
    image_id, _, number = path.partition("/")
    if number and not (number.isascii() and number.isdigit() and len(number) <= len(str(_LARGEST_ID))):
        return None
    return picture(store, image_id, int(number) if number else None, is_plain=is_plain)


def stored_picture(store: Store, key: str) -> str | None:
    """The plain picture under an S3 key that an image or a receipt stores; None if none stores this key."""
    named = _STORED_KEY.search(key)
    if named is None:
        return None
    image_id, number = named["image"], named["receipt"]
    ids: dict[str, object] = {"image_id": image_id} | ({"receipt_id": int(number)} if number else {})
    try:
        (item,) = Request(store.session()).by_ids(Receipt if number else Image, [ids])
    except BadKeyValue:
        return None
    if not isinstance(item, Picture) or key not in _stored_keys(item):
        return None
    return picture(store, image_id, int(number) if number else None, is_plain=True)


def _stored_keys(item: Picture) -> set[str]:
    return {getattr(item, name) for name in type(item).model_fields if name.endswith("s3_key")} - {None}


def _image(request: Request, image_id: str, *, is_plain: bool) -> str | None:
    selection: SelectedRelations = {"words": {}, "receipts": {"words": {} if is_plain else {"labels": {}}}}
    (tree,) = load_trees(request, Image, [{"image_id": image_id}], selection)
    if tree is None or not isinstance(tree.item, Image):
        return None
    canvas = Canvas(tree.item.width, tree.item.height)
    seen = _items(tree, "words", Word)
    drawn: list[str] = []
    labels: list[ReceiptWordLabel] = []
    for branch in _branches(tree, "receipts"):
        if isinstance(branch.item, Receipt):
            sheet = sheet_of(canvas, branch.item)
            drawn += [_paper(sheet), *_marks(sheet, branch)]
            # Early writers stored only the words of receipts.
            drawn += [] if seen else _texts(sheet, _items(branch, "words", ReceiptWord))
            labels += _labels(branch)
    drawn += _texts(canvas, seen)
    ground = _GROUNDS.get(tree.item.image_type, "paper")
    return _svg(canvas, ground, drawn, labels, f"Image {image_id}", is_plain=is_plain)


def _receipt(request: Request, image_id: str, receipt_id: int, *, is_plain: bool) -> str | None:
    if not 1 <= receipt_id <= _LARGEST_ID:
        return None
    ids = {"image_id": image_id, "receipt_id": receipt_id}
    (tree,) = load_trees(request, Receipt, [ids], {"words": {} if is_plain else {"labels": {}}})
    if tree is None or not isinstance(tree.item, Receipt):
        return None
    canvas = Canvas(tree.item.width, tree.item.height)
    drawn = [*_marks(canvas, tree), *_texts(canvas, _items(tree, "words", ReceiptWord))]
    title = f"Receipt {receipt_id} of image {image_id}"
    return _svg(canvas, "paper", drawn, _labels(tree), title, is_plain=is_plain)


def _branches(parent: Branch, name: str) -> list[Branch]:
    found = parent.below.get(name)
    return found if isinstance(found, list) else []


def _items(parent: Branch, name: str, kind: type[T]) -> list[T]:
    return [branch.item for branch in _branches(parent, name) if isinstance(branch.item, kind)]


def _labels(receipt: Branch) -> list[ReceiptWordLabel]:
    return [label for word in _branches(receipt, "words") for label in _items(word, "labels", ReceiptWordLabel)]


def _texts(place: Surface, words: Sequence[Recognised]) -> Iterator[str]:
    """Every word in its box, stretched to the box's length and rotated like it."""
    for word in words:
        line = _Baseline.of(place, word)
        if line is not None and word.text:
            natural = line.length / len(word.text) / _MONOSPACE_ADVANCE
            size = min(natural, 1.4 * line.height)
            rise = (line.height - 0.73 * size) / 2
            yield (
                f'<text transform="{line.transform}" y="{-rise:.1f}" font-size="{size:.1f}" '
                f'textLength="{line.length:.1f}" lengthAdjust="spacingAndGlyphs">{escape(word.text)}</text>'
            )


def _marks(place: Surface, receipt: Branch) -> Iterator[str]:
    """A coloured box around every word that has a label, and the label's name where a run of it begins."""
    before: tuple[int, str] | None = None
    for branch in _branches(receipt, "words"):
        word = branch.item
        labels = _items(branch, "labels", ReceiptWordLabel)
        if not isinstance(word, ReceiptWord) or not labels:
            before = None
            continue
        for label in labels:
            yield _box(place, word, label)
        first = min(labels, key=lambda each: each.validation_status is ValidationStatus.INVALID)
        if before != (word.line_id, first.label):
            yield _name(place, word, first)
        before = (word.line_id, first.label)


def _box(place: Surface, word: ReceiptWord, label: ReceiptWordLabel) -> str:
    colour = _colour(label)
    is_refused = label.validation_status is ValidationStatus.INVALID
    style = 'fill="none" stroke-dasharray="6 5"' if is_refused else f'fill="{colour}" fill-opacity="0.13"'
    said = f"{label.label}: {label.validation_status.value}" + (f". {label.reasoning}" if label.reasoning else "")
    points = place.polygon(word, 0.14 if is_refused else 0.08)
    return f'<polygon points="{points}" {style} stroke="{colour}"><title>{escape(said)}</title></polygon>'


def _name(place: Surface, word: ReceiptWord, label: ReceiptWordLabel) -> str:
    line = _Baseline.of(place, word)
    if line is None:
        return ""
    size = 0.36 * line.height
    return (
        f'<text class="name" transform="{line.transform}" y="{-1.13 * line.height:.1f}" font-size="{size:.1f}" '
        f'fill="{_colour(label)}">{escape(label.label)}</text>'
    )


def _colour(label: ReceiptWordLabel) -> str:
    return COLOURS.get(label.validation_status, COLOURS[ValidationStatus.NONE])


def _paper(sheet: Sheet) -> str:
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in sheet.outline())
    return f'<polygon class="sheet" points="{corners}" filter="url(#lies)"/>'


@dataclass(frozen=True)
class _Baseline:
    """The baseline of a word: its lower left corner, length, height and rotation."""

    left: float
    base: float
    length: float
    height: float
    turn: float

    @classmethod
    def of(cls, place: Surface, word: Recognised) -> "_Baseline | None":
        corners = (word.bottom_left, word.bottom_right, word.top_left)
        dots = [place.dots(corner) for corner in corners if isinstance(corner, Point)]
        if len(dots) < len(corners):
            return None
        (left, base), (right, end), (above, top) = dots
        length, height = hypot(right - left, end - base), hypot(above - left, top - base)
        if not length or not height:
            return None
        return cls(left, base, length, height, degrees(atan2(end - base, right - left)))

    @property
    def transform(self) -> str:
        return f"translate({self.left:.1f} {self.base:.1f}) rotate({self.turn:.3f})"


def _svg(
    canvas: Canvas, ground: str, drawn: list[str], labels: list[ReceiptWordLabel], title: str, *, is_plain: bool
) -> str:
    """A plain picture has the stored size in pixels, as the file would; others fit the window and have a legend."""
    counts = Counter(label.validation_status for label in labels)
    unit = max(canvas.width, 1) / 56
    strip = 3 * unit if counts else 0
    width, height = canvas.width, canvas.height + strip
    size = f'width="{width}" height="{height}" ' if is_plain else ""
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}viewBox="0 0 {width} {height:.0f}" role="img" ',
            f'font-family="{_MONOSPACE}" fill="{_INK}" stroke-width="{unit / 18:.2f}">',
            f"<title>{escape(title)}</title>{_DEFINITIONS}",
            f'<rect width="{width}" height="{height:.0f}" fill="#fff"/>',
            f'<rect width="{width}" height="{canvas.height}" fill="url(#{ground})"/>',
            *drawn,
            *_legend(counts, canvas.height, unit),
            "</svg>",
        ]
    )


def _legend(counts: Counter[ValidationStatus], top: float, unit: float) -> Iterator[str]:
    """Which colour means what, below the picture."""
    left = unit
    for status, caption in _CAPTIONS.items():
        if counts[status]:
            text = f"{counts[status]} {caption}"
            style = f'x="{left:.1f}" y="{top + unit:.1f}" width="{unit:.1f}" height="{unit:.1f}" rx="{unit / 6:.1f}"'
            yield f'<rect {style} fill="{COLOURS[status]}" fill-opacity="0.25" stroke="{COLOURS[status]}"/>'
            yield f'<text x="{left + 1.4 * unit:.1f}" y="{top + 1.85 * unit:.1f}" font-size="{unit:.1f}">{text}</text>'
            left += (2.6 + _MONOSPACE_ADVANCE * len(text)) * unit


_DEFINITIONS: Final = (
    "<style>polygon.sheet{fill:#fbfaf5;stroke:#d8d3c5}text{stroke:none;white-space:pre}"
    "text.name{font-family:'DejaVu Sans','Liberation Sans',Arial,sans-serif;font-weight:bold}</style><defs>"
    '<linearGradient id="paper" x1="0" x2="1"><stop offset="0" stop-color="#efece2"/>'
    '<stop offset=".06" stop-color="#fbfaf5"/><stop offset=".94" stop-color="#fdfcf9"/>'
    '<stop offset="1" stop-color="#efece2"/></linearGradient>'
    '<linearGradient id="desk" x1="0" x2="1" y1="0" y2="1"><stop offset="0" stop-color="#8a6f56"/>'
    '<stop offset=".5" stop-color="#7b624b"/><stop offset="1" stop-color="#6a533f"/></linearGradient>'
    '<linearGradient id="glass" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#e3e6e8"/>'
    '<stop offset="1" stop-color="#d3d7da"/></linearGradient>'
    '<filter id="lies" x="-10%" y="-10%" width="120%" height="120%">'
    '<feDropShadow dx="6" dy="10" stdDeviation="14" flood-color="#000" flood-opacity=".45"/></filter></defs>'
)
