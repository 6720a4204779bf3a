"""Who may receive a message, where that is not everybody. A message carries one of these, or the id of a client."""

PUBLIC = "PUBLIC"
SIGNED_IN = "SIGNED_IN"
STAFF = "STAFF"
"""Editors. Operators and pipelines receive every message."""
OPERATORS = "OPERATORS"
"""Operators and pipelines alone."""
RESERVED = (PUBLIC, SIGNED_IN, STAFF, OPERATORS)
"""No client listens as one of these, even if it is called so."""


def audience_of_client(client_id: str | None) -> str:
    """Who hears of what a client owns: this client. What has no owner is for people who have signed in."""
    if not client_id:
        return SIGNED_IN
    return OPERATORS if client_id in RESERVED else client_id
