"""Shops that do not exist, and what was bought there: every sale adds up."""

from dataclasses import dataclass
from datetime import UTC, datetime


@dataclass(frozen=True)
class Shop:
    """A shop as the head of its receipts has it."""

    name: str
    street: str
    town: str
    phone: str
    website: str
    category: str
    farewell: str


@dataclass(frozen=True)
class Sold:
    """A thing that was bought; prices are in cents."""

    name: str
    cents: int
    quantity: int = 1
    is_taxed: bool = False

    @property
    def amount(self) -> int:
        return self.cents * self.quantity


@dataclass(frozen=True)
class Sale:
    """One purchase, before it is printed."""

    shop: Shop
    moment: datetime
    sold: tuple[Sold, ...]
    tax_permille: int
    paid_by: str
    """The name of a card, or CASH."""
    served_by: str
    coupon: tuple[str, int] | None = None
    tip: int | None = None
    loyalty_id: str | None = None
    given: int | None = None
    """What a customer who paid in cash gave."""

    @property
    def subtotal(self) -> int:
        return sum(each.amount for each in self.sold) - self.discount

    @property
    def discount(self) -> int:
        return self.coupon[1] if self.coupon else 0

    @property
    def tax(self) -> int:
        """Commercial rounding of what is owed on the things that are taxed."""
        taxed = sum(each.amount for each in self.sold if each.is_taxed)
        return (taxed * self.tax_permille + 500) // 1000

    @property
    def total(self) -> int:
        return self.subtotal + self.tax + (self.tip or 0)

    @property
    def change(self) -> int | None:
        return None if self.given is None else self.given - self.total


def dollars(cents: int) -> str:
    """An amount as it is printed: `-3.00`."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def _at(month: int, day: int, hour: int, minute: int) -> datetime:
    return datetime(2026, month, day, hour, minute, 24, tzinfo=UTC)


JUNIPER = Shop(
    *("Juniper Market", "1184 Foothill Blvd", "La Crescenta, CA 91214", "(555) 014-7731"),
    *("junipermarket.example", "grocery_store", "THANK YOU FOR SHOPPING WITH US"),
)
LANTERN = Shop(
    *("Blue Lantern Coffee", "27 Wharf St", "Portland, ME 04101", "(555) 011-2290"),
    *("bluelantern.example", "cafe", "SEE YOU TOMORROW"),
)
HARBOR = Shop(
    *("Harbor Hardware", "310 Commercial St", "Portland, ME 04101", "(555) 011-8454"),
    *("harborhardware.example", "hardware_store", "RETURNS WITHIN 30 DAYS WITH RECEIPT"),
)
BELVINO = Shop(
    *("Trattoria Belvino", "62 Mulberry Ln", "Sonoma, CA 95476", "(555) 017-3308"),
    *("belvino.example", "restaurant", "GRAZIE MILLE"),
)
ALDER = Shop(
    *("Alder & Pine Pharmacy", "905 Union Ave", "Olympia, WA 98501", "(555) 019-6642"),
    *("alderandpine.example", "pharmacy", "STAY WELL"),
)
NORTHGATE = Shop(
    *("Northgate Fuel", "4400 Aurora Ave N", "Seattle, WA 98103", "(555) 016-0087"),
    *("northgatefuel.example", "gas_station", "DRIVE SAFELY"),
)
PAPERTRAIL = Shop(
    *("Papertrail Books", "15 College Sq", "Northampton, MA 01060", "(555) 012-5519"),
    *("papertrail.example", "book_store", "READ WELL, COME BACK"),
)

GROCERIES = Sale(
    JUNIPER,
    _at(3, 14, 17, 42),
    (
        Sold("ORGANIC BANANAS", 187),
        Sold("SOURDOUGH LOAF", 649),
        Sold("WHOLE MILK 1 GAL", 529),
        Sold("FREE RANGE EGGS 12CT", 799),
        Sold("GREEK YOGURT", 179, 4),
        Sold("BABY SPINACH 5OZ", 399),
        Sold("ROMA TOMATOES", 312),
        Sold("AVOCADO HASS", 125, 3),
        Sold("CHICKEN THIGHS", 1184),
        Sold("BROWN RICE 2LB", 459),
        Sold("OLIVE OIL EV 500ML", 1349),
        Sold("SPARKLING WATER 8PK", 599, 2, is_taxed=True),
        Sold("DISH SOAP LAVENDER", 449, is_taxed=True),
        Sold("PAPER TOWELS 6RL", 1099, is_taxed=True),
        Sold("DARK CHOCOLATE 72%", 379),
    ),
    tax_permille=95,
    paid_by="VISA",
    served_by="MARISOL",
    coupon=("JUNIPER REWARDS", 300),
    loyalty_id="7730 0412 88",
)
SNACKS = Sale(
    JUNIPER,
    _at(3, 21, 8, 5),
    (Sold("TRAIL MIX 12OZ", 699), Sold("GALA APPLES", 264), Sold("COLD BREW 32OZ", 549, is_taxed=True)),
    tax_permille=95,
    paid_by="CASH",
    served_by="DEV",
    given=2000,
)
COFFEE = Sale(
    LANTERN,
    _at(2, 3, 7, 51),
    (
        Sold("CAPPUCCINO", 475, 2, is_taxed=True),
        Sold("OAT FLAT WHITE", 525, is_taxed=True),
        Sold("ALMOND CROISSANT", 450, 2, is_taxed=True),
        Sold("HOUSE BEANS 12OZ", 1650),
    ),
    tax_permille=80,
    paid_by="MASTERCARD",
    served_by="IMOGEN",
)
SCREWS = Sale(
    HARBOR,
    _at(2, 3, 12, 18),
    (
        Sold("DECK SCREWS 1LB", 1249, 2, is_taxed=True),
        Sold("CEDAR BOARD 6FT", 1899, 3, is_taxed=True),
        Sold("WOOD GLUE 8OZ", 679, is_taxed=True),
        Sold("SANDPAPER ASST", 525, is_taxed=True),
        Sold("TAPE MEASURE 25FT", 1399, is_taxed=True),
    ),
    tax_permille=55,
    paid_by="AMEX",
    served_by="REGISTER 2",
)
DINNER = Sale(
    BELVINO,
    _at(2, 28, 20, 33),
    (
        Sold("BURRATA E POMODORI", 1650, is_taxed=True),
        Sold("TAGLIATELLE RAGU", 2400, 2, is_taxed=True),
        Sold("BRANZINO", 3450, is_taxed=True),
        Sold("INSALATA MISTA", 1200, is_taxed=True),
        Sold("TIRAMISU", 1100, 2, is_taxed=True),
        Sold("VERMENTINO GLASS", 1400, 3, is_taxed=True),
    ),
    tax_permille=87,
    paid_by="VISA",
    served_by="LUCA",
    tip=3600,
)
REMEDIES = Sale(
    ALDER,
    _at(1, 19, 16, 7),
    (
        Sold("IBUPROFEN 200MG 50", 899),
        Sold("VITAMIN D3 2000IU", 1149, is_taxed=True),
        Sold("ALLERGY RELIEF 24HR", 1999),
        Sold("TOOTHPASTE MINT", 479, 2, is_taxed=True),
        Sold("SUNSCREEN SPF 50", 1299, is_taxed=True),
    ),
    tax_permille=93,
    paid_by="DISCOVER",
    served_by="PHARM 1",
    coupon=("SPRING COUPON", 500),
    loyalty_id="AP 55 2019",
)
FUEL = Sale(
    NORTHGATE,
    _at(3, 21, 7, 40),
    (Sold("UNLEADED 87 11.402G", 4788), Sold("CAR WASH DELUXE", 1200, is_taxed=True)),
    tax_permille=102,
    paid_by="VISA",
    served_by="PUMP 06",
)
BOOKS = Sale(
    PAPERTRAIL,
    _at(4, 2, 11, 26),
    (
        Sold("THE TIDAL ATLAS", 1899, is_taxed=True),
        Sold("COOKING ON EMBERS", 3250, is_taxed=True),
        Sold("POCKET NOTEBOOK", 699, 3, is_taxed=True),
        Sold("LIBRARY TOTE", 1800, is_taxed=True),
    ),
    tax_permille=62,
    paid_by="VISA",
    served_by="WEB ORDER",
)
