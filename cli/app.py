"""`tessera`: all commands, and how they end."""

import sys
from typing import Annotated

import typer

from cli import access, cats, documents, jobs, receipts, sweeps, text
from cli.failures import CommandFailed
from cli.options import ChosenApi
from cli.output import say
from cli.profiles import DEFAULT

app = typer.Typer(
    name="tessera",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Receipts, training jobs, cats and documents, by the API of Tessera.\n\n"
    "Without any setting it speaks to the server that `make serve` runs. `tessera login` keeps another address, or "
    "whom to act as.",
    epilog="Exit codes: 0 done, 1 what it was about ended badly, 2 wrong usage, 3 refused, 4 not found, 5 not allowed, "
    "6 the API is away, 130 interrupted.",
)
app.add_typer(documents.app, name="documents")
app.add_typer(cats.app, name="cats")
app.add_typer(jobs.app, name="jobs")
app.add_typer(sweeps.app, name="sweeps")
app.add_typer(receipts.app, name="receipts")
app.command(name="login", epilog=access.LOGIN_EXAMPLES)(access.login)
app.command(name="logout")(access.logout)
app.command(name="whoami")(access.whoami)
app.command(name="query", epilog=text.EXAMPLES)(text.query)


@app.callback()
def choose(
    context: typer.Context,
    url: Annotated[str | None, typer.Option(help="The API; also TESSERA_URL.")] = None,
    token: Annotated[str | None, typer.Option(help="An id token to act with; also TESSERA_TOKEN.")] = None,
    profile: Annotated[str, typer.Option(help="What `tessera login` kept under this name.")] = DEFAULT,
) -> None:
    """Which API, and as whom."""
    context.obj = ChosenApi(profile, url, token)


def run() -> None:
    """Run a command; a failure is told in words, and its kind by the exit code."""
    try:
        app(prog_name="tessera")
    except CommandFailed as failed:
        say(f"{failed}\n{failed.hint}" if failed.hint else str(failed))
        sys.exit(failed.code)
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        sys.stderr.close()
        sys.exit(0)
