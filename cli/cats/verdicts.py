"""`results`, `monitor`, `logs`: what became of a batch of pictures."""

import json
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from cli.answers import print_list
from cli.api import ApiClient
from cli.failures import Exit, NothingFound
from cli.live import follow
from cli.options import MAX_LIMIT, AsJson, Limit, api_of
from cli.output import print_entry, print_event, print_facts, print_json, print_line

IMAGES = """query Images($batchId: ID!, $first: Int, $after: String) { catBatch(batchId: $batchId) {
    images(first: $first, after: $after) {
      nodes { batchId fingerprint fileName status isCat error labels { name confidence } }
      pageInfo { hasNextPage endCursor } } } }"""
SUMMARY = """query Summary($batchId: ID!) { catBatch(batchId: $batchId) {
    batchId summary { total pending success fail cats isDone } } }"""
ON_IMAGE = """subscription OnImage($batchId: ID!) { onCatImage(batchId: $batchId) {
    batchId fingerprint status isCat error labels { name confidence } } }"""
LOGS = """query Logs($batchId: ID!) { catBatch(batchId: $batchId) {
    imagesWithLogs { fingerprint fileName loggedAt logs } } }"""

BatchId = Annotated[str, typer.Argument(help="The number of the batch.")]
Image = dict[str, Any]


def results(context: typer.Context, batch_id: BatchId, limit: Limit = 100, as_json: AsJson = False) -> None:
    """Show which pictures of a batch are cats, and why the others failed."""
    api = api_of(context)
    data = api.pages(IMAGES, {"batchId": batch_id}, limit)
    found = data["catBatch"]["images"]["nodes"]
    if not found:
        raise NothingFound(f"picture in batch {batch_id}")
    if not as_json:  # the API has them in no particular order
        found.sort(key=lambda row: str(row["fileName"] or row["fingerprint"]))
    columns = {
        "Picture": lambda row: row["fileName"] or row["fingerprint"],
        "Verdict": verdict,
        "Labels": lambda row: [f"{each['name']} {each['confidence']:.0f} %" for each in row["labels"] or []],
        "Error": lambda row: row["error"],
    }
    print_list(data, as_json, columns, "")
    if not as_json:
        print_facts(api.ask(SUMMARY, {"batchId": batch_id})["catBatch"]["summary"])


def monitor(context: typer.Context, batch_id: BatchId, as_json: AsJson = False) -> None:
    """Print each verdict of a batch as it comes, until none is missing."""
    if any(each["status"] == "FAIL" for each in wait_for(api_of(context), batch_id, as_json)):
        raise typer.Exit(Exit.ENDED_BADLY)


def logs(
    context: typer.Context,
    batch_id: BatchId,
    fingerprint: Annotated[str | None, typer.Argument(help="Only those of this picture.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print the debug logs of a batch's pictures, for those that were uploaded with --debug."""
    data = api_of(context).ask(LOGS, {"batchId": batch_id})
    found = [each for each in data["catBatch"]["imagesWithLogs"] if fingerprint in (None, each["fingerprint"])]
    if not found:
        raise NothingFound(f"log in batch {batch_id}")
    if as_json:
        print_json(data)
        return
    for each in found:
        print_line(f"{each['fileName'] or each['fingerprint']}  {each['loggedAt']}")
        for line in _lines(each["logs"]):
            print_entry(f"  {line}")


def wait_for(api: ApiClient, batch_id: str, as_json: bool) -> list[Image]:
    """Print verdicts as they come, each once, until every picture of the batch has one."""
    told: dict[str, Image] = {}
    names: dict[str, str | None] = {}

    def state() -> Iterator[Image]:
        found = api.pages(IMAGES, {"batchId": batch_id}, MAX_LIMIT)["catBatch"]["images"]["nodes"]
        if not found:
            raise NothingFound(f"picture in batch {batch_id}")
        names.update({each["fingerprint"]: each["fileName"] for each in found})
        yield from found

    for image in follow(api, ON_IMAGE, {"batchId": batch_id}, state):
        name = image["fingerprint"]
        if image["status"] != "PENDING" and name not in told:
            told[name] = image
            print_event(image) if as_json else _print(image, names.get(name))
        names.setdefault(name, None)
        if names.keys() <= told.keys():
            break
    return list(told.values())


def _lines(logs: Any) -> list[str]:
    """The lines of a log, which the API has as JSON; other programs wrote what they liked."""
    try:
        found = json.loads(logs) if isinstance(logs, str) else logs
    except ValueError:
        return str(logs).splitlines()
    return [str(each) for each in found] if isinstance(found, list) else [str(logs)]


def verdict(image: Image) -> str:
    """One word for how a picture ended."""
    if image["status"] == "SUCCESS":
        return "cat" if image["isCat"] else "no cat"
    return "failed" if image["status"] == "FAIL" else "waits"


def _print(image: Image, file_name: str | None) -> None:
    print_entry(file_name or image["fingerprint"], verdict(image), image["error"])
