"""Ids that follow from what a thing is: found again, it gets the same one."""

import re
from unicodedata import normalize
from urllib.parse import SplitResult, urlsplit, urlunsplit
from uuid import NAMESPACE_OID, UUID, uuid5

SPECTRA_NAMESPACE = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
"""As upstream writes it out; it calls this the namespace of URLs, but it is that of DNS."""

_PORTS = {"http": 80, "https": 443, "ftp": 21}
_CODED = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_SPACE = re.compile(r"[\s\x00-\x1f\x7f]")


def spectra_id(provider: str, key: str) -> str:
    """The id of a spectrum by its key at the provider, or by its locator where it has none. Case matters."""
    return str(uuid5(SPECTRA_NAMESPACE, f"{provider}:{key}"))


def photometry_id(nova_id: str) -> str:
    """The id of the one photometry table of a nova."""
    return str(uuid5(NAMESPACE_OID, f"{nova_id}:PRODUCT#PHOTOMETRY_TABLE"))


def paper_id(nova_id: str, source: str, source_identifier: str) -> str:
    """The id of a paper without a bibcode, which is kept under its nova."""
    return str(uuid5(NAMESPACE_OID, f"{nova_id}:{source}:{source_identifier}"))


def is_same_provider(one: str, other: str) -> bool:
    """Whether two spellings name one provider. Its case is part of keys and ids, but not of who it is."""
    return folded_provider(one) == folded_provider(other)


def folded_provider(provider: str) -> str:
    """What all spellings of a provider have in common."""
    return normalize("NFC", provider).strip().casefold()


def key_locator(provider_product_key: str) -> str:
    """The locator of a spectrum that its provider has a key for."""
    return f"provider_product_id:{provider_product_key}"


def url_locator(url: str) -> str:
    """The locator of a spectrum by its address, the same for all spellings that lead to the same place.

    Scheme and host are in lower case, without the port that the scheme has anyway or a final dot of the host; dots
    that lead through the path are followed, letters that need no code have none, and there is no fragment.
    """
    parts = _parts(url)
    host = (parts.hostname or "").rstrip(".")
    host = f"[{host}]" if ":" in host else host
    scheme = parts.scheme.lower()
    port = f":{parts.port}" if parts.port is not None and parts.port != _PORTS.get(scheme) else ""
    return "url:" + urlunsplit((scheme, host + port, _followed(_decoded(parts.path)), _decoded(parts.query), ""))


def former_url_locator(url: str) -> str:
    """The same in the spelling of earlier aliases, and of other programs: the path and the port as they were given."""
    parts = _parts(url)
    return "url:" + urlunsplit((parts.scheme.lower(), parts.netloc.lower(), parts.path, parts.query, ""))


def url_locators(url: str) -> list[str]:
    """The locators under which an address may be stored: the one that we write first."""
    return list(dict.fromkeys([url_locator(url), former_url_locator(url)]))


def other_locator(value: str) -> str:
    """The locator of a spectrum by a place that is no address."""
    return f"other:{value.strip()}"


def _parts(url: str) -> SplitResult:
    text = url.strip()
    if _SPACE.search(text):
        raise ValueError("must be an address without spaces")
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        raise ValueError("must be an address whose host and port can be read") from None
    if not parts.scheme or not (parts.hostname or "").strip("."):
        raise ValueError("must be an address with a scheme and a host")
    if "@" in parts.netloc:
        raise ValueError("must not hold a user name or a password")
    return parts


def _decoded(text: str) -> str:
    """Without codes of letters that need none; the other codes in capitals."""

    def letter(code: re.Match[str]) -> str:
        plain = chr(int(code[1], 16))
        return plain if plain in _UNRESERVED else code[0].upper()

    return _CODED.sub(letter, text)


def _followed(path: str) -> str:
    """The path without `.` and `..`."""
    kept: list[str] = []
    segments = path.split("/")
    for place, segment in enumerate(segments):
        is_last = place == len(segments) - 1
        if segment == "..":
            if len(kept) > 1:
                kept.pop()
        elif segment != ".":
            kept.append(segment)
            continue
        if is_last:
            kept.append("")
    return "/".join(kept)
