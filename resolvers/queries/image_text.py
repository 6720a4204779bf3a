"""Where lines, words, letters and tags of whole images lead to; and what other programs keep beside them."""

from collections.abc import Sequence

from entities.receipts.images import Line, Word
from loaders.other_items import OtherItem
from loaders.other_items import other_items as items_of_others
from loaders.request import Request
from resolvers.runtime.results import Lookup, Parent, for_each


def line_of_image(_: Request, parents: Sequence[Parent]) -> list[Lookup]:
    return [Lookup(Line, {"image_id": each["image_id"], "line_id": each["line_id"]}) for each in parents]


def word_of_image(_: Request, parents: Sequence[Parent]) -> list[Lookup]:
    names = ("image_id", "line_id", "word_id")
    return [Lookup(Word, {name: each[name] for name in names}) for each in parents]


def other_items(request: Request, parents: Sequence[Parent]) -> list[list[OtherItem]]:
    return for_each(request, parents, lambda each: items_of_others(request, each["image_id"]), "image_id")
