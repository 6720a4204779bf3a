"""Which API to speak to, and as whom: options, then the environment, then the profile that `tessera login` kept."""

import json
import os
import stat
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from cli.failures import CommandFailed, Exit, Usage

HOME_URL = "http://127.0.0.1:8000/graphql"
HOME_KEY = "da2-local"
"""The API key of every server at home; it may read what anybody may."""
DEFAULT = "default"
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


@dataclass(frozen=True)
class Profile:
    """An API, and one way to act there. At most one of the ways is set; with none, a server at home gets its key."""

    url: str = HOME_URL
    token: str | None = None
    """An id token of the user pool."""
    api_key: str | None = None
    aws_profile: str | None = None
    """The name of credentials in AWS's own files; requests are signed with them."""
    home_user: dict[str, Any] = field(default_factory=dict)
    """Whom a server at home makes a token for: what `/token` takes. A new one is made for each command."""

    @property
    def is_home(self) -> bool:
        return (urlsplit(self.url).hostname or "") in _LOOPBACK

    @property
    def key(self) -> str | None:
        """The API key to send, if no other way is set."""
        if self.api_key or self.token or self.aws_profile or self.home_user:
            return self.api_key
        return HOME_KEY if self.is_home else None


def profiles_file() -> Path:
    """Where profiles are kept."""
    base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "tessera" / "profiles.json"


def chosen(name: str, url: str | None, token: str | None) -> Profile:
    """The profile to use. Options and variables win over what was kept, and a given token over every other way."""
    kept = _read().get(name)
    if kept is None and name != DEFAULT:
        raise Usage(f"There is no profile {name}.", f"`tessera --profile {name} login` makes it.")
    profile = Profile(**kept) if kept else Profile()
    address = chosen_url(name, url)
    token = token or os.environ.get("TESSERA_TOKEN")
    key = os.environ.get("TESSERA_API_KEY")
    if address != profile.url:
        profile = Profile(address)  # what was kept for one API is not sent to another
    if token:
        return Profile(profile.url, token=token)
    return Profile(profile.url, api_key=key) if key else profile


def chosen_url(name: str, url: str | None) -> str:
    """The API to speak to, also for a profile that is not there yet."""
    given = url or os.environ.get("TESSERA_URL")
    return _graphql(given) if given else str(_read().get(name, {}).get("url", HOME_URL))


def keep(name: str, profile: Profile) -> Path:
    """Store a profile where only its owner can read it."""
    file = profiles_file()
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    everything = _read() | {name: {key: value for key, value in asdict(profile).items() if value}}
    new = file.with_suffix(".new")
    new.unlink(missing_ok=True)
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
        json.dump(everything, out, indent=2)
    new.replace(file)
    return file


def forget(name: str) -> bool:
    """Remove a profile; says whether there was one."""
    everything = _read()
    if name not in everything:
        return False
    del everything[name]
    profiles_file().write_text(json.dumps(everything, indent=2))
    return True


def _graphql(url: str) -> str:
    """The address of the API, also where only the server was named."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise Usage(f"{url} is not an address such as {HOME_URL}.")
    return url if parts.path.strip("/") else f"{url.rstrip('/')}/graphql"


def _read() -> dict[str, dict[str, Any]]:
    file = profiles_file()
    try:
        mode = file.stat().st_mode
        if mode & _OTHERS:
            raise CommandFailed(
                f"Others can read {file}, and it holds your token.", Exit.NOT_ALLOWED, f"Run: chmod 600 {file}"
            )
        found: dict[str, dict[str, Any]] = json.loads(file.read_text())
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise Usage(f"{file} is not JSON any more: {error}.", "Remove it and run `tessera login` again.") from None
    return found
