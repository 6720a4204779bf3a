"""The document of README's example: `python -m tests.local.services.invoice > docs/invoice.pdf`."""

import io
import sys

from reportlab.pdfgen.canvas import Canvas

PLACE, NUMBER = "Paper & Pine, 12 Birch Lane", "10482"
FIELDS = (("Invoice number:", NUMBER), ("Date:", "3 May 2026"), ("Customer:", "Ann Example"))
ROWS = (
    ("Item", "Quantity", "Price"),
    ("Notebook", "3", "12.00"),
    ("Pencil", "10", "4.50"),
    ("Desk lamp", "1", "39.00"),
)
NOTES = ("Thank you for your order.", "Please pay within 30 days.")
_WIDTHS, _HEIGHT = (200, 90, 90), 24


def invoice() -> bytes:
    """Two pages: fields and a table, then a few lines. The same bytes each time."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(595, 842), invariant=1)
    canvas.setTitle(f"Invoice {NUMBER}")
    canvas.setFont("Helvetica-Bold", 20)
    canvas.drawString(72, 770, "Invoice")
    canvas.setFont("Helvetica", 11)
    canvas.drawString(72, 745, PLACE)
    for number, (key, value) in enumerate(FIELDS):
        canvas.drawString(72, 700 - 20 * number, f"{key} {value}")
    _draw_table(canvas, 72, 610)
    canvas.drawString(72, 480, "Total: 55.50")
    canvas.showPage()
    canvas.setFont("Times-Roman", 12)
    for number, line in enumerate(NOTES):
        canvas.drawString(72, 770 - 18 * number, line)
    canvas.save()
    return file.getvalue()


def _draw_table(canvas: Canvas, left: float, top: float) -> None:
    xs = [left + sum(_WIDTHS[:number]) for number in range(len(_WIDTHS) + 1)]
    ys = [top - _HEIGHT * number for number in range(len(ROWS) + 1)]
    canvas.grid(xs, ys)
    for x, column in zip(xs, range(len(_WIDTHS)), strict=False):
        for y, row in zip(ys, ROWS, strict=False):
            canvas.drawString(x + 6, y - 16, row[column])


if __name__ == "__main__":
    sys.stdout.buffer.write(invoice())
