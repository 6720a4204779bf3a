"""Which novae a name leads to now, and the claims that keep it so until the write."""

from collections.abc import Iterable
from dataclasses import dataclass

from commands.claims import Claims, read_claims
from entities.item import Item
from entities.novae.nova import NameKind, NameMapping, NameSource, Nova, NovaStatus, normalise_name
from loaders.current import Found, find_many
from loaders.errors import Outdated
from loaders.novae import names_now
from loaders.request import Request

GONE = {NovaStatus.MERGED, NovaStatus.DEPRECATED}
"""The statuses of novae that are not in use any more."""


@dataclass(frozen=True)
class Meaning:
    """What some names lead to at this moment, and the claims that were read before."""

    claims: Claims
    mappings: list[Found[NameMapping]]

    def of(self, name: str, nova_id: str) -> Found[NameMapping] | None:
        """The mapping of a name to a nova."""
        normal = normalise_name(name)
        same = (each for each in self.mappings if each.item.nova_id == nova_id)
        return next((each for each in same if each.item.name_normalized == normal), None)

    def novae(self, request: Request) -> list[Found[Nova]]:
        """The novae that the names lead to: those in use, or if there are none, the merged and deprecated ones."""
        ids = dict.fromkeys(each.item.nova_id for each in self.mappings)
        found = [each for each in find_many(request, Nova, [{"nova_id": each} for each in ids]) if each]
        return [each for each in found if each.item.status not in GONE] or found


def meaning_of(request: Request, names: Iterable[str]) -> Meaning:
    """What these names lead to. The claims are read first, so anything that is stored later breaks them."""
    normal = list(dict.fromkeys(map(normalise_name, names)))
    claims = read_claims(request, [f"name:{each}" for each in normal])
    return Meaning(claims, names_now(request, normal))


def refuse_others(request: Request, meaning: Meaning, nova_id: str) -> None:
    """Refuse a name that leads to another nova."""
    others = [each for each in meaning.novae(request) if each.item.nova_id != nova_id]
    if others:
        raise ambiguous(
            "This name leads to another nova already. Use another name, or change that nova.",
            [each.item for each in others],
        )


def ambiguous(message: str, novae: list[Nova]) -> Outdated:
    """A conflict that shows the first of these novae and lists the ids of all."""
    current: Item = novae[0]
    error = Outdated(message, current)
    error.info["candidates"] = [each.nova_id for each in novae]
    return error


def mapping(request: Request, name: str, nova_id: str, kind: NameKind, source: NameSource) -> NameMapping:
    """The item that leads from a name to a nova."""
    return NameMapping(
        name_normalized=normalise_name(name),
        nova_id=nova_id,
        name_raw=name,
        name_kind=kind,
        source=source,
        created_at=request.now,
        updated_at=request.now,
    )


def with_aliases(nova: Nova, names: Iterable[str]) -> tuple[str, ...]:
    """The aliases of a nova and these names: each once, whatever its spelling, and without the primary name."""
    aliases: dict[str, str] = {}
    for each in (*nova.aliases, *names):
        aliases.setdefault(normalise_name(each), each)
    aliases.pop(normalise_name(nova.primary_name or ""), None)
    return tuple(aliases.values())
