"""Which novae a name leads to now, and the claims that keep it so until the write."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from commands.claims import Claims, read_claims
from commands.novae.nova_checks import merged_target
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
        return next((each for each in same if normalise_name(each.item.name_normalized) == normal), None)

    def targets(self, request: Request) -> list[Found[Nova]]:
        """The novae that the names lead to, merged ones replaced by what they became.

        Of each name those in use count, or if it has none, the others: otherwise a name of a merged nova would be free
        as soon as another name leads to a nova in use. Deprecated novae count only if all names lead to such.
        """
        ids = dict.fromkeys(each.item.nova_id for each in self.mappings)
        found = [each for each in find_many(request, Nova, [{"nova_id": each} for each in ids]) if each]
        became = {each.item.nova_id: _followed(request, each) for each in found}
        by_name: dict[str, list[Found[Nova]]] = {}
        for each in self.mappings:
            if each.item.nova_id in became:
                by_name.setdefault(normalise_name(each.item.name_normalized), []).append(became[each.item.nova_id])
        met = {nova.item.nova_id: nova for novae in by_name.values() for nova in _in_use(novae) or novae}
        return [each for each in met.values() if each.item.status is not NovaStatus.DEPRECATED] or list(met.values())


def _followed(request: Request, nova: Found[Nova]) -> Found[Nova]:
    """What a nova became if it was merged; itself if it was not, or if no nova is at the end of its merges."""
    return (merged_target(request, nova.item) or nova) if nova.item.status is NovaStatus.MERGED else nova


def _in_use(novae: Sequence[Found[Nova]]) -> list[Found[Nova]]:
    return [each for each in novae if each.item.status not in GONE]


def meaning_of(request: Request, names: Sequence[str]) -> Meaning:
    """What these names lead to. The claims are read first, so anything that is stored later breaks them."""
    normal = list(dict.fromkeys(map(normalise_name, names)))
    claims = read_claims(request, [f"name:{each}" for each in normal])
    return Meaning(claims, names_now(request, names))


def refuse_others(request: Request, meaning: Meaning, nova_id: str) -> None:
    """Refuse a name that leads to another nova. One of a nova that was merged into this one does not."""
    others = [each for each in meaning.targets(request) if each.item.nova_id != nova_id]
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
