"""`fetch`: what Textract read."""

import csv
import io
import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.answers import needed
from cli.documents.listing import JobId
from cli.failures import CommandFailed, Exit
from cli.options import api_of
from cli.output import print_json, print_line, say
from cli.terminal import is_terminal

EXAMPLES = """Examples:\n
tessera documents fetch 9b2e… --as text\n
tessera documents fetch 9b2e… --as csv -o tables.csv"""
MAX_PAGES = 3_000
"""Textract takes no more."""

RESULT = """query Result($jobId: ID!, $first: Int, $after: String) { document(jobId: $jobId) {
    jobId status error resultUrl pages(first: $first, after: $after) { nodes { pageNumber
        lines { text confidence boundingBox { x y width height } } tables { rows } forms { key value } }
      pageInfo { hasNextPage endCursor } } } }"""


class Form(StrEnum):
    """How results are written."""

    JSON = "json"
    TEXT = "text"
    CSV = "csv"
    FORMS = "forms"


def fetch(
    context: typer.Context,
    job_id: JobId,
    form: Annotated[
        Form, typer.Option("--as", help="json: everything; text: the lines; csv: the tables; forms: keys and values.")
    ] = Form.TEXT,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="A file to write to.")] = None,
) -> None:
    """Print what Textract read in a document."""
    data = api_of(context).pages(RESULT, {"jobId": job_id}, MAX_PAGES)
    document = needed(data, f"document {job_id}")
    if document["status"] != "COMPLETED":
        reason = f": {document['error']}" if document["error"] else ""
        raise CommandFailed(
            f"The document is {document['status']}{reason}.",
            Exit.ENDED_BADLY,
            f"`tessera documents monitor {job_id}` waits until it is read.",
        )
    if form is Form.JSON and output is None:
        print_json(data)
        return
    text = _written(form, data, is_shown=output is None and is_terminal())
    if output is None:
        print_line(text)
        return
    output.write_text(text + "\n")
    say(f"{output}: {len(document['pages']['nodes'])} pages.")


def _written(form: Form, data: dict[str, Any], is_shown: bool) -> str:
    pages = data["document"]["pages"]["nodes"]
    if form is Form.JSON:
        return json.dumps(data, ensure_ascii=False, indent=2)
    if form is Form.TEXT:
        between = "\n\n" if is_shown else "\n\f"  # a screen shows no form feed
        return between.join("\n".join(line["text"] for line in page["lines"]) for page in pages)
    if form is Form.FORMS:
        pairs = [(str(page["pageNumber"]), each["key"], each["value"]) for page in pages for each in page["forms"]]
        return _csv(pairs)
    return "\n\n".join(_csv(table["rows"]) for page in pages for table in page["tables"])


def _csv(rows: Any) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue().rstrip("\n")
