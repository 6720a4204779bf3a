"""`debug`: dead letters, and notifications as the queue gets them."""

from typing import Annotated, Any

import typer

from cli.answers import needed, print_list, print_thing
from cli.documents.monitoring import ON_EVENT
from cli.failures import Exit
from cli.live import follow
from cli.options import AsJson, Limit, api_of
from cli.output import print_event
from cli.times import short_time

app = typer.Typer(no_args_is_help=True, help="For operators: messages that were given up, and notifications.")
dlq = typer.Typer(no_args_is_help=True, help="Dead letters: messages that failed three times.")
app.add_typer(dlq, name="dlq")

LIST = """query Dead($first: Int, $after: String) { deadLetters(first: $first, after: $after) {
    nodes { id queue reason jobId receivedAt body } pageInfo { hasNextPage endCursor } } }"""
SHOW = """query Letter($id: ID!) { node(id: $id) { id
    ... on DeadLetter { queue reason jobId receivedAt body receiveCount } } }"""
REDRIVE = """mutation Redrive($input: RedriveDeadLettersInput!) { redriveDeadLetters(input: $input) {
    id isRedriven reason } }"""


@dlq.command("list", epilog="Example: tessera documents debug dlq list")
def list_letters(context: typer.Context, limit: Limit = 20, as_json: AsJson = False) -> None:
    """List dead letters, the newest first."""
    columns = {
        "Letter": lambda row: row["id"],
        "Queue": lambda row: row["queue"],
        "Document": lambda row: row["jobId"],
        "Received": lambda row: short_time(row["receivedAt"]),
        "Reason": lambda row: row["reason"],
    }
    data = api_of(context).pages(LIST, {}, limit)
    print_list(data, as_json, columns, "There is no dead letter.")


@dlq.command(epilog="Example: tessera documents debug dlq show TGV0…")
def show(
    context: typer.Context, letter: Annotated[str, typer.Argument(help="Its id.")], as_json: AsJson = False
) -> None:
    """Show a dead letter with its body."""
    data = api_of(context).ask(SHOW, {"id": letter})
    print_thing(data, as_json, needed(data, f"dead letter {letter}"))


@dlq.command(epilog="Example: tessera documents debug dlq redrive TGV0… TGV1…")
def redrive(
    context: typer.Context,
    letters: Annotated[list[str], typer.Argument(help="Their ids.")],
    as_json: AsJson = False,
) -> None:
    """Put messages back into the queue that they came from."""
    data = api_of(context).ask(REDRIVE, {"input": {"ids": letters}})
    columns = {
        "Letter": lambda row: row["id"],
        "Sent again": lambda row: row["isRedriven"],
        "Reason": lambda row: row["reason"],
    }
    print_list(data, as_json, columns, "Nothing was put back.")
    if not all(each["isRedriven"] for each in data["redriveDeadLetters"]):
        raise typer.Exit(Exit.ENDED_BADLY)


@app.command(epilog="Example: tessera documents debug notifications | jq .")
def notifications(context: typer.Context) -> None:
    """Print each notification as programs find it in the notifications queue, one JSON object a line."""
    for event in follow(api_of(context), ON_EVENT, {}, list):
        print_event(_as_queued(event))


def _as_queued(event: dict[str, Any]) -> dict[str, Any]:
    """The form that the queue has: its `type` is the category, and the event stands beside it."""
    kept = {name: event[name] for name in ("jobId", "status", "timestamp", "message", "progress")}
    details = {name: value for name, value in (event["details"] or {}).items() if value is not None}
    queued = {"type": event["category"], "event": event["type"], **kept, "details": details}
    return {name: value for name, value in queued.items() if value is not None}
