"""How many there are: from counters where they are kept, else by reading, for people who are signed in."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from entities.receipts.labels import ReceiptWordLabel, ValidationStatus
from entities.receipts.receipt import ReceiptMetadata
from loaders import receipts
from loaders.counters import Group, demand_signed_in, merchant_of, read_counts
from loaders.lists.listing import Listing
from loaders.request import Request


def how_many(request: Request, group: Group, listing: Listing) -> int:
    """All items of a listing, which a group counts."""
    kept = read_counts(request, group)
    if kept is not None:
        return kept.total()
    demand_signed_in(request, f"{group.value.removesuffix('s')}_count")
    return listing.count(request, {})


def by_merchant(request: Request) -> Counter[str]:
    """Receipts by the name of their merchant, as it is written."""
    kept = read_counts(request, Group.MERCHANTS)
    if kept is not None:
        return kept
    demand_signed_in(request, "merchant_counts")
    found = receipts.ALL_METADATA.all(request, {})
    names = (merchant_of(each) for each in found if isinstance(each, ReceiptMetadata))
    return Counter(name for name in names if name)


def by_label(request: Request, labels: Sequence[str]) -> list[tuple[str, Counter[str]]]:
    """Words with each of these labels, by validation status."""
    kept = read_counts(request, Group.LABELS)
    if kept is None:
        demand_signed_in(request, "label_counts")
        read = request.session.together(*(partial(_read_label, request, label) for label in labels))
        return list(zip(labels, read, strict=True))
    found: dict[str, Counter[str]] = {label: Counter() for label in labels}
    for name, number in kept.items():
        status, _, label = name.split(" ", 2)
        if label in found:
            found[label][status] += number
    return list(found.items())


def _read_label(request: Request, label: str) -> Counter[str]:
    found = receipts.LABELS_BY_LABEL.all(request, {"label": label})
    return Counter(each.validation_status.name for each in found if isinstance(each, ReceiptWordLabel))


def labels_with(request: Request, status: ValidationStatus) -> int | None:
    """All labels with a validation status; None for a caller with the API key, if they have to be read."""
    kept = read_counts(request, Group.LABELS)
    if kept is not None:
        return sum(number for name, number in kept.items() if name.split(" ", 2)[1] == status.value)
    if request.caller.mode == "api_key":
        return None
    return receipts.LABELS_BY_STATUS.count(request, {"validation_status": status.value})
