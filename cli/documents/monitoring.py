"""`monitor`: what happens to documents, as it happens."""

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any

import typer

from cli.answers import needed
from cli.api import ApiClient
from cli.documents.states import ENDED, UNDER_WAY, between
from cli.failures import Exit
from cli.live import follow
from cli.options import MAX_LIMIT, AsJson, api_of, as_sent
from cli.output import print_entry, print_event
from cli.times import short_time

EXAMPLES = """Examples:\n
tessera documents monitor   (all documents that you may see, until interrupted)\n
tessera documents monitor 9b2e… 77c1…   (until both have ended; exit code 1 unless both are COMPLETED)"""

ON_EVENT = """subscription OnEvent($jobId: ID) { onDocumentEvent(jobId: $jobId) {
    jobId type category status message progress timestamp
    details { pagesProcessed totalPages currentOperation error dlqSource retryCount } } }"""
_NOW = "jobId status error updatedAt submittedAt"
STATE = f"query State($jobId: ID!) {{ document(jobId: $jobId) {{ {_NOW} }} }}"
STATES = f"""query States($status: DocumentStatus, $since: AWSDateTime, $first: Int, $after: String) {{
  documents(status: $status, since: $since, first: $first, after: $after) {{
    nodes {{ {_NOW} }} pageInfo {{ hasNextPage endCursor }} }} }}"""

Event = dict[str, Any]


def monitor(
    context: typer.Context,
    job_ids: Annotated[list[str] | None, typer.Argument(help="The documents; all of them if left out.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print each event of documents as it comes, also those that happened while the server was away."""
    api = api_of(context)
    if job_ids:
        ended = wait_for(api, job_ids, as_json)
        if any(status != "COMPLETED" for status in ended.values()):
            raise typer.Exit(Exit.ENDED_BADLY)
        return
    for event in _events(api, []):
        _print(event, as_json)


def wait_for(
    api: ApiClient, job_ids: Iterable[str], as_json: bool, tell: Callable[[Event], None] | None = None
) -> dict[str, str]:
    """Wait until all documents have ended; how each did. All events are printed, or without JSON what `tell` does."""
    left, ended = set(job_ids), {}
    if not left:
        return {}
    for event in _events(api, sorted(left)):
        if tell and not as_json:
            tell(event)
        else:
            _print(event, as_json)
        if ends(event):
            ended[event["jobId"]] = event["status"]
            left.discard(event["jobId"])
        if not left:
            break
    return ended


def ends(event: Event) -> bool:
    """Whether the event is that a document came to its end."""
    return event["status"] in ENDED and _moves(event)


def reason_of(event: Event) -> str | None:
    """Why a document failed, as far as that is known."""
    reason: str | None = (event["details"] or {}).get("error") or event["message"]
    return reason


def _events(api: ApiClient, job_ids: list[str]) -> Iterator[Event]:
    """Events of some documents, or of all: each once, and none left out of those that change a state."""
    wanted, last = set(job_ids), dict[str, str]()
    until: dict[str, str] = {}
    """Up to when the states that were asked for tell everything: messages of before come late."""
    told: set[tuple[Any, ...]] = set()
    began = as_sent("0s")

    def state() -> Iterator[Event]:
        open_ones = [each for each in job_ids or list(last) if last.get(each) not in ENDED]
        found = [] if job_ids else _under_way(api, began)
        known = {each["jobId"] for each in found}
        for document in [*found, *(_document(api, each) for each in open_ones if each not in known)]:
            yield from _unseen(document, last.get(document["jobId"]))
            until[document["jobId"]] = document["updatedAt"] or ""

    only = {"jobId": job_ids[0]} if len(job_ids) == 1 else {}
    for event in follow(api, ON_EVENT, only, state):
        job_id, status = event["jobId"], event["status"]
        name = (job_id, event["type"], status, event["timestamp"])
        is_repeat = name in told or (_moves(event) and last.get(job_id) == status)
        if (wanted and job_id not in wanted) or is_repeat or event["timestamp"] < until.get(job_id, ""):
            continue
        told.add(name)
        if _moves(event):
            last[job_id] = status
        yield event


def _moves(event: Event) -> bool:
    """Whether the event is that the document came into a state; progress tells the state beside."""
    return bool(event["category"] != "PROGRESS_UPDATE")


def _document(api: ApiClient, job_id: str) -> dict[str, Any]:
    return needed(api.ask(STATE, {"jobId": job_id}), f"document {job_id}")


def _under_way(api: ApiClient, began: str | None) -> list[dict[str, Any]]:
    """Documents that something may still happen to, and those that came since we began to look."""
    asked: list[dict[str, Any]] = [*({"status": each.value} for each in UNDER_WAY), {"since": began}]
    return [node for each in asked for node in api.pages(STATES, each, MAX_LIMIT)["documents"]["nodes"]]


def _unseen(document: dict[str, Any], last: str | None) -> Iterator[Event]:
    """The states that a document has come through since it was seen last, as events."""
    if document["status"] == last:
        return
    moment = document["updatedAt"] or document["submittedAt"]
    for status in [*between(last, document["status"]), document["status"]]:
        yield {
            "jobId": document["jobId"],
            "type": None,
            "category": "STATUS_UPDATE",
            "status": status,
            "message": document["error"] if status == document["status"] else None,
            "progress": None,
            "timestamp": moment,
            "details": None,
        }


def _print(event: Event, as_json: bool) -> None:
    if as_json:
        print_event(event)
        return
    progress = f"{event['progress']:.0%}" if event["progress"] is not None else None
    error = (event["details"] or {}).get("error")
    told = (event["type"], event["status"], progress, event["message"])
    print_entry(short_time(event["timestamp"]), event["jobId"], *told, error if error != event["message"] else None)
