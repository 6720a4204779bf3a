"""The text that the server prints when it is ready."""

from local.data.engines import Engine
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
        f"  GraphiQL   {url}/",
        f"  Pictures   {url}/pictures",
        f"  GraphQL    {url}/graphql",
        f"  Real time  {realtime}/graphql/realtime",
        f"  API key    {API_KEY}",
        f"  Data       {engine.url} ({engine.name}), stored in {settings.data_dir}",
        "",
        "  To try:",
        *(f"    {_curl(url, query)}" for query in TO_TRY),
        "",
        "  Press Ctrl-C to stop.",
    ]
    return "\n".join(lines)


def _curl(url: str, query: str) -> str:
    return f"""curl -s {url}/graphql -H 'x-api-key: {API_KEY}' -d '{{"query": "{query}"}}'"""
