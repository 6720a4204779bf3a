"""Every rule about who may see what, and how to switch it off: a test that passes without its rule proves nothing."""

from typing import Any

import pytest

from commands.cats import logs
from entities.letters import DeadLetter
from loaders.caller import RequestCaller
from loaders.request import Request
from local.realtime import filters, subscription
from resolvers import app
from resolvers.routing.audiences import PUBLIC, audience_of_client
from resolvers.runtime import identity
from workers import deletions, relations


def open_gate(patch: pytest.MonkeyPatch) -> None:
    """Items belong to clients."""
    patch.setattr(Request, "may_see", lambda *_: True)


def open_logs(patch: pytest.MonkeyPatch) -> None:
    """Logs are for the owners of a picture, and those of no owner for staff."""
    patch.setattr(logs, "is_owner", lambda *_: True)


def open_unowned(patch: pytest.MonkeyPatch) -> None:
    """Items that belong to no client are for people who are signed in."""
    strict = RequestCaller.may_see
    patch.setattr(RequestCaller, "may_see", lambda self, client: client is None or strict(self, client))


def everybody_is_staff(patch: pytest.MonkeyPatch) -> None:
    """Only operators and IAM see all."""
    patch.setattr(RequestCaller, "is_staff", True)


def open_letters(patch: pytest.MonkeyPatch) -> None:
    """What no worker could process is for operators and IAM."""
    patch.setattr(DeadLetter, "is_for_staff", False)


def believe_access_tokens(patch: pytest.MonkeyPatch) -> None:
    """An access token acts as its user name, whatever it says about a client."""
    strict = identity.caller_of

    def believing(event: Any) -> RequestCaller:
        caller, first = strict(event), event[0] if isinstance(event, list) else event
        given = ((first["identity"] or {}).get("claims") or {}).get("custom:client_id")
        return RequestCaller(caller.mode, caller.name, given or caller.client, caller.groups)

    patch.setattr(app, "caller_of", believing)
    patch.setattr(filters, "caller_of", believing)


def deaf_filters(patch: pytest.MonkeyPatch) -> None:
    """Subscribers get only what is meant for them."""
    patch.setattr(subscription, "filters_for", lambda *_: None)


def everybody_hears_all(patch: pytest.MonkeyPatch) -> None:
    """Only operators and IAM hear of everything."""
    patch.setattr(filters, "_sees_all", lambda _: True)


def messages_for_all(patch: pytest.MonkeyPatch) -> None:
    """What belongs to a client is announced to that client."""
    patch.setattr(deletions, "audience_of_client", lambda _: PUBLIC)


def unowned_for_all(patch: pytest.MonkeyPatch) -> None:
    """What belongs to no client is announced to people who are signed in."""
    patch.setattr(deletions, "audience_of_client", lambda client: audience_of_client(client) if client else PUBLIC)


def show_hidden_novae(patch: pytest.MonkeyPatch) -> None:
    """What belongs to a hidden nova is announced to staff."""
    patch.setattr(relations, "STAFF", PUBLIC)


def show_deleted_hidden_novae(patch: pytest.MonkeyPatch) -> None:
    """The deletion of a hidden nova is announced to staff."""
    patch.setattr(deletions, "STAFF", PUBLIC)
