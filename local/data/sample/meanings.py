"""What words of a receipt are taken for: rightly, wrongly, and not yet decided."""

from dataclasses import dataclass

from entities.receipts.labels import ValidationStatus
from local.data.sample.till import Piece


@dataclass(frozen=True)
class Verdict:
    """A label on a word, and what became of it."""

    label: str
    status: ValidationStatus
    reasoning: str
    proposed_by: str
    consolidated_from: str | None = None


_WHY = {
    "MERCHANT_NAME": "First line, printed larger than all others.",
    "ADDRESS_LINE": "Part of the street address below the name of the shop.",
    "PHONE_NUMBER": "Ten digits with an area code in brackets.",
    "STORE_HOURS": "Says on which days and hours the shop is open.",
    "DATE": "Month, day and year separated by slashes.",
    "TIME": "Hours, minutes and seconds right after the date.",
    "PRODUCT_NAME": "Names what was bought, left of its price.",
    "QUANTITY": "Whole number before the price of one.",
    "UNIT_PRICE": "Follows the @ sign: the price of one.",
    "LINE_TOTAL": "Right-aligned amount on the line of a product.",
    "COUPON": "Names the reason of the negative amount to its right.",
    "DISCOUNT": "Negative amount among the products.",
    "SUBTOTAL": "Sum of all products, before tax.",
    "TAX": "Stands right of TAX and its rate.",
    "TIP": "Stands right of TIP, between tax and total.",
    "GRAND_TOTAL": "Right of TOTAL, and equals subtotal plus tax.",
    "PAYMENT_METHOD": "Names the card, or what is left of its number.",
    "CHANGE": "What was given less what was owed.",
    "LOYALTY_ID": "Number of a member of the shop's programme.",
    "WEBSITE": "Ends like an address on the web.",
}

_FIRST_NAMES = {"GRAND_TOTAL": "TOTAL", "PRODUCT_NAME": "ITEM", "ADDRESS_LINE": "ADDRESS"}
_FIRST_TAGS = {"GRAND_TOTAL": "TOTAL_AMOUNT", "DATE": "DATE", "MERCHANT_NAME": "STORE_NAME"}
_OPEN_ABOVE = ((0.97, ValidationStatus.NONE), (0.92, ValidationStatus.NEEDS_REVIEW), (0.82, ValidationStatus.PENDING))
_CERTAIN = {"GRAND_TOTAL", "MERCHANT_NAME", "DATE", "SUBTOTAL", "TAX"}
_RENAMED_BELOW = 0.25
_BY_RULE_BELOW = 0.3


def label_of(piece: Piece, chance: float) -> Verdict | None:
    """The label that a word should have; most are checked, some still wait."""
    if piece.label is None:
        return None
    is_certain = piece.label in _CERTAIN
    status = next((each for above, each in _OPEN_ABOVE if chance > above and not is_certain), ValidationStatus.VALID)
    renamed = _FIRST_NAMES.get(piece.label) if chance < _RENAMED_BELOW else None
    proposer = "rules" if chance < _BY_RULE_BELOW else "gpt-4o-mini"
    return Verdict(piece.label, status, _WHY[piece.label], proposer, renamed)


def mistaken_label(piece: Piece) -> Verdict | None:
    """A label that one person proposed and another refused."""
    if piece.label == "SUBTOTAL":
        why = "An amount beside the word TOTAL; but tax is still to come, so it is the subtotal."
        return Verdict("GRAND_TOTAL", ValidationStatus.INVALID, why, "gpt-4o-mini")
    if piece.text == "APPROVED":
        why = "Tells how the payment went, not how it was made."
        return Verdict("PAYMENT_METHOD", ValidationStatus.INVALID, why, "rules")
    return None


def tags_of(piece: Piece) -> tuple[str, ...]:
    """The tags that the first generation gave to a word."""
    tag = _FIRST_TAGS.get(piece.label or "")
    return (tag,) if tag else ()


def reason_for(label: str) -> str:
    """Why words get a label."""
    return _WHY[label]


def known_labels() -> dict[str, str]:
    """Every label of the sample, and what it means."""
    return dict(_WHY)
