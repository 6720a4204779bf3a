"""`list`, `status`, `retry`."""

from typing import Annotated, Any

import typer

from cli.answers import needed, print_list, print_thing
from cli.documents.states import DocumentStatus
from cli.failures import Usage
from cli.options import AsJson, Limit, Since, Until, api_of, as_sent
from cli.output import Row, print_json, print_table
from cli.times import short_time

EXAMPLES = """Examples:\n
tessera documents list --status FAILED --since 24h\n
tessera documents list --mine --limit 500 --json | jq -r '.documents.nodes[].jobId'"""

_ROW = "jobId status documentKey fileName submittedAt completedAt totalPages error"
LIST = f"""query Documents($status: DocumentStatus, $mine: Boolean, $since: AWSDateTime, $until: AWSDateTime,
    $first: Int, $after: String) {{
  documents(status: $status, mine: $mine, since: $since, until: $until, first: $first, after: $after) {{
    nodes {{ {_ROW} }} pageInfo {{ hasNextPage endCursor }} }} }}"""
BY_KEY = f"""query ByKey($documentKey: String!, $first: Int, $after: String) {{
  documentsByKey(documentKey: $documentKey, first: $first, after: $after) {{
    nodes {{ {_ROW} }} pageInfo {{ hasNextPage endCursor }} }} }}"""
STATUS = """query Document($jobId: ID!) { document(jobId: $jobId) {
    jobId status documentKey fileName byteLength clientId submittedAt updatedAt completedAt updatedBy
    textractId resultKey attempt totalPages pagesProcessed currentOperation error errorKind warnings expiresAt } }"""
RETRY = """mutation Retry($input: RetryDocumentInput!) { retryDocument(input: $input) { jobId status attempt } }"""

JobId = Annotated[str, typer.Argument(help="The id of the document's job.")]


def list_documents(
    context: typer.Context,
    status: Annotated[DocumentStatus | None, typer.Option(case_sensitive=False, help="Only these.")] = None,
    key: Annotated[str | None, typer.Option(help="Only the documents under this S3 key.")] = None,
    mine: Annotated[bool, typer.Option("--mine", help="Only those of the client that you act for.")] = False,
    since: Since = None,
    until: Until = None,
    limit: Limit = 20,
    as_json: AsJson = False,
) -> None:
    """List documents, the newest first."""
    api = api_of(context)
    if key and (status or mine or since or until):
        raise Usage("--key finds documents by their key alone: leave out the other filters.")
    if key:
        data = api.pages(BY_KEY, {"documentKey": key}, limit)
    else:
        span = {"since": as_sent(since), "until": as_sent(until)}
        data = api.pages(LIST, {"status": status, "mine": mine or None, **span}, limit)
    columns = {
        "Document": lambda row: row["jobId"],
        "Status": lambda row: row["status"],
        "Pages": lambda row: row["totalPages"],
        "Submitted": lambda row: short_time(row["submittedAt"]),
        "File": _file,
        "Error": lambda row: row["error"],
    }
    print_list(data, as_json, columns, "No document fits.", right=["Pages"])


def _file(row: Row) -> str:
    """The name that the file had, which a key may spell differently; else the key, without the folder that only says
    the id again.
    """
    if row["fileName"]:
        return str(row["fileName"])
    key = str(row["documentKey"] or "")
    before, _, name = key.partition(f"{row['jobId']}/")
    return name if name and before.count("/") <= 1 else key


def status(context: typer.Context, job_id: JobId, as_json: AsJson = False) -> None:
    """Show how far a document has come."""
    data = api_of(context).ask(STATUS, {"jobId": job_id})
    print_thing(data, as_json, needed(data, f"document {job_id}"))


def retry(
    context: typer.Context,
    job_ids: Annotated[list[str], typer.Argument(help="The documents that failed.")],
    as_json: AsJson = False,
) -> None:
    """Give documents that ended as FAILED or ERROR to Textract once more."""
    api = api_of(context)
    done: list[dict[str, Any]] = [api.ask(RETRY, {"input": {"jobId": each}}) for each in job_ids]
    if as_json:
        print_json(done[0] if len(done) == 1 else done)
        return
    columns = {"Document": lambda row: row["jobId"], "Status": lambda row: row["status"]}
    print_table([each["retryDocument"] for each in done], columns, "Nothing was asked for.")
