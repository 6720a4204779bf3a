"""`python -m resolvers.serve` serves the API from this process, without AppSync, at http://127.0.0.1:8010/graphql.

It reads the tables that the environment names, as the Lambda does. Who asks is what the function given by `--caller`
says; without one, every restricted field is refused.
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from importlib import import_module

import uvicorn

from loaders.dynamo.loopback import is_loopback_name
from loaders.dynamo.store import Store
from resolvers.in_process.asgi import LOOPBACK, application
from resolvers.in_process.host import CallerOf, Host


def main(arguments: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(prog="python -m resolvers.serve", description="Serve the API from this process.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (%(default)s)")
    parser.add_argument("--port", type=int, default=8010, help="the port to listen at (%(default)s)")
    parser.add_argument(
        "--caller",
        metavar="MODULE:FUNCTION",
        help="takes a starlette Request and returns a RequestCaller, or None for a stranger",
    )
    given = parser.parse_args(arguments)
    is_here = is_loopback_name(given.host)
    if not is_here and not given.caller:
        parser.error("--host: beyond this machine, --caller must say who asks")
    try:
        caller_of = _function(given.caller) if given.caller else None
    except (ImportError, AttributeError, ValueError) as error:
        parser.error(f"--caller: {error}")
    with Store.open() as store:
        served = application(Host(store, caller_of), LOOPBACK if is_here else ["*"])
        uvicorn.run(served, host=given.host, port=given.port, log_level="info", access_log=False)


def _function(named: str) -> CallerOf:
    module, _, name = named.partition(":")
    if not name:
        raise ValueError(f"{named!r} is not MODULE:FUNCTION")
    found: CallerOf = getattr(import_module(module), name)
    return found


if __name__ == "__main__":
    main()
