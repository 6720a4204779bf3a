"""The pictures of the sample: which receipts lie on each, and how."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from entities.receipts.images import ImageType
from entities.receipts.receipt import EmbeddingStatus
from local.data.sample import shops
from local.data.sample.layout import MARGIN, PAPER_WIDTH, Box, Frame, LaidLine, lay_out, paper_height
from local.data.sample.names import IMAGE_ID, TWO_RECEIPTS_IMAGE_ID, sample_id
from local.data.sample.shops import Sale
from local.data.sample.till import Piece, Printed, print_sale

_SEEN_AFTER = timedelta(days=1, hours=3)


@dataclass(frozen=True)
class PaperOnPicture:
    """A receipt on a picture."""

    receipt_id: int
    sale: Sale
    lines: tuple[LaidLine, ...]
    height: float
    on_image: Frame
    cut_out: Frame
    """The receipt's own picture: straightened, but never quite."""
    embedding: EmbeddingStatus = EmbeddingStatus.SUCCESS

    @property
    def has_letters(self) -> bool:
        """Letters are most of what OCR finds: one receipt shows what they look like, and the others load quickly."""
        return self.sale is shops.GROCERIES

    @property
    def box(self) -> Box:
        return Box(0, 0, PAPER_WIDTH, self.height)


@dataclass(frozen=True)
class Scene:
    """A picture, and what lies on it."""

    image_id: str
    image_type: ImageType
    width: int
    height: int
    papers: tuple[PaperOnPicture, ...]
    note: tuple[LaidLine, ...] = ()
    """Text that is no receipt; its letters are kept."""

    @property
    def added_at(self) -> datetime:
        latest = max((paper.sale.moment for paper in self.papers), default=shops.GROCERIES.moment)
        return latest + _SEEN_AFTER


@dataclass(frozen=True)
class _Spot:
    """Where a receipt lies: left and top in shares of the picture, its width likewise, and how it is turned."""

    left: float
    top: float
    width: float
    degrees: float = 0.0
    rest: float = 0.0
    """How far it is still turned when it has been cut out."""


def scenes() -> list[Scene]:
    """Every picture."""
    success, pending, nothing = EmbeddingStatus.SUCCESS, EmbeddingStatus.PENDING, EmbeddingStatus.NONE
    photo, scan, phone = ImageType.PHOTO, ImageType.SCAN, (3024, 4032)
    lying, flatbed = (4032, 3024), (2550, 2100)
    market = _paper(1, shops.GROCERIES, phone, _Spot(0.235, 0.055, 0.555, -1.7, -0.12), success)
    coffee = _paper(1, shops.COFFEE, flatbed, _Spot(0.05, 0.06, 0.41, 0.6, 0.05), success)
    screws = _paper(2, shops.SCREWS, flatbed, _Spot(0.54, 0.08, 0.41, -0.9, -0.08), success)
    dinner = _paper(1, shops.DINNER, phone, _Spot(0.14, 0.12, 0.66, 2.3, 0.15), success)
    remedies = _paper(1, shops.REMEDIES, (1700, 2800), _Spot(0.1, 0.07, 0.78, -0.4), success)
    fuel = _paper(1, shops.FUEL, lying, _Spot(0.07, 0.14, 0.4, 1.4, 0.1), pending)
    snacks = _paper(2, shops.SNACKS, lying, _Spot(0.53, 0.08, 0.4, -2.1, -0.1), pending)
    books = _paper(1, shops.BOOKS, (1240, 1754), _Spot(0.12, 0.05, 0.76), nothing)
    return [
        Scene(IMAGE_ID, photo, *phone, (market,)),
        Scene(TWO_RECEIPTS_IMAGE_ID, scan, *flatbed, (coffee, screws)),
        Scene(sample_id("image", "dinner"), photo, *phone, (dinner,)),
        Scene(sample_id("image", "pharmacy"), scan, 1700, 2800, (remedies,)),
        Scene(sample_id("image", "car"), photo, *lying, (fuel, snacks)),
        Scene(sample_id("image", "mail"), ImageType.NATIVE, 1240, 1754, (books,)),
        Scene(sample_id("image", "fridge"), scan, 1700, 2200, (), tuple(lay_out(_note()))),
    ]


def _paper(
    receipt_id: int, sale: Sale, picture: tuple[int, int], spot: _Spot, embedding: EmbeddingStatus
) -> PaperOnPicture:
    lines = print_sale(sale)
    height = paper_height(lines)
    width, tall = picture
    scale = spot.width * width / PAPER_WIDTH
    on_image = Frame(width, tall, spot.left * width, spot.top * tall, scale, spot.degrees)
    cut_out = Frame(round(PAPER_WIDTH * scale), round(height * scale), scale=scale, degrees=spot.rest)
    return PaperOnPicture(receipt_id, sale, tuple(lay_out(lines)), height, on_image, cut_out, embedding)


def _note() -> list[Printed]:
    """A shopping list that was scanned by mistake."""
    texts = ("FOR SATURDAY", "bananas, eggs, rice", "olive oil (the good one)", "ask Nils about the ladder")
    return [Printed("note", tuple(_words(text))) for text in texts]


def _words(text: str) -> list[Piece]:
    column, pieces = MARGIN / 20, []
    for word in text.split():
        pieces.append(Piece(word, column))
        column += len(word) + 1
    return pieces
