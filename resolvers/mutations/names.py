"""Names that novae get later, and what counts of them."""

from typing import Any, ClassVar

from entities.novae.nova import NameKind, NameSource, Nova, NovaStatus, normalise_name
from loaders.dynamo.writes import Check
from loaders.errors import Outdated
from loaders.reading import Reading
from loaders.writing import expect, put_new, require, revised, still, transact, update
from resolvers.errors import BadRequest
from resolvers.inputs import Input
from resolvers.mutations.naming import GONE, Meaning, mapping, meaning_of, refuse_others, with_aliases
from resolvers.mutations.nova_inputs import Name

_OPEN = {NovaStatus.ACTIVE, NovaStatus.HIDDEN, NovaStatus.QUARANTINED}

NOVA_LEADS_TO: dict[NovaStatus, set[NovaStatus]] = {
    **{status: {*_OPEN, NovaStatus.DEPRECATED, NovaStatus.MERGED} - {status} for status in _OPEN},
    NovaStatus.DEPRECATED: {NovaStatus.ACTIVE},
    NovaStatus.MERGED: set(),
}
"""A deprecated nova may come back; a merged one is another now."""


class AddAliasInput(Input):
    """Another name for a nova."""

    about: ClassVar[str] = "Nova"

    nova_id: str
    name: Name
    source: NameSource = NameSource.USER_INPUT


class RenameNovaInput(Input):
    """A new primary name for a nova."""

    about: ClassVar[str] = "Nova"

    nova_id: str
    name: Name
    source: NameSource = NameSource.USER_INPUT
    expected_name: str | None = None


class SetNovaStatusInput(Input):
    """Whether a nova counts."""

    about: ClassVar[str] = "Nova"

    nova_id: str
    status: NovaStatus
    expected_status: NovaStatus | None = None
    merged_into_nova_id: str | None = None


def add_alias(reading: Reading, input: AddAliasInput) -> Nova:
    """The name and the nova's list of names change together. A name that it has already changes nothing."""

    def plan() -> tuple[list[Any], Nova]:
        meaning = meaning_of(reading, [input.name])
        found = require(reading, Nova, field="input.novaId", nova_id=input.nova_id)
        refuse_others(reading, meaning, input.nova_id)
        aliases = with_aliases(found.item, [input.name])
        known = meaning.of(input.name, input.nova_id)
        if known and aliases == found.item.aliases:
            return [], found.item
        edited = revised(found.item, aliases=aliases, updated_at=reading.now)
        new = None if known else put_new(mapping(reading, input.name, input.nova_id, NameKind.ALIAS, input.source))
        return [*_taken(meaning, input.nova_id), update(found, edited, guard=("primary_name",)), new], edited

    return transact(reading, plan)


def rename_nova(reading: Reading, input: RenameNovaInput) -> Nova:
    """The new name becomes primary and the old one an alias, in one transaction."""

    def plan() -> tuple[list[Any], Nova]:
        found = require(reading, Nova, field="input.novaId", nova_id=input.nova_id)
        nova = found.item
        if nova.primary_name == input.name:
            return [], nova
        expect(nova, {"primary_name": input.expected_name})
        meaning = meaning_of(reading, [input.name, nova.primary_name or input.name])
        new = _only(meaning, input.name)
        refuse_others(reading, new, input.nova_id)
        edited = _renamed(reading, nova, input.name)
        return [
            *_taken(meaning, input.nova_id),
            update(found, edited, guard=("primary_name", "aliases")),
            _as(reading, meaning, input.name, NameKind.PRIMARY, input),
            _as_old(reading, meaning, nova, input),
        ], edited

    return transact(reading, plan)


def set_nova_status(reading: Reading, input: SetNovaStatusInput) -> Nova:
    """A merged nova says which one it became."""
    if (input.status is NovaStatus.MERGED) is not (input.merged_into_nova_id is not None):
        raise BadRequest("MERGED, and nothing else, needs mergedIntoNovaId.", field="input.mergedIntoNovaId")
    if input.merged_into_nova_id == input.nova_id:
        raise BadRequest("A nova cannot be merged into itself.", field="input.mergedIntoNovaId")

    def plan() -> tuple[list[Any], Nova]:
        found = require(reading, Nova, field="input.novaId", nova_id=input.nova_id)
        nova, into = found.item, input.merged_into_nova_id
        if nova.status is input.status and nova.merged_into_nova_id == into:
            return [], nova
        expect(nova, {"status": input.expected_status})
        if input.status not in NOVA_LEADS_TO.get(nova.status, set(NovaStatus)):
            raise Outdated(f"This nova is {nova.status.value}; that does not lead to {input.status}.", nova)
        edited = revised(nova, status=input.status, merged_into_nova_id=into, updated_at=reading.now)
        return [update(found, edited, guard=("status",)), _counts(reading, into) if into else None], edited

    return transact(reading, plan)


def _counts(reading: Reading, nova_id: str) -> Check:
    """That the nova which another one becomes is there, and counts itself."""
    target = require(reading, Nova, field="input.mergedIntoNovaId", nova_id=nova_id)
    if target.item.status in GONE:
        raise Outdated(f"The other nova is {target.item.status.value} itself.", target.item)
    return still(target, "status")


def _taken(meaning: Meaning, nova_id: str) -> list[Any]:
    return list(meaning.claims.taken_for([nova_id]))


def _only(meaning: Meaning, name: str) -> Meaning:
    """What one of the names means."""
    normal = normalise_name(name)
    return Meaning(meaning.claims, [each for each in meaning.mappings if each.item.name_normalized == normal])


def _renamed(reading: Reading, nova: Nova, name: str) -> Nova:
    renamed = revised(nova, primary_name=name, primary_name_normalized=normalise_name(name), updated_at=reading.now)
    return revised(renamed, aliases=with_aliases(renamed, [nova.primary_name] if nova.primary_name else []))


def _as_old(reading: Reading, meaning: Meaning, nova: Nova, input: RenameNovaInput) -> Any:
    """The old name as an alias, unless only its spelling changes."""
    old = nova.primary_name
    if not old or normalise_name(old) == normalise_name(input.name):
        return None
    return _as(reading, meaning, old, NameKind.ALIAS, input)


def _as(reading: Reading, meaning: Meaning, name: str, kind: NameKind, input: RenameNovaInput) -> Any:
    """A name of the nova, new or known, as what it is from now on."""
    known = meaning.of(name, input.nova_id)
    if known is None:
        return put_new(mapping(reading, name, input.nova_id, kind, input.source))
    return update(known, revised(known.item, name_raw=name, name_kind=kind, updated_at=reading.now))
