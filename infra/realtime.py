"""Where the subscriptions of an API are."""

from urllib.parse import urlsplit


def realtime_url(url: str) -> str:
    """The address of an API's subscriptions: a separate host, or a path below a domain of one's own."""
    parts = urlsplit(url)
    scheme = "ws" if parts.scheme == "http" else "wss"
    if ".appsync-api." in parts.netloc:
        return f"{scheme}://{parts.netloc.replace('.appsync-api.', '.appsync-realtime-api.')}{parts.path}"
    return f"{scheme}://{parts.netloc}{parts.path}/realtime"
