"""All commands of `tessera cats`."""

import typer

from cli.cats import submitting, verdicts

app = typer.Typer(no_args_is_help=True, help="Pictures, and whether they show a cat: submit, results, monitor, logs.")
app.command(epilog=submitting.EXAMPLES)(submitting.submit)
app.command(epilog="Example: tessera cats results 1763391600123456")(verdicts.results)
app.command(epilog="Example: tessera cats monitor 1763391600123456")(verdicts.monitor)
app.command(epilog="Example: tessera cats logs 1763391600123456")(verdicts.logs)
