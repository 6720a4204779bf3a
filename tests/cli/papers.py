"""Documents to send."""

import io

from reportlab.pdfgen.canvas import Canvas


def page(text: str) -> bytes:
    """A PDF of one page with one line; the same bytes for the same text."""
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    canvas.drawString(72, 700, text)
    canvas.save()
    return file.getvalue()
