"""All commands of `tessera documents`."""

import typer

from cli.documents import debug, listing, monitoring, purging, results, submitting

app = typer.Typer(no_args_is_help=True, help="Documents on their way through Textract: submit, list, fetch, monitor.")
app.command(epilog=submitting.EXAMPLES)(submitting.submit)
app.command("list", epilog=listing.EXAMPLES)(listing.list_documents)
app.command(epilog="Example: tessera documents status 9b2e…")(listing.status)
app.command(epilog=results.EXAMPLES)(results.fetch)
app.command(epilog="Example: tessera documents retry 9b2e… 77c1…")(listing.retry)
app.command(epilog=purging.EXAMPLES)(purging.purge)
app.command(epilog=monitoring.EXAMPLES)(monitoring.monitor)
app.add_typer(debug.app, name="debug")
