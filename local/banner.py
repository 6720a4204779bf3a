"""The text that the server prints when it is ready."""

from loaders.dynamo.client import table_names
from loaders.dynamo.loopback import is_on_this_machine
from local.data.engines import Engine
from local.http.dynamodb import PATH
from local.settings import API_KEY, Settings

TO_TRY = (
    "{ images(first: 1) { nodes { imageId receipts { lines { text } } } } }",
    "{ jobs(status: RUNNING, first: 3) { nodes { jobId name latestStatus { status progress } } } }",
    "{ documents(first: 3) { nodes { jobId status documentKey submittedAt } } }",
)


def banner(url: str, engine: Engine, settings: Settings) -> str:
    """The addresses, the API key, and queries to try."""
    realtime = url.replace("http", "ws", 1)
    lines = [
        "",
        f"  Page       {url}/",
        f"  GraphiQL   {url}/graphiql/",
        f"  Pictures   {url}/pictures",
        f"  GraphQL    {url}/graphql",
        f"  Real time  {realtime}/graphql/realtime",
        f"  API key    {API_KEY}",
        *_data(url, engine, settings),
        "",
        "  To try:",
        *(f"    {_curl(url, query)}" for query in TO_TRY),
        "",
        "  Press Ctrl-C to stop.",
    ]
    return "\n".join(lines)


def _data(url: str, engine: Engine, settings: Settings) -> list[str]:
    """Where other programs find the tables, and where they are stored."""
    stored = engine.url if settings.engine_url else f"{settings.data_dir} ({engine.name})"
    here = [f"  DynamoDB   {url}{PATH} (endpoint_url of boto3; any credentials)"]
    return [
        *(here if is_on_this_machine(engine.url) else []),
        f"  Tables     {', '.join(table_names().values())}",
        f"  Data       {stored}",
        *([f"  Indexes    answer as they were {settings.gsi_lag_ms:,} ms ago"] if settings.gsi_lag_ms else []),
    ]


def _curl(url: str, query: str) -> str:
    return f"""curl -s {url}/graphql -H 'x-api-key: {API_KEY}' -d '{{"query": "{query}"}}'"""
