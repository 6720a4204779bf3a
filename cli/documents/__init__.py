"""`tessera documents`: PDFs and pictures that Textract reads."""

from cli.documents.commands import app

__all__ = ["app"]
