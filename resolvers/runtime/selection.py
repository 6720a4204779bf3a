"""What a client selected below a field, worked out from what AppSync reports.

`selectionSetGraphQL` has real names but leaves out the bodies of named fragments. `selectionSetList` includes those,
but under aliases, and without anything selected on concrete types of an interface. The first is used if it is
complete; otherwise the second is used too, and a name that is not a field is taken as an alias of every field that it
could stand for. The text is also incomplete where it does not explain a path: an emulator may print only the first of
two places that select the same field. So a response may contain more than was selected, never less.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from entities.item import Item
from loaders.planning.relations import all_relations, relations_of
from resolvers.routing.routes import routes
from resolvers.runtime.computed import computed_of
from resolvers.runtime.fields import own_fields
from resolvers.runtime.names import camel, snake
from resolvers.runtime.selected_paths import paths_in
from resolvers.runtime.selection_nodes import SelectionNode, merged_nodes, nodes_of_paths, nodes_of_text

ID, TYPE_NAME = "id", "__typename"
MAX_KEPT, MAX_KEPT_TEXT = 128, 4000
"""How many selections are kept, and of how many characters at most."""


@dataclass
class ReportedSelection:
    """Both reports of a selection, as text and as paths; None if one is missing."""

    text: SelectionNode | None
    paths: SelectionNode | None
    meanings: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was worked out from the reports, by the type of the answer; it is kept as long as they are."""

    def below(self, *names: str) -> "ReportedSelection":
        """The reports on a field, whatever its alias is."""
        text = merged_nodes(self.text.fields[name] for name in names if self.text and name in self.text.fields)
        if text and self.text and self.text.has_unseen:
            text.has_unseen = True  # a fragment whose body is not sent may select more below the same field
        aliases = {*names, *(text.aliases if text else ())}
        paths = merged_nodes(
            self.paths.fields[name] for name in sorted(aliases) if self.paths and name in self.paths.fields
        )
        return ReportedSelection(text, paths)

    def inside(self, name: str, siblings: frozenset[str]) -> "ReportedSelection":
        """The same for a field of a page or an edge; if names may be aliases, all but the siblings count too."""
        reported = self.below(name)
        if self.paths is None or (self.text and not self.text.has_unseen):
            return reported
        aliases = [node for each, node in self.paths.fields.items() if each not in siblings and node.fields]
        text = reported.text
        if text:
            text.has_unseen = True
        paths = merged_nodes([*([reported.paths] if reported.paths else []), *aliases])
        return ReportedSelection(text, paths) if text or paths else ReportedSelection(SelectionNode(), None)

    def has(self, name: str, siblings: frozenset[str]) -> bool:
        """Whether a field of a page is selected, or may be under an alias."""
        if self.text and not self.text.has_unseen:
            return name in self.text.fields
        reported = any(name in node.fields for node in self.paths_and_text)
        return reported or self.is_silent or self._has_aliases(siblings)

    def has_leaf(self, name: str, siblings: frozenset[str]) -> bool:
        """The same for a field of a page with nothing below it."""
        if self.text and not self.text.has_unseen:
            return name in self.text.fields
        known = siblings - {name} | {"__typename"}
        leaves = (each for each, node in (self.paths.fields if self.paths else {}).items() if not node.fields)
        return self.is_silent or any(each not in known for each in leaves)

    @property
    def is_silent(self) -> bool:
        """Whether nothing is known."""
        return not self.paths_and_text or (self.text is not None and self.text.has_unseen and self.paths is None)

    @property
    def paths_and_text(self) -> list[SelectionNode]:
        return [node for node in (self.text, self.paths) if node is not None]

    def _has_aliases(self, siblings: frozenset[str]) -> bool:
        fields = self.paths.fields if self.paths else {}
        return any(node.fields for name, node in fields.items() if name not in siblings)


@dataclass
class Selection:
    """What the loaders must read for a type: own fields (None means all), and relations with what is below them."""

    own: set[str] | None = field(default_factory=set)
    relations: "dict[str, Selection]" = field(default_factory=dict)
    computed: dict[str, frozenset[str] | None] = field(default_factory=dict)
    """Computed fields, each with the paths of attributes selected below it; None means all."""
    identity: set[str] = field(default_factory=set)
    """Which of `id` and `__typename` are selected, or needed by what is below."""

    def as_relations(self) -> dict[str, Any]:
        """The relations in the form that loaders take."""
        return {snake(name): below.as_relations() for name, below in self.relations.items()}


def reported_selection(info: Mapping[str, Any]) -> ReportedSelection:
    """Both reports, from the `info` of an event. Clients ask the same again and again, so they are kept for a while."""
    text, paths, outer = info.get("selectionSetGraphQL"), info.get("selectionSetList"), str(info.get("fieldName"))
    variables = info.get("variables") or {}
    if not text or not paths or len(text) > MAX_KEPT_TEXT or "@" in text:  # directives depend on variables
        return _read_selection(text, paths, outer, variables)
    return _kept_selection(text, tuple(paths), outer)


@lru_cache(maxsize=MAX_KEPT)
def _kept_selection(text: str, paths: tuple[str, ...], outer: str) -> ReportedSelection:
    return _read_selection(text, paths, outer, {})


def _read_selection(
    text: str | None, paths: Sequence[str] | None, outer: str, variables: dict[str, Any]
) -> ReportedSelection:
    path_nodes = nodes_of_paths(paths) if paths else None
    text_nodes = nodes_of_text(text, variables) if text else None
    if text_nodes and text_nodes.fields.keys() == {outer} and not (path_nodes and outer in path_nodes.fields):
        text_nodes = text_nodes.fields[outer]  # in AWS's documentation the text includes the field itself
    if text_nodes and path_nodes:
        _mark_unexplained(path_nodes, [text_nodes])
    return ReportedSelection(text_nodes, path_nodes)


def select_for(entity: type[Item], reported: ReportedSelection, *, is_interface: bool = False) -> Selection:
    """What must be read for an item of this type. Below an interface, paths are incomplete."""
    if reported.is_silent or (is_interface and reported.text is None):
        return everything(entity)
    selection = Selection(identity={TYPE_NAME} if is_interface else set())
    text = _flat(reported.text, entity) if reported.text else None
    if text:
        _select_named(entity, ReportedSelection(text, reported.paths), selection)
    if text is None or text.has_unseen:
        if is_interface and (text is None or text.has_unseen):
            return everything(entity)
        _select_paths(entity, reported, selection)
    return selection


def everything(entity: type[Item]) -> Selection:
    """All that can be embedded in an item."""
    below = {
        camel(name): united(everything(child) for child in relation.children)
        for name, relation in relations_of(entity).items()
    }
    return Selection(None, below, dict.fromkeys(computed_of(entity)), {ID, TYPE_NAME})


def united(selections: Iterable[Selection]) -> Selection:
    """The union of several selections."""
    whole = Selection()
    for each in selections:
        whole.own = None if whole.own is None or each.own is None else whole.own | each.own
        whole.identity |= each.identity
        for name, below in each.relations.items():
            whole.relations[name] = united([whole.relations[name], below]) if name in whole.relations else below
        for name, paths in each.computed.items():
            _add_computed(whole, name, paths)
    return whole


def _select_named(entity: type[Item], reported: ReportedSelection, selection: Selection) -> None:
    own = own_fields(entity)
    relations = relations_of(entity)
    for name in reported.text.fields if reported.text else ():
        if snake(name) in relations:
            _add(entity, selection, name, reported.below(name))
        elif name in computed_of(entity):
            _add_computed(selection, name, paths_in(reported.below(name).text))
        elif name in {ID, TYPE_NAME}:
            selection.identity.add(name)
        elif f"{entity.__name__}.{name}" in routes():
            _add_needs(entity, selection, name)
        elif name in own and selection.own is not None:
            selection.own.add(name)


def _add_needs(entity: type[Item], selection: Selection, name: str) -> None:
    """Add what a resolver below the item asks of it: who it is, and the fields that its route names."""
    selection.identity.add(ID)
    if selection.own is not None:
        own = own_fields(entity)
        needs = {camel(each) for each in routes()[f"{entity.__name__}.{name}"].needs}
        selection.own |= (needs | {name}) & own.keys()


def _select_paths(entity: type[Item], reported: ReportedSelection, selection: Selection) -> None:
    """Add what the paths select; their names may be aliases."""
    selection.identity |= {ID, TYPE_NAME}
    selection.own = None  # any name may be the alias of any scalar, and own fields cost no reads
    own, relations = own_fields(entity), relations_of(entity)
    for name, node in reported.paths.fields.items() if reported.paths else ():
        is_scalar = name in own and not node.fields
        if snake(name) in relations:
            _add(entity, selection, name, ReportedSelection(_text_below(reported, name), node))
        elif not is_scalar and f"{entity.__name__}.{name}" not in routes():
            if node.fields:  # an alias with fields below it may stand for a computed field
                selection.computed |= dict.fromkeys(computed_of(entity))
            for candidate in _candidates(entity, node):
                _add(entity, selection, candidate, ReportedSelection(None, node))


def _add_computed(selection: Selection, name: str, paths: frozenset[str] | None) -> None:
    known = selection.computed.get(name, frozenset())
    selection.computed[name] = None if known is None or paths is None else known | paths


def _text_below(reported: ReportedSelection, name: str) -> SelectionNode | None:
    return reported.text.fields.get(name) if reported.text else None


def _candidates(entity: type[Item], node: SelectionNode) -> Iterator[str]:
    """The relations that an alias may stand for: those whose items have all the fields below it.

    Below an interface AppSync reports only the fields that all of its types share, and there may be none.
    """
    for name, relation in relations_of(entity).items():
        is_interface = len(relation.children) > 1
        # A missing list is an error, but a missing single item would look like a genuine null, so it is always read.
        fits = not relation.is_list or any(_could_have(child, node) for child in relation.children)
        if is_interface or (node.fields and fits):
            yield camel(name)


def _could_have(entity: type[Item], node: SelectionNode) -> bool:
    """Whether a type has all these fields; a name that no type has is taken as an alias."""
    known = {*own_fields(entity), *computed_of(entity), *map(camel, relations_of(entity)), "id", "__typename"}
    known |= {key.split(".")[1] for key in routes() if key.startswith(f"{entity.__name__}.")}
    return all(name in known or not _is_field_anywhere(name) for name in node.fields)


def _is_field_anywhere(name: str) -> bool:
    entities = {
        child for relations in all_relations().values() for each in relations.values() for child in each.children
    }
    return any(name in own_fields(entity) for entity in entities)


def _add(entity: type[Item], selection: Selection, name: str, reported: ReportedSelection) -> None:
    relation = relations_of(entity)[snake(name)]
    is_interface = len(relation.children) > 1
    found = united(select_for(child, reported, is_interface=is_interface) for child in relation.children)
    selection.relations[name] = united([selection.relations[name], found]) if name in selection.relations else found


def _flat(node: SelectionNode, entity: type[Item]) -> SelectionNode:
    """The fields that apply to a type: those of every type, of the type itself and of its interfaces."""
    matching = [each for name, each in node.on.items() if name == entity.__name__]
    return merged_nodes([node, *(_flat(each, entity) for each in matching)]) or node


def _mark_unexplained(paths: SelectionNode, texts: list[SelectionNode]) -> None:
    """Mark the text as incomplete wherever paths lead further than it does."""
    explained: dict[str, list[SelectionNode]] = defaultdict(list)
    for child in (child for text in texts for child in _fields_within(text)):
        for alias in child.aliases:
            explained[alias].append(child)
    for name, below in paths.fields.items():
        if name in explained:
            _mark_unexplained(below, explained[name])
        else:
            for text in texts:
                text.has_unseen = True


def _fields_within(node: SelectionNode) -> Iterator[SelectionNode]:
    """The fields of a selection, on whichever type."""
    yield from node.fields.values()
    for each in node.on.values():
        yield from _fields_within(each)
