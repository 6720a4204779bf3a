"""Who may have a name: what a name means now, and that nobody gives it away meanwhile."""

from collections.abc import Iterable
from dataclasses import dataclass

from entities.item import Item
from entities.novae.nova import NameKind, NameMapping, NameSource, Nova, NovaStatus, normalise_name
from loaders.claims import Claims, read_claims
from loaders.errors import Outdated
from loaders.novae_now import names_now
from loaders.reading import Reading
from loaders.writing import Found, find_many

GONE = {NovaStatus.MERGED, NovaStatus.DEPRECATED}
"""Statuses of novae that no longer count."""


@dataclass(frozen=True)
class Meaning:
    """What some names mean at this moment, and the claims under which that was read."""

    claims: Claims
    mappings: list[Found[NameMapping]]

    def of(self, name: str, nova_id: str) -> Found[NameMapping] | None:
        """The mapping of a name to a nova."""
        normal = normalise_name(name)
        same = (each for each in self.mappings if each.item.nova_id == nova_id)
        return next((each for each in same if each.item.name_normalized == normal), None)

    def novae(self, reading: Reading) -> list[Found[Nova]]:
        """The novae that the names lead to: those that count, or else those that no longer do."""
        ids = dict.fromkeys(each.item.nova_id for each in self.mappings)
        found = [each for each in find_many(reading, Nova, [{"nova_id": each} for each in ids]) if each]
        return [each for each in found if each.item.status not in GONE] or found


def meaning_of(reading: Reading, names: Iterable[str]) -> Meaning:
    """What these names mean. The claims come first: what is stored later than they were read breaks them."""
    normal = list(dict.fromkeys(map(normalise_name, names)))
    claims = read_claims(reading, [f"name:{each}" for each in normal])
    return Meaning(claims, names_now(reading, normal))


def refuse_others(reading: Reading, meaning: Meaning, nova_id: str) -> None:
    """A name that leads to another nova is not given to this one too."""
    others = [each for each in meaning.novae(reading) if each.item.nova_id != nova_id]
    if others:
        raise ambiguous("The name leads to another nova already.", [each.item for each in others])


def ambiguous(message: str, novae: list[Nova]) -> Outdated:
    """A conflict that shows the first nova, and names them all."""
    current: Item = novae[0]
    error = Outdated(message, current)
    error.info["candidates"] = [each.nova_id for each in novae]
    return error


def mapping(reading: Reading, name: str, nova_id: str, kind: NameKind, source: NameSource) -> NameMapping:
    """A name for a nova."""
    return NameMapping(
        name_normalized=normalise_name(name),
        nova_id=nova_id,
        name_raw=name,
        name_kind=kind,
        source=source,
        created_at=reading.now,
        updated_at=reading.now,
    )


def with_aliases(nova: Nova, names: Iterable[str]) -> tuple[str, ...]:
    """The aliases of a nova and these; each spelling of a name counts once, and its primary name is no alias."""
    aliases: dict[str, str] = {}
    for each in (*nova.aliases, *names):
        aliases.setdefault(normalise_name(each), each)
    aliases.pop(normalise_name(nova.primary_name or ""), None)
    return tuple(aliases.values())
