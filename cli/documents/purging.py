"""`purge`: old documents, with their files."""

from typing import Annotated, Any

import typer

from cli.documents.states import ENDED, DocumentStatus
from cli.options import AsJson, api_of, as_sent
from cli.output import print_facts, print_json, say

EXAMPLES = """Examples:\n
tessera documents purge --older-than 30d --status FAILED   (only says what would go)\n
tessera documents purge --older-than 30d --status FAILED --yes"""

PURGE = """mutation Purge($input: PurgeDocumentsInput!) { purgeDocuments(input: $input) {
    isDryRun documents objects bytes pages isComplete endCursor } }"""
"""One call goes as far as its time allows; the next one goes on behind it."""


def purge(
    context: typer.Context,
    older_than: Annotated[str, typer.Option(help="Submitted longer ago than this: 30d, 12h, or before a date.")],
    status: Annotated[
        list[DocumentStatus] | None,
        typer.Option(case_sensitive=False, help="Only these; all that have ended if left out. May be given twice."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Delete. Without it, nothing is changed.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete old documents, their files and their results. Without --yes it only says what would go."""
    api = api_of(context)
    wanted = {
        "olderThan": as_sent(older_than),
        "statuses": [each.value for each in status or sorted(ENDED)],
        "dryRun": not yes,
    }
    total: dict[str, Any] = {}
    while not total.get("isComplete"):
        step = api.ask(PURGE, {"input": {**wanted, "after": total.get("endCursor")}})["purgeDocuments"]
        total = {name: value + total.get(name, 0) if _is_count(value) else value for name, value in step.items()}
        if not total["isComplete"]:
            say(f"{total['documents']} documents so far.")
    if as_json:
        print_json({"purgeDocuments": total})
        return
    print_facts({name: value for name, value in total.items() if _is_count(value)})
    if not total["documents"]:
        say("No document fits.")
    else:
        say("All of this was deleted." if yes else "Nothing was deleted. Add --yes to delete them.")


def _is_count(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
