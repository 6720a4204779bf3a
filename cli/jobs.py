"""`tessera jobs`: training jobs, listed, shown and watched."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any

import typer

from cli.answers import needed, print_list
from cli.api import ApiClient
from cli.failures import Exit
from cli.live import follow, unseen
from cli.options import AsJson, Limit, Since, Until, api_of, as_sent
from cli.output import print_entry, print_event, print_facts, print_json, print_line
from cli.times import short_time

app = typer.Typer(no_args_is_help=True, help="Training jobs: list, show, watch, logs, metrics.")


class JobState(StrEnum):
    """How far a job is."""

    PENDING = "PENDING"
    RUNNING = "RUNNING"
    SUCCEEDED = "SUCCEEDED"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"
    INTERRUPTED = "INTERRUPTED"


class LogLevel(StrEnum):
    """How serious a line is, the least serious first."""

    DEBUG = "DEBUG"
    INFO = "INFO"
    WARNING = "WARNING"
    ERROR = "ERROR"
    CRITICAL = "CRITICAL"


ENDED = {*JobState} - {JobState.PENDING, JobState.RUNNING}
_LEVELS = [*LogLevel]

LIST = """query Jobs($status: JobState, $createdBy: String, $name: String, $since: AWSDateTime, $until: AWSDateTime,
    $first: Int, $after: String) {
  jobs(status: $status, createdBy: $createdBy, name: $name, since: $since, until: $until,
      first: $first, after: $after) {
    nodes { jobId name status priority createdBy createdAt latestStatus { progress message updatedAt } }
    pageInfo { hasNextPage endCursor } } }"""
SHOW = """query Job($jobId: ID!) { job(jobId: $jobId) {
    jobId name description status priority createdBy createdAt jobType sweepId queueNames estimatedDuration
    jobConfig tags results statuses { id status progress message updatedAt updatedBy }
    bestCheckpoint { timestamp epoch step s3Bucket s3Key } } }"""
STATUSES = """query Statuses($jobId: ID!) { job(jobId: $jobId) {
    statuses { id jobId status progress message updatedAt job { id name } } } }"""
ON_STATUS = """subscription OnStatus($jobId: ID) {
  onJobStatus(jobId: $jobId) { id jobId status progress message updatedAt job { id name } } }"""
LOGS = """query Logs($jobId: ID!, $since: AWSDateTime, $until: AWSDateTime, $newestFirst: Boolean,
    $first: Int, $after: String) {
  job(jobId: $jobId) { logs(since: $since, until: $until, newestFirst: $newestFirst, first: $first, after: $after) {
    nodes { id timestamp logLevel message source exception } pageInfo { hasNextPage endCursor } } } }"""
ON_LOG = (
    """subscription OnLog($jobId: ID!) { onJobLog(jobId: $jobId) { id timestamp logLevel message source exception } }"""
)
METRICS = """query Metrics($jobId: ID!, $metricName: String, $since: AWSDateTime, $until: AWSDateTime,
    $first: Int, $after: String) {
  job(jobId: $jobId) { metrics(metricName: $metricName, since: $since, until: $until, first: $first, after: $after) {
    nodes { metricName value unit epoch step timestamp } pageInfo { hasNextPage endCursor } } } }"""

JobId = Annotated[str, typer.Argument(help="The id of the job.")]
Status = Annotated[JobState | None, typer.Option(case_sensitive=False, help="Only jobs in this state.")]


@app.command("list", epilog="Example: tessera jobs list --status RUNNING --since 7d")
def list_jobs(
    context: typer.Context,
    status: Status = None,
    owner: Annotated[str | None, typer.Option(help="Only jobs that this person created.")] = None,
    name: Annotated[str | None, typer.Option(help="Only jobs of this name.")] = None,
    since: Since = None,
    until: Until = None,
    limit: Limit = 20,
    as_json: AsJson = False,
) -> None:
    """List jobs, with how far they are."""
    wanted = {
        "status": status,
        "createdBy": owner,
        "name": name,
        "since": as_sent(since),
        "until": as_sent(until),
    }
    columns = {
        "Job": lambda row: row["jobId"],
        "Name": lambda row: row["name"],
        "Status": lambda row: row["status"],
        "%": lambda row: (row["latestStatus"] or {}).get("progress"),
        "Message": lambda row: (row["latestStatus"] or {}).get("message"),
        "Owner": lambda row: row["createdBy"],
        "Created": lambda row: short_time(row["createdAt"]),
    }
    data = api_of(context).pages(LIST, wanted, limit)
    print_list(data, as_json, columns, "No job fits.", right=["%"])


@app.command(epilog="Example: tessera jobs show 2f1c…")
def show(context: typer.Context, job_id: JobId, as_json: AsJson = False) -> None:
    """Show a job and its history."""
    data = api_of(context).ask(SHOW, {"jobId": job_id})
    job = needed(data, f"job {job_id}")
    if as_json:
        print_json(data)
        return
    best = job["bestCheckpoint"]
    kept = {"bestCheckpoint": f"s3://{best['s3Bucket']}/{best['s3Key']}", "epoch": best["epoch"]} if best else {}
    print_facts({name: value for name, value in job.items() if name not in {"statuses", "bestCheckpoint"}} | kept)
    for each in job["statuses"]:
        _print_status(each)


@app.command(epilog="Examples: tessera jobs watch 2f1c…, tessera jobs watch (all jobs)")
def watch(
    context: typer.Context,
    job_id: Annotated[str | None, typer.Argument(help="The id of the job; all jobs if left out.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print each status of a job as it comes, until the job ends; of all jobs, until interrupted."""
    api, latest, last = api_of(context), "", None

    def state() -> list[Any]:
        nonlocal latest
        found = _statuses(api, job_id) if job_id else []
        latest = max([latest, *(each["updatedAt"] for each in found)])
        return found

    for each in unseen(follow(api, ON_STATUS, {"jobId": job_id}, state), lambda each: each["id"]):
        print_event(each) if as_json else _print_status(each, with_job=job_id is None)
        last = each["status"]
        if job_id and last in ENDED and each["updatedAt"] >= latest:  # one that ended before may have gone on
            break
    if last != JobState.SUCCEEDED:
        raise typer.Exit(Exit.ENDED_BADLY)


@app.command(epilog="Example: tessera jobs logs 2f1c… -f --level WARNING")
def logs(
    context: typer.Context,
    job_id: JobId,
    follows: Annotated[bool, typer.Option("--follow", "-f", help="Go on with new lines until interrupted.")] = False,
    level: Annotated[
        LogLevel, typer.Option(case_sensitive=False, help="This level and those above it.")
    ] = LogLevel.DEBUG,
    since: Since = None,
    until: Until = None,
    limit: Limit = 100,
    as_json: AsJson = False,
) -> None:
    """Print the log of a job, oldest line first: the newest lines up to the limit."""
    api = api_of(context)
    span = {"jobId": job_id, "since": as_sent(since), "until": as_sent(until)}
    data = api.pages(LOGS, {**span, "newestFirst": True}, limit)
    lines = needed(data, f"job {job_id}")["logs"]["nodes"][::-1]
    if as_json and not follows:
        print_json(data)
        return
    found = unseen(_log(api, job_id, lines) if follows else iter(lines), lambda each: each["id"])
    for each in found:
        if each["logLevel"] not in _LEVELS or _LEVELS.index(each["logLevel"]) >= _LEVELS.index(level):
            print_event(each) if as_json else print_line(_log_line(each))


@app.command(epilog="Examples: tessera jobs metrics 2f1c… val_loss, tessera jobs metrics 2f1c… --json | jq .")
def metrics(
    context: typer.Context,
    job_id: JobId,
    name: Annotated[str | None, typer.Argument(help="The name of the metric; all of them if left out.")] = None,
    since: Since = None,
    until: Until = None,
    limit: Limit = 1000,
    as_json: AsJson = False,
) -> None:
    """Print the metrics of a job."""
    wanted = {"jobId": job_id, "metricName": name, "since": as_sent(since), "until": as_sent(until)}
    data = api_of(context).pages(METRICS, wanted, limit)
    needed(data, f"job {job_id}")
    columns = {
        "Metric": lambda row: row["metricName"],
        "Epoch": lambda row: row["epoch"],
        "Step": lambda row: row["step"],
        "Value": lambda row: row["value"],
        "Unit": lambda row: row["unit"],
        "Time": lambda row: short_time(row["timestamp"]),
    }
    print_list(data, as_json, columns, "No metrics yet.", right=["Epoch", "Step", "Value"])


def _statuses(api: ApiClient, job_id: str) -> list[Any]:
    found: list[Any] = needed(api.ask(STATUSES, {"jobId": job_id}), f"job {job_id}")["statuses"]
    return found


def _print_status(status: dict[str, Any], with_job: bool = False) -> None:
    job = (status.get("job") or {}).get("name") or status.get("jobId") if with_job else None
    progress = f"{status['progress']:g} %" if status.get("progress") is not None else None
    print_entry(short_time(status["updatedAt"]), job, status["status"], progress, status.get("message"))


def _log(api: ApiClient, job_id: str, lines: list[Any]) -> Iterator[Any]:
    """The lines that there are, then those that come."""
    yield from lines
    latest = max((each["timestamp"] for each in lines), default=None)

    def state() -> Iterator[Any]:
        nonlocal latest
        data = api.pages(LOGS, {"jobId": job_id, "since": latest, "newestFirst": False}, 10_000)
        for each in data["job"]["logs"]["nodes"] if data["job"] else []:
            latest = max(latest or "", each["timestamp"])
            yield each

    yield from follow(api, ON_LOG, {"jobId": job_id}, state)


def _log_line(line: dict[str, Any]) -> str:
    source = f" [{line['source']}]" if line.get("source") else ""
    exception = f"\n{line['exception']}" if line.get("exception") else ""
    return f"{short_time(line['timestamp'])}  {line['logLevel']:<8}{source} {line['message']}{exception}"
