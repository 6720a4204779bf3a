"""Finds messages that workers gave up."""

from entities.letters import DeadLetter
from loaders.lists.listing import Listing

LETTERS = Listing(DeadLetter, "Kind-ReceivedAt-Index", (), time="received_at", newest_first=True)
