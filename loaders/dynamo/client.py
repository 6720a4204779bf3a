"""botocore's client for DynamoDB, set up for a service that must answer in seconds.

It has a session of its own, because the parser in `wire` understands only DynamoDB. It never retries: `retry` does,
and two layers of retries would multiply.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

from botocore.config import Config
from botocore.loaders import Loader
from botocore.session import Session, get_session

from entities.tables import OWN_TABLES_VARIABLE, PHOTOMETRY, TABLES
from loaders.dynamo.loopback import is_on_this_machine
from loaders.dynamo.resilience import Resilience
from loaders.dynamo.sending import use_our_sender
from loaders.dynamo.signing import use_our_signer
from loaders.dynamo.wire import WireParserFactory

ENDPOINT_VARIABLE = "TESSERA_DYNAMODB_URL"
USUAL_REGION = "us-east-1"
LEAST_CONNECTIONS = 10

_NO_ENDPOINTS = {
    "version": 3,
    "partitions": [
        {
            "partition": "aws",
            "regionRegex": "^.*$",
            "dnsSuffix": "amazonaws.com",
            "defaults": {"hostname": "{service}.{region}.{dnsSuffix}", "signatureVersions": ["v4"]},
            "regions": {},
            "services": {},
        }
    ],
}
_SHORTEST_READ = 0.05
_read_seconds: ContextVar[float | None] = ContextVar("read_seconds", default=None)


class Client(Protocol):
    """The methods of botocore's client that we use; reads return plain values, as described in `wire`."""

    def get_item(self, **arguments: Any) -> dict[str, Any]: ...
    def query(self, **arguments: Any) -> dict[str, Any]: ...
    def scan(self, **arguments: Any) -> dict[str, Any]: ...
    def batch_get_item(self, **arguments: Any) -> dict[str, Any]: ...
    def put_item(self, **arguments: Any) -> dict[str, Any]: ...
    def update_item(self, **arguments: Any) -> dict[str, Any]: ...
    def delete_item(self, **arguments: Any) -> dict[str, Any]: ...
    def batch_write_item(self, **arguments: Any) -> dict[str, Any]: ...
    def transact_write_items(self, **arguments: Any) -> dict[str, Any]: ...
    def close(self) -> None: ...


def make_client(
    endpoint_url: str | None = None, *, pool_size: int = LEAST_CONNECTIONS, environ: Mapping[str, str] = os.environ
) -> Any:
    """A client for DynamoDB, or for a local engine at an address; its reads differ from botocore's types."""
    session = get_session()
    parsers = WireParserFactory()
    session.register_component("response_parser_factory", parsers)
    endpoint_url = endpoint_url or environ.get(ENDPOINT_VARIABLE) or None
    stand_in = None
    if endpoint_url:
        session.register_component("data_loader", EngineLoader())
        stand_in = _stand_in(session, endpoint_url)
    client = session.create_client(
        "dynamodb",
        region_name=session.get_config_variable("region") or USUAL_REGION,
        endpoint_url=endpoint_url,
        aws_access_key_id=stand_in,
        aws_secret_access_key=stand_in,
        config=_config(session, pool_size, Resilience.from_environment(environ)),
    )
    client.meta.events.register("before-call.dynamodb", _limit_read)
    use_our_signer(client)
    use_our_sender(client, parsers.create_parser("json"))
    return client


def table_names(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The names of the deployed tables, by our own names for them."""
    return {table.name: environ.get(table.variable) or table.usual_name for table in TABLES.values()}


def named_tables(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The names of tables of other programs, as far as the environment names them."""
    name = environ.get(PHOTOMETRY.variable)
    return {PHOTOMETRY.name: name} if name else {}


def own_tables(environ: Mapping[str, str] = os.environ) -> frozenset[str]:
    """The tables that no other program writes, as an operator declares after `workers.backfill --check`."""
    named = frozenset(each.strip() for each in (environ.get(OWN_TABLES_VARIABLE) or "").split(",") if each.strip())
    unknown = sorted(named - TABLES.keys())
    if unknown:
        raise ValueError(f"{OWN_TABLES_VARIABLE} names tables among {', '.join(TABLES)}, not {unknown[0]!r}.")
    return named


@contextmanager
def answer_within(seconds: float) -> Iterator[None]:
    """Limit how long requests sent in this context wait for an answer."""
    token = _read_seconds.set(max(_SHORTEST_READ, seconds))
    try:
        yield
    finally:
        _read_seconds.reset(token)


class EngineLoader(Loader):
    """botocore's data without the endpoints of AWS, which take 7 MB of memory: the address is given."""

    def load_data_with_path(self, name: str) -> Any:
        """The data of a name, and the file that it is from."""
        return (_NO_ENDPOINTS, "") if name == "endpoints" else super().load_data_with_path(name)


def _config(session: Session, pool_size: int, resilience: Resilience) -> Config:
    """What botocore works out anew for every request is said once: its own name, and the form of our arguments."""
    return Config(
        user_agent=session.user_agent(),
        parameter_validation=False,  # they are built in `expressions`, and DynamoDB checks them too
        connect_timeout=resilience.connect_seconds,
        read_timeout=resilience.read_seconds,
        retries={"mode": "standard", "total_max_attempts": 1},
        max_pool_connections=max(LEAST_CONNECTIONS, pool_size),
        tcp_keepalive=True,
    )


def _stand_in(session: Session, endpoint_url: str) -> str | None:
    """Local engines require a signature but accept any: a made-up access key where there are no credentials."""
    if is_on_this_machine(endpoint_url):
        # A laptop has no instance role, and asking for one takes seconds.
        session.get_component("credential_provider").remove("iam-role")
    return "local" if session.get_credentials() is None else None


def _limit_read(context: dict[str, Any], **_: Any) -> None:
    seconds = _read_seconds.get()
    if seconds is not None:
        context["read_timeout"] = seconds
