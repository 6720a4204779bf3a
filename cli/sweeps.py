"""`tessera sweeps`: sweeps over parameters, and their best runs."""

from typing import Annotated, Any

import typer

from cli.answers import needed, print_list
from cli.options import AsJson, Limit, api_of
from cli.output import print_facts, print_json, print_table

app = typer.Typer(no_args_is_help=True, help="Sweeps over parameters: list, show, best.")

LIST = """query Sweeps($first: Int, $after: String) { sweeps(first: $first, after: $after) {
    nodes { sweepId progress { total pending running succeeded failed done } job { name createdBy createdAt status } }
    pageInfo { hasNextPage endCursor } } }"""
SHOW = """query Sweep($sweepId: ID!) { sweep(sweepId: $sweepId) { sweepId
    progress { total pending running succeeded failed cancelled interrupted done }
    job { jobId name createdBy createdAt jobConfig }
    jobs { jobId name status jobConfig latestStatus { progress } } } }"""
BEST = """query Best($sweepId: ID!, $metricName: String!, $higherIsBetter: Boolean, $first: Int, $after: String) {
  sweep(sweepId: $sweepId) {
    runs(metricName: $metricName, higherIsBetter: $higherIsBetter, first: $first, after: $after) {
    nodes { value epoch job { jobId name status jobConfig } } pageInfo { hasNextPage endCursor } } } }"""

SweepId = Annotated[str, typer.Argument(help="The id of the sweep.")]


@app.command("list", epilog="Example: tessera sweeps list --limit 5")
def list_sweeps(context: typer.Context, limit: Limit = 20, as_json: AsJson = False) -> None:
    """List sweeps, the newest first."""
    columns = {
        "Sweep": lambda row: row["sweepId"],
        "Name": lambda row: (row["job"] or {}).get("name"),
        "Done": lambda row: f"{row['progress']['done']:.0%}",
        "Runs": lambda row: row["progress"]["total"],
        "Running": lambda row: row["progress"]["running"],
        "Failed": lambda row: row["progress"]["failed"],
    }
    data = api_of(context).pages(LIST, {}, limit)
    print_list(data, as_json, columns, "There is no sweep.", right=["Done", "Runs", "Running", "Failed"])


@app.command(epilog="Example: tessera sweeps show 7d2a…")
def show(context: typer.Context, sweep_id: SweepId, as_json: AsJson = False) -> None:
    """Show a sweep: its progress and its runs."""
    data = api_of(context).ask(SHOW, {"sweepId": sweep_id})
    sweep = needed(data, f"sweep {sweep_id}")
    if as_json:
        print_json(data)
        return
    print_facts({"sweep": sweep["sweepId"], **(sweep["job"] or {}), **sweep["progress"]})
    columns = {
        "Run": lambda row: row["jobId"],
        "Name": lambda row: row["name"],
        "Status": lambda row: row["status"],
        "%": lambda row: (row["latestStatus"] or {}).get("progress"),
    }
    print_table(sweep["jobs"], columns, "It has no runs.", right=["%"])


@app.command(epilog="Examples: tessera sweeps best 7d2a… val_loss, tessera sweeps best 7d2a… accuracy --higher -n 3")
def best(
    context: typer.Context,
    sweep_id: SweepId,
    metric: Annotated[str, typer.Argument(help="The name of the metric that decides.")],
    higher: Annotated[bool, typer.Option("--higher", help="The highest value is the best one.")] = False,
    limit: Limit = 10,
    as_json: AsJson = False,
) -> None:
    """Rank the runs of a sweep by the best value of a metric."""
    wanted: dict[str, Any] = {"sweepId": sweep_id, "metricName": metric, "higherIsBetter": higher}
    data = api_of(context).pages(BEST, wanted, limit)
    needed(data, f"sweep {sweep_id}")
    columns = {
        "Run": lambda row: row["job"]["jobId"],
        "Value": lambda row: row["value"],
        "Epoch": lambda row: row["epoch"],
        "Status": lambda row: row["job"]["status"],
        "Configuration": lambda row: row["job"]["jobConfig"],
    }
    print_list(data, as_json, columns, f"No run has {metric}.", right=["Value", "Epoch"])
