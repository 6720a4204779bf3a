"""Ids that follow from what a thing is: whoever finds it again comes to the same one."""

from urllib.parse import urlsplit, urlunsplit
from uuid import NAMESPACE_OID, UUID, uuid5

SPECTRA_NAMESPACE = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
"""As upstream writes it out; it calls this the namespace of URLs, but it is that of DNS."""


def spectra_id(provider: str, key: str) -> str:
    """The id of a spectrum by its key at the provider, or by its locator where it has none. Case matters."""
    return str(uuid5(SPECTRA_NAMESPACE, f"{provider}:{key}"))


def photometry_id(nova_id: str) -> str:
    """The id of the one photometry table of a nova."""
    return str(uuid5(NAMESPACE_OID, f"{nova_id}:PRODUCT#PHOTOMETRY_TABLE"))


def paper_id(nova_id: str, source: str, source_identifier: str) -> str:
    """The id of a paper without a bibcode, which is kept under its nova."""
    return str(uuid5(NAMESPACE_OID, f"{nova_id}:{source}:{source_identifier}"))


def key_locator(provider_product_key: str) -> str:
    """The locator of a spectrum that its provider has a key for."""
    return f"provider_product_id:{provider_product_key}"


def url_locator(url: str) -> str:
    """The locator of a spectrum by its address: scheme and host in lower case, no fragment, the rest as it is."""
    parts = urlsplit(url.strip())
    if not parts.scheme or not parts.hostname:
        raise ValueError("must be an address with a scheme and a host")
    user, at, host = parts.netloc.rpartition("@")
    return "url:" + urlunsplit((parts.scheme.lower(), user + at + host.lower(), parts.path, parts.query, ""))
