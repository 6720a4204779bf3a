"""What a client selected below a field, from what AppSync tells of it.

`selectionSetGraphQL` has real names but leaves out the bodies of named fragments. `selectionSetList` has those too,
but under aliases, and nothing that was selected on concrete types of an interface. The first is used where it is
complete; where it is not, the second is asked as well, and names that are no fields are taken for aliases of everything
they could stand for. So an answer may hold more than was asked for, never less.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from entities.item import TYPES, Item
from loaders.relations import RELATIONS
from resolvers.names import camel, snake
from resolvers.objects import own_fields
from resolvers.query_text import Selected, read_selection
from resolvers.routes import routes


@dataclass
class Raw:
    """A selection as it was told: fields by name, those on types by type, and whether some were not told."""

    fields: "dict[str, Raw]" = field(default_factory=dict)
    on: "dict[str, Raw]" = field(default_factory=dict)
    aliases: set[str] = field(default_factory=set)
    """The names that the field has in the answer."""
    has_unseen: bool = False


@dataclass
class Told:
    """Both accounts of a selection; None where there is none."""

    text: Raw | None
    paths: Raw | None

    def below(self, *names: str) -> "Told":
        """What is told of a field, whatever it is called in the answer."""
        text = _merged(self.text.fields[name] for name in names if self.text and name in self.text.fields)
        if text and self.text and self.text.has_unseen:
            text.has_unseen = True  # the fragment that we do not see may select more below the same field
        aliases = {*names, *(text.aliases if text else ())}
        paths = _merged(self.paths.fields[name] for name in sorted(aliases) if self.paths and name in self.paths.fields)
        return Told(text, paths)

    def inside(self, name: str, siblings: frozenset[str]) -> "Told":
        """The same for a field of a page or an edge: where names may be aliases, all that are no siblings count too."""
        told = self.below(name)
        if self.paths is None or (self.text and not self.text.has_unseen):
            return told
        aliases = [raw for each, raw in self.paths.fields.items() if each not in siblings and raw.fields]
        text = told.text
        if text:
            text.has_unseen = True
        paths = _merged([*([told.paths] if told.paths else []), *aliases])
        return Told(text, paths) if text or paths else Told(Raw(), None)

    def has(self, name: str, siblings: frozenset[str]) -> bool:
        """Whether a field of a page is selected, or may be under an alias."""
        if self.text and not self.text.has_unseen:
            return name in self.text.fields
        told = any(name in raw.fields for raw in self.paths_and_text)
        return told or self.is_silent or self._has_aliases(siblings)

    @property
    def is_silent(self) -> bool:
        """Whether nothing is known."""
        return not self.paths_and_text or (self.text is not None and self.text.has_unseen and self.paths is None)

    @property
    def paths_and_text(self) -> list[Raw]:
        return [raw for raw in (self.text, self.paths) if raw is not None]

    def _has_aliases(self, siblings: frozenset[str]) -> bool:
        fields = self.paths.fields if self.paths else {}
        return any(raw.fields for name, raw in fields.items() if name not in siblings)


@dataclass
class Picked:
    """What the loaders must bring for a type: own fields (None is all of them), and relations with what is below."""

    own: set[str] | None = field(default_factory=set)
    relations: "dict[str, Picked]" = field(default_factory=dict)

    def as_selection(self) -> dict[str, Any]:
        """The relations as loaders want them."""
        return {snake(name): below.as_selection() for name, below in self.relations.items()}


def told_by(info: Mapping[str, Any]) -> Told:
    """Both accounts, from the `info` of an event."""
    text, paths = info.get("selectionSetGraphQL"), info.get("selectionSetList")
    raw_paths = _raw_paths(paths) if paths else None
    raw_text = _raw_text(text, info.get("variables") or {}) if text else None
    outer = str(info.get("fieldName"))
    if raw_text and raw_text.fields.keys() == {outer} and not (raw_paths and outer in raw_paths.fields):
        raw_text = raw_text.fields[outer]  # the documentation shows the field itself around its selection
    return Told(raw_text, raw_paths)


def pick(entity: type[Item], told: Told, *, is_interface: bool = False) -> Picked:
    """What must be brought for an item of this type. Under an interface, paths tell only half."""
    if told.is_silent or (is_interface and told.text is None):
        return everything(entity)
    picked = Picked()
    text = _flat(told.text, entity) if told.text else None
    if text:
        _pick_named(entity, Told(text, told.paths), picked)
    if text is None or text.has_unseen:
        if is_interface and (text is None or text.has_unseen):
            return everything(entity)
        _pick_paths(entity, told, picked)
    return picked


def everything(entity: type[Item]) -> Picked:
    """All that can be embedded in an item."""
    below = {
        camel(name): united(everything(child) for child in relation.children)
        for name, relation in RELATIONS.get(entity, {}).items()
    }
    return Picked(None, below)


def united(picks: Iterable[Picked]) -> Picked:
    """All that any of these asks for."""
    whole = Picked()
    for each in picks:
        whole.own = None if whole.own is None or each.own is None else whole.own | each.own
        for name, below in each.relations.items():
            whole.relations[name] = united([whole.relations[name], below]) if name in whole.relations else below
    return whole


def _pick_named(entity: type[Item], told: Told, picked: Picked) -> None:
    own = own_fields(entity)
    relations = RELATIONS.get(entity, {})
    for name in told.text.fields if told.text else ():
        if snake(name) in relations:
            _add(entity, picked, name, told.below(name))
        elif name in own and picked.own is not None:
            picked.own.add(name)


def _pick_paths(entity: type[Item], told: Told, picked: Picked) -> None:
    """From names that may be aliases."""
    picked.own = None  # any name may be the alias of any scalar, and own fields cost no reads
    own, relations = own_fields(entity), RELATIONS.get(entity, {})
    for name, raw in told.paths.fields.items() if told.paths else ():
        is_scalar = name in own and not raw.fields
        if snake(name) in relations:
            _add(entity, picked, name, Told(_text_below(told, name), raw))
        elif not is_scalar and f"{entity.__name__}.{name}" not in routes():
            for candidate in _candidates(entity, raw):
                _add(entity, picked, candidate, Told(None, raw))


def _text_below(told: Told, name: str) -> Raw | None:
    return told.text.fields.get(name) if told.text else None


def _candidates(entity: type[Item], raw: Raw) -> Iterator[str]:
    """The relations that an alias may stand for: those whose items have all the fields below it.

    Below an interface AppSync tells nothing but what all of its types have, and that may be nothing at all.
    """
    for name, relation in RELATIONS.get(entity, {}).items():
        is_interface = len(relation.children) > 1
        # A missing list is an error; a missing single item would be a null that nobody notices, so it is brought.
        fits = not relation.is_list or any(_could_have(child, raw) for child in relation.children)
        if is_interface or (raw.fields and fits):
            yield camel(name)


def _could_have(entity: type[Item], raw: Raw) -> bool:
    """Whether a type has all these fields; a name that no type has at all is an alias again."""
    known = {*own_fields(entity), *map(camel, RELATIONS.get(entity, {})), "id", "__typename"}
    known |= {key.split(".")[1] for key in routes() if key.startswith(f"{entity.__name__}.")}
    return all(name in known or not _is_field_anywhere(name) for name in raw.fields)


def _is_field_anywhere(name: str) -> bool:
    entities = {child for relations in RELATIONS.values() for each in relations.values() for child in each.children}
    return any(name in own_fields(entity) for entity in entities)


def _add(entity: type[Item], picked: Picked, name: str, told: Told) -> None:
    relation = RELATIONS[entity][snake(name)]
    is_interface = len(relation.children) > 1
    found = united(pick(child, told, is_interface=is_interface) for child in relation.children)
    picked.relations[name] = united([picked.relations[name], found]) if name in picked.relations else found


def _flat(raw: Raw, entity: type[Item]) -> Raw:
    """What applies to a type: fields that all have, and those on its own type or on an interface."""
    matching = [each for name, each in raw.on.items() if name == entity.__name__]
    return _merged([raw, *(_flat(each, entity) for each in matching)]) or raw


def _merged(raws: Iterable[Raw]) -> Raw | None:
    merged: Raw | None = None
    for raw in raws:
        merged = _copy(raw) if merged is None else _with(merged, raw)
    return merged


def _copy(raw: Raw) -> Raw:
    return Raw(dict(raw.fields), dict(raw.on), set(raw.aliases), raw.has_unseen)


def _with(first: Raw, second: Raw) -> Raw:
    for mine, theirs in ((first.fields, second.fields), (first.on, second.on)):
        for name, raw in theirs.items():
            mine[name] = _with(_copy(mine[name]), raw) if name in mine else raw
    first.aliases |= second.aliases
    first.has_unseen = first.has_unseen or second.has_unseen
    return first


def _raw_text(text: str, variables: dict[str, Any]) -> Raw | None:
    try:
        return _raw(read_selection(text, variables))
    except ValueError:
        return None


def _raw(entries: list[Selected]) -> Raw:
    raw = Raw()
    for entry in entries:
        below = _raw(entry.below)
        if entry.spread:
            raw.has_unseen = True
        elif entry.name is None and entry.on_type not in TYPES:
            raw = _with(raw, below)  # on the type itself: a connection, an edge, a map
        elif entry.name is None:
            raw = _with(raw, Raw(on={str(entry.on_type): below}))
        else:
            below.aliases.add(str(entry.response_name))
            raw = _with(raw, Raw(fields={entry.name: below}))
    return raw


def _raw_paths(paths: Iterable[str]) -> Raw:
    root = Raw()
    for path in paths:
        at = root
        for name in path.split("/"):
            at = at.fields.setdefault(name, Raw())
    return root
