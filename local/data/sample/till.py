"""Prints a sale as a till does: lines of words, each at its column, and what each word means."""

from collections.abc import Iterator
from dataclasses import dataclass

from local.data.sample.shops import Sale, Sold, dollars

COLUMNS = 38
TALL = 1.6
"""How much larger the name of the shop is printed."""


@dataclass(frozen=True)
class Piece:
    """A word at a column, and its meaning if it has one."""

    text: str
    column: float
    label: str | None = None


@dataclass(frozen=True)
class Printed:
    """A line on paper."""

    section: str
    pieces: tuple[Piece, ...]
    size: float = 1.0

    @property
    def text(self) -> str:
        return " ".join(piece.text for piece in self.pieces)


Phrase = tuple[str, str | None]
"""Words that belong together, and what they mean."""


def print_sale(sale: Sale) -> list[Printed]:
    """The whole receipt, from head to farewell."""
    return [*_head(sale), *_body(sale), *_totals(sale), *_payment(sale), *_farewell(sale)]


def _head(sale: Sale) -> Iterator[Printed]:
    shop, moment = sale.shop, sale.moment
    yield _centred("header", (shop.name.upper(), "MERCHANT_NAME"), size=TALL)
    yield _centred("header", (shop.street, "ADDRESS_LINE"))
    yield _centred("header", (shop.town, "ADDRESS_LINE"))
    yield _centred("header", (shop.phone, "PHONE_NUMBER"))
    yield _centred("header", ("OPEN DAILY 7AM-10PM", "STORE_HOURS"))
    yield _rule("header")
    yield _spread("header", [(f"{moment:%m/%d/%Y}", "DATE"), (f"{moment:%H:%M:%S}", "TIME")], (sale.served_by, None))


def _body(sale: Sale) -> Iterator[Printed]:
    yield _rule("items")
    for each in sale.sold:
        yield from _sold(each)
    if sale.coupon:
        name, cents = sale.coupon
        yield _spread("items", [(name, "COUPON")], (dollars(-cents), "DISCOUNT"))
    yield _rule("items")


def _sold(each: Sold) -> Iterator[Printed]:
    tail = " T" if each.is_taxed else ""
    if each.quantity == 1:
        yield _spread("items", [(each.name, "PRODUCT_NAME")], (dollars(each.amount), "LINE_TOTAL"), tail)
        return
    yield _from_left("items", 0, (each.name, "PRODUCT_NAME"))
    several = [(str(each.quantity), "QUANTITY"), ("@", None), (dollars(each.cents), "UNIT_PRICE")]
    yield _spread("items", several, (dollars(each.amount), "LINE_TOTAL"), tail, indent=3)


def _totals(sale: Sale) -> Iterator[Printed]:
    yield _spread("totals", [("SUBTOTAL", None)], (dollars(sale.subtotal), "SUBTOTAL"))
    rate = f"TAX {sale.tax_permille / 10:.2f}%"
    yield _spread("totals", [(rate, None)], (dollars(sale.tax), "TAX"))
    if sale.tip is not None:
        yield _spread("totals", [("TIP", None)], (dollars(sale.tip), "TIP"))
    yield _spread("totals", [("TOTAL", None)], (f"${dollars(sale.total)}", "GRAND_TOTAL"), size=1.25)


def _payment(sale: Sale) -> Iterator[Printed]:
    if sale.given is not None:
        yield _spread("payment", [("CASH", "PAYMENT_METHOD")], (dollars(sale.given), None))
        yield _spread("payment", [("CHANGE", None)], (dollars(sale.change or 0), "CHANGE"))
        return
    digits = f"{sum(map(ord, sale.shop.name)) % 10_000:04d}"
    card: list[Phrase] = [(sale.paid_by, "PAYMENT_METHOD"), (f"************{digits}", "PAYMENT_METHOD")]
    yield _spread("payment", card, (dollars(sale.total), None))
    yield _spread("payment", [("AUTH " + digits[::-1] + "7K", None)], ("APPROVED", None))


def _farewell(sale: Sale) -> Iterator[Printed]:
    yield _rule("footer")
    if sale.loyalty_id:
        yield _centred("footer", ("MEMBER", None), (sale.loyalty_id, "LOYALTY_ID"))
    yield _centred("footer", (f"ITEMS SOLD {sum(each.quantity for each in sale.sold)}", None))
    yield _centred("footer", (sale.shop.website, "WEBSITE"))
    yield _centred("footer", (sale.shop.farewell, None))


def _centred(section: str, *phrases: Phrase, size: float = 1.0) -> Printed:
    width = len(" ".join(text for text, _ in phrases)) * size
    return _from_left(section, (COLUMNS - width) / 2, *phrases, size=size)


def _spread(
    section: str, left: list[Phrase], right: Phrase, tail: str = "", *, indent: int = 0, size: float = 1.0
) -> Printed:
    """Words at the left edge and words at the right one; a tail stands right of them, in the margin."""
    end = COLUMNS - 2 - len(right[0]) * size
    pieces = [*_pieces(indent, left, size), *_pieces(end, [right], size)]
    if tail:
        pieces.append(Piece(tail.strip(), COLUMNS - 1))
    return Printed(section, tuple(pieces), size)


def _rule(section: str) -> Printed:
    return _from_left(section, 0, ("-" * COLUMNS, None))


def _from_left(section: str, column: float, *phrases: Phrase, size: float = 1.0) -> Printed:
    return Printed(section, tuple(_pieces(column, list(phrases), size)), size)


def _pieces(column: float, phrases: list[Phrase], size: float) -> Iterator[Piece]:
    for phrase, label in phrases:
        for word in phrase.split():
            yield Piece(word, column, label)
            column += (len(word) + 1) * size
