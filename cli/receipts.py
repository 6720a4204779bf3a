"""`tessera receipts`: a receipt as text, with what its words mean."""

from itertools import groupby
from typing import Annotated, Any

import typer

from cli.answers import needed
from cli.options import AsJson, api_of
from cli.output import print_entry, print_facts, print_json

app = typer.Typer(no_args_is_help=True, help="Receipts: show.")

SHOW = """query Receipt($imageId: ID!, $receiptId: Int!) { receipt(imageId: $imageId, receiptId: $receiptId) {
    imageId receiptId metadata { merchantName address phoneNumber }
    lines { lineId text words { wordId text labels { label validationStatus } } } } }"""
_SIGNS = {"VALID": "✓", "PENDING": "…", "NEEDS_REVIEW": "?", "INVALID": "✗", "NONE": "·"}


@app.command(epilog="Example: tessera receipts show 3f52… 1")
def show(
    context: typer.Context,
    image_id: Annotated[str, typer.Argument(help="The id of the image that the receipt is on.")],
    receipt_id: Annotated[int, typer.Argument(min=1, help="The number of the receipt on its image.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Show a receipt as text, with the labels of its words (✓ valid, … pending, ? needs review, ✗ invalid)."""
    data = api_of(context).ask(SHOW, {"imageId": image_id, "receiptId": receipt_id})
    receipt = needed(data, f"receipt {receipt_id} on image {image_id}")
    if as_json:
        print_json(data)
        return
    print_facts(receipt["metadata"] or {})
    width = max((len(line["text"]) for line in receipt["lines"]), default=0)
    for line in receipt["lines"]:
        labels = _labels(line)
        print_entry(f"{line['text']:<{width}}" if labels else line["text"] or " ", *labels)


def _labels(line: dict[str, Any]) -> list[str]:
    """The labels of a line's words; words beside each other with the same one are told together."""
    found = [(_told(label), word["text"]) for word in line["words"] for label in word["labels"]]
    together = groupby(found, key=lambda each: each[0])
    return [f"{told}={' '.join(text for _, text in words)}" for told, words in together]


def _told(label: dict[str, Any]) -> str:
    return f"{_SIGNS.get(label['validationStatus'], '·')} {label['label']}"
