"""The spellings of providers. Their case is part of keys, so a spectrum can be looked for only in known spellings.

Most are all in capitals or all in small letters, and are always tried. Any other is noted, once for a provider and not
for each spectrum, when it is first used.
"""

from dataclasses import dataclass

from entities.attributes import Record
from entities.novae.identities import folded_provider
from entities.tables import NOVAE
from loaders.dynamo.writes import IS_NEW, Condition, Put
from loaders.request import Request

_TYPE = "ProviderSpellings"


@dataclass(frozen=True)
class Spellings:
    """The spellings of a provider that anything may be stored in, as far as they are known."""

    provider: str
    noted: tuple[str, ...]

    @property
    def known(self) -> tuple[str, ...]:
        return (self.provider.upper(), self.provider.lower(), *self.noted)

    def noting(self, spelling: str) -> list[Put]:
        """The action that notes a spelling, if it is not known; refused if another was noted meanwhile."""
        if spelling in self.known:
            return []
        record = {
            **_key(self.provider),
            NOVAE.discriminator or "": _TYPE,
            "spellings": [*self.noted, spelling],
        }
        return [Put(NOVAE, record, Condition(equals={"spellings": list(self.noted)}) if self.noted else IS_NEW)]


def spellings_of_provider(request: Request, provider: str) -> Spellings:
    """The spellings of a provider that are known now."""
    record = request.session.get(NOVAE, _key(provider), is_consistent=True)
    return Spellings(folded_provider(provider), tuple(record["spellings"]) if record else ())


def _key(provider: str) -> Record:
    return {"PK": f"PROVIDER#{folded_provider(provider)}", "SK": "SPELLINGS"}
