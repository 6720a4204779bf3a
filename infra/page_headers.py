"""What browsers are told of the page: the same by `make page` and by CloudFront."""

from collections.abc import Iterable

EVERYWHERE = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "SAMEORIGIN",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}
"""Addresses of the page may hold a code of the sign-in, which is for this page alone."""


def content_policy(talks_to: Iterable[str], pictures_from: Iterable[str], *, is_graphiql: bool = False) -> str:
    """Scripts come from the page's own files alone; GraphiQL's editor writes styles, and works in the background.

    What people uploaded is shown from memory (`blob:`), and pictures from wherever the API says that they are.
    """
    inline, work = ("'unsafe-inline'", "blob:") if is_graphiql else ("", "")
    rules = {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'", inline],
        "font-src": ["'self'"],
        "worker-src": ["'self'", work],
        "connect-src": ["'self'", *talks_to],
        "img-src": ["'self'", "data:", "blob:", *pictures_from],
        "frame-src": ["'self'", "blob:"],
        "frame-ancestors": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'none'"],
    }
    return "; ".join(" ".join([name, *filter(None, sources)]) for name, sources in rules.items())


def storage_hosts(region: str, buckets: Iterable[str] = ("*",)) -> list[str]:
    """Where files are uploaded to and fetched from, by the two names that S3 has for a bucket."""
    hosts = ("s3.amazonaws.com", f"s3.{region}.amazonaws.com")
    return [f"https://{bucket}.{host}" for bucket in buckets for host in hosts]
