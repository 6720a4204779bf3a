"""Aliases, new names and statuses of novae."""

from typing import Any, ClassVar

from commands.changes import expect, put_new, revised, still, transact, update
from commands.input_types import Name, ShortText
from commands.inputs import Input
from commands.novae.name_claims import GONE, Meaning, mapping, meaning_of, refuse_others, with_aliases
from commands.novae.nova_checks import receiving
from commands.transitions.novae import NOVA
from entities.novae.nova import NameKind, NameSource, Nova, NovaStatus, normalise_name
from loaders.current import require
from loaders.dynamo.writes import Check
from loaders.errors import BadInput, Outdated
from loaders.request import Request


class AddAliasInput(Input):
    """An alias to give to a nova."""

    about: ClassVar[str] = "Nova"

    nova_id: ShortText
    name: Name
    """The alias, as it is written."""
    source: NameSource = NameSource.USER_INPUT
    """Where the alias comes from; defaults to USER_INPUT."""


class RenameNovaInput(Input):
    """A new primary name for a nova."""

    about: ClassVar[str] = "Nova"

    nova_id: ShortText
    name: Name
    """The new primary name, as it is written; the old one becomes an alias."""
    source: NameSource = NameSource.USER_INPUT
    """Where the name comes from; defaults to USER_INPUT."""
    expected_name: ShortText | None = None
    """If given, the call fails with `Conflict` unless this is the current primary name."""


class SetNovaStatusInput(Input):
    """A new status for a nova."""

    about: ClassVar[str] = "Nova"

    nova_id: ShortText
    status: NovaStatus
    """The new status. A MERGED nova stays merged, and a DEPRECATED one can only become ACTIVE."""
    expected_status: NovaStatus | None = None
    """If given, the call fails with `Conflict` unless this is the current status of the nova."""
    merged_into_nova_id: ShortText | None = None
    """The id of the nova that this one turned out to be. Needed with MERGED, not allowed otherwise."""


def add_alias(request: Request, input: AddAliasInput) -> Nova:
    """Add a name to a nova, in one transaction. A name that it has already changes nothing."""

    def writes() -> tuple[list[Any], Nova]:
        meaning = meaning_of(request, [input.name])
        found = receiving(request, input.nova_id)
        refuse_others(request, meaning, input.nova_id)
        aliases = with_aliases(found.item, [input.name])
        known = meaning.of(input.name, input.nova_id)
        if known and aliases == found.item.aliases:
            return [], found.item
        edited = revised(found.item, aliases=aliases, updated_at=request.now)
        new = None if known else put_new(mapping(request, input.name, input.nova_id, NameKind.ALIAS, input.source))
        return [*_taken(meaning, input.nova_id), update(found, edited, guard=("primary_name", "status")), new], edited

    return transact(request, writes)


def rename_nova(request: Request, input: RenameNovaInput) -> Nova:
    """The new name becomes primary and the old one an alias, in one transaction."""

    def writes() -> tuple[list[Any], Nova]:
        found = receiving(request, input.nova_id)
        nova = found.item
        if nova.primary_name == input.name:
            return [], nova
        expect(nova, {"primary_name": input.expected_name})
        meaning = meaning_of(request, [input.name, nova.primary_name or input.name])
        new = _only(meaning, input.name)
        refuse_others(request, new, input.nova_id)
        edited = _renamed(request, nova, input.name)
        return [
            *_taken(meaning, input.nova_id),
            update(found, edited, guard=("primary_name", "aliases", "status")),
            _as(request, meaning, input.name, NameKind.PRIMARY, input),
            _as_old(request, meaning, nova, input),
        ], edited

    return transact(request, writes)


def set_nova_status(request: Request, input: SetNovaStatusInput) -> Nova:
    """Set the status of a nova. A merged one names the nova that it was merged into."""
    if (input.status is NovaStatus.MERGED) is not (input.merged_into_nova_id is not None):
        raise BadInput(
            "`merged_into_nova_id` is required for MERGED and not allowed otherwise.", field="merged_into_nova_id"
        )
    if input.merged_into_nova_id == input.nova_id:
        raise BadInput("A nova cannot be merged into itself.", field="merged_into_nova_id")

    def writes() -> tuple[list[Any], Nova]:
        found = require(request, Nova, field="nova_id", nova_id=input.nova_id)
        nova, into = found.item, input.merged_into_nova_id
        if nova.status is input.status and nova.merged_into_nova_id == into:
            return [], nova
        expect(nova, {"status": input.expected_status})
        NOVA.check(nova, nova.status, input.status)
        edited = revised(nova, status=input.status, merged_into_nova_id=into, updated_at=request.now)
        return [update(found, edited, guard=("status",)), _counts(request, into) if into else None], edited

    return transact(request, writes)


def _counts(request: Request, nova_id: str) -> Check:
    """The check that the nova to merge into exists and is in use."""
    target = require(request, Nova, field="merged_into_nova_id", nova_id=nova_id)
    if target.item.status in GONE:
        raise Outdated(
            f"The nova to merge into is {target.item.status.name} itself. Choose one that is in use.", target.item
        )
    return still(target, "status")


def _taken(meaning: Meaning, nova_id: str) -> list[Any]:
    return list(meaning.claims.taken_for([nova_id]))


def _only(meaning: Meaning, name: str) -> Meaning:
    """What one of the names leads to."""
    normal = normalise_name(name)
    same = [each for each in meaning.mappings if normalise_name(each.item.name_normalized) == normal]
    return Meaning(meaning.claims, same)


def _renamed(request: Request, nova: Nova, name: str) -> Nova:
    renamed = revised(nova, primary_name=name, primary_name_normalized=normalise_name(name), updated_at=request.now)
    return revised(renamed, aliases=with_aliases(renamed, [nova.primary_name] if nova.primary_name else []))


def _as_old(request: Request, meaning: Meaning, nova: Nova, input: RenameNovaInput) -> Any:
    """The old name as an alias, unless only its spelling changes."""
    old = nova.primary_name
    if not old or normalise_name(old) == normalise_name(input.name):
        return None
    return _as(request, meaning, old, NameKind.ALIAS, input)


def _as(request: Request, meaning: Meaning, name: str, kind: NameKind, input: RenameNovaInput) -> Any:
    """The action that makes a name, new or known, the primary name or an alias of the nova."""
    known = meaning.of(name, input.nova_id)
    if known is None:
        return put_new(mapping(request, name, input.nova_id, kind, input.source))
    return update(known, revised(known.item, name_raw=name, name_kind=kind, updated_at=request.now))
