"""`query`: any GraphQL text."""

import json
import re
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.api import ApiClient
from cli.failures import Usage, refused
from cli.options import api_of
from cli.output import print_json
from cli.realtime import subscribed

EXAMPLES = """Examples:\n
tessera query tree.graphql --variables '{"id": "…"}'\n
echo '{ jobs(status: RUNNING) { nodes { name } } }' | tessera query -\n
tessera query watch.graphql   (a subscription prints one line for each message)"""

_COMMENT = re.compile(r"^\s*#.*$", re.MULTILINE)


def query(
    context: typer.Context,
    file: Annotated[str, typer.Argument(help="A file with GraphQL text; - reads it from stdin.")],
    variables: Annotated[str, typer.Option(help="The variables, as JSON; @FILE reads them from a file.")] = "{}",
    operation: Annotated[str | None, typer.Option(help="Which operation, where the text has several.")] = None,
) -> None:
    """Send any GraphQL text and print its data as JSON."""
    api, text, values = api_of(context), _read(file), _variables(variables)
    if _COMMENT.sub("", text).lstrip().startswith("subscription"):
        _listen(api, text, values)
        return
    answer = api.answer(text, values, operation)
    if answer["data"] is not None:
        print_json(answer["data"])
    if answer.get("errors"):
        raise refused(answer["errors"])


def _listen(api: ApiClient, text: str, values: dict[str, Any]) -> None:
    with subscribed(api, text, values) as messages:
        while True:
            print_json(messages.next())


def _read(file: str) -> str:
    if file == "-":
        return sys.stdin.read()
    try:
        return Path(file).read_text()
    except OSError as error:
        raise Usage(f"{file} cannot be read: {error.strerror}.") from None


def _variables(text: str) -> dict[str, Any]:
    given = _read(text[1:]) if text.startswith("@") else text
    try:
        values = json.loads(given)
    except ValueError as error:
        raise Usage(f"The variables are not JSON: {error}.") from None
    if not isinstance(values, dict):
        raise Usage('The variables are a JSON object, such as {"id": "…"}.')
    return values
