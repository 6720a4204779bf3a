"""Inputs that name a stored item by the parts of its key: the item's global `id` may be given instead.

Commands know nothing of global ids. An `id` is turned into the parts here, before an input is read. Types are looked
up only where an `id` is given, or a part is missing: most requests would load them for nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from commands.inputs import Input
from entities.item import Item
from entities.registry import all_types
from loaders.errors import BadInput
from resolvers.runtime.ids import read_global_id
from resolvers.runtime.names import listed

ID = "id"


@dataclass(frozen=True)
class Identified:
    """The types whose `id` an input takes, and where the input has the parts of their keys."""

    types: tuple[str, ...]
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Fields of the key that have another name in the input."""


_JOB, _NOVA, _RECEIPT = Identified(("Job",)), Identified(("Nova",)), Identified(("Receipt",))
_WORD, _SPECTRUM = Identified(("ReceiptWord",)), Identified(("SpectraProduct",))
_SWEEP = Identified(("Job",), {"job_id": "sweep_id"})
_TAGGED = Identified(("Receipt", "ReceiptWordTag"))

IDENTIFIED: dict[str, Identified] = {
    "AddAliasInput": _NOVA,
    "AddCheckpointInput": _JOB,
    "AddDependencyInput": Identified(("Job",), {"job_id": "dependent_job_id"}),
    "AddLabelInput": _WORD,
    "AddLocatorInput": _SPECTRUM,
    "AllocateResourceInput": _JOB,
    "AppendLogsInput": _JOB,
    "AssignJobInput": _JOB,
    "CompletionResultInput": _WORD,
    "EmbeddedInput": Identified(("ReceiptLine", "ReceiptWord")),
    "EmbeddingResultInput": _WORD,
    "EnqueueJobInput": _JOB,
    "FinishJobRunInput": Identified(("JobRun",)),
    "IngestPhotometryInput": _NOVA,
    "LabelledWordInput": _WORD,
    "LinkReferenceInput": _NOVA,
    "PutLabelAnalysisInput": _RECEIPT,
    "PutLineItemAnalysisInput": _RECEIPT,
    "PutStructureAnalysisInput": _RECEIPT,
    "PutValidationInput": _RECEIPT,
    "ReassignJobInput": _JOB,
    "ReceiptRefInput": _RECEIPT,
    "RecordAcquisitionInput": _SPECTRUM,
    "RecordAttemptInput": Identified(("JobRun",)),
    "RecordChatGptValidationInput": _RECEIPT,
    "RecordGptInitialTaggingInput": _TAGGED,
    "RecordGptValidationInput": _TAGGED,
    "RecordJobStatusInput": _JOB,
    "RecordMetricsInput": _JOB,
    "RecordValidationInput": _SPECTRUM,
    "RegisterFileInput": _NOVA,
    "RegisterSpectraInput": _NOVA,
    "ResumeSweepInput": _SWEEP,
    "ReviewJobRunInput": Identified(("JobRun",)),
    "ReviewSpectraInput": _SPECTRUM,
    "SetReceiptFieldInput": _RECEIPT,
    "SetReceiptMetadataInput": _RECEIPT,
    "StartCompactionInput": _RECEIPT,
    "StopUnderperformingInput": _SWEEP,
    "TagReceiptWordInput": _WORD,
    "TagWordInput": Identified(("Word",)),
}
"""Inputs that take the id of something else than what they are about: they add to it, or follow from it."""

NEW = {
    "AddReferenceInput": "a new paper",
    "AnalysedLabelInput": "a word of the receipt that the input around this one names",
    "CachePlaceInput": "a search, by what was searched for",
    "CreateBatchInput": "a new batch",
    "CreateJobInput": "a new job",
    "CreateQueueInput": "a new queue",
    "CreateSweepInput": "a new sweep",
    "FieldWordInput": "a word of the receipt that the input around this one names",
    "ImportImageInput": "a new image",
    "ImportReceiptInput": "a receipt of a new image",
    "LetterInput": "part of a new image",
    "LineInput": "part of a new image",
    "LogInput": "a new line",
    "MetricInput": "a new measurement",
    "PutLabelMetadataInput": "a label, by its name",
    "ReceiptLineInput": "part of a new image",
    "ReceiptWordInput": "part of a new image",
    "RegisterCatImageInput": "a new image",
    "RegisterInstanceInput": "a new instance",
    "StartJobRunInput": "a new run",
    "SubmitDocumentInput": "a new document",
    "ValidationCategoryInput": "part of a new validation",
    "ValidationResultInput": "part of a new validation",
    "WordInput": "part of a new image",
}
"""Inputs that name what does not exist yet, and so has no `id`."""


@cache
def identified(cls: type[Input]) -> dict[str, dict[str, str]]:
    """The types whose `id` an input takes, each with the parts of its key by their names in the input."""
    found = _identified(cls)
    return {name: _parts(cls, all_types()[name], found.names) for name in found.types} if found else {}


def parts_in(cls: type[Input]) -> tuple[str, ...]:
    """The fields of an input that need not be given if its `id` is."""
    return tuple(dict.fromkeys(given for parts in identified(cls).values() for given in parts))


def with_parts(cls: type[Input], values: Mapping[str, Any], path: str) -> dict[str, Any]:
    """The values by Python's names, with the parts of the key in place of an `id`; either must be given."""
    rest = {name: value for name, value in values.items() if name != ID}
    given = values.get(ID)
    if given in (None, ""):
        if any(each.is_required() and rest.get(name) is None for name, each in cls.model_fields.items()):
            _demand_parts(cls, rest, path)
        return rest
    parts = _parts_of(cls, str(given), path)
    doubled = next((name for name in parts if rest.get(name) not in (None, "")), None)
    if doubled:
        raise BadInput(f"Give either `{ID}` or `{doubled}`, not both.", field=_within(path, ID))
    return {**rest, **parts}


def _parts(cls: type[Input], entity: type[Item], names: Mapping[str, str]) -> dict[str, str]:
    found = {names.get(name, name): name for name in sorted(entity.key.names)}
    return {given: name for given, name in found.items() if given in cls.model_fields}


def _parts_of(cls: type[Input], given: str, path: str) -> dict[str, Any]:
    """The parts that an id stands for, by their names in the input."""
    place = read_global_id(given)
    parts = identified(cls).get(place[0].__name__) if place else None
    ids = place[0].ids_of(place[1]) if place and parts else {}
    found = {given_name: ids[name] for given_name, name in (parts or {}).items() if ids.get(name) is not None}
    if not found or any(_is_required(cls, name) and name not in found for name in parts or ()):
        raise BadInput(f"`{ID}` must be the global id of a {' or '.join(identified(cls))}.", field=_within(path, ID))
    return found


def _demand_parts(cls: type[Input], values: Mapping[str, Any], path: str) -> None:
    required = [name for name in parts_in(cls) if _is_required(cls, name)]
    missing = [name for name in required if values.get(name) is None]
    if missing:
        raise BadInput(f"Give `{ID}`, or {listed(required)}.", field=_within(path, missing[0]))


def _identified(cls: type[Input]) -> Identified | None:
    """By the table above; otherwise an input takes the id of what it is about, if it has all parts of its key."""
    if cls.__name__ in IDENTIFIED:
        return IDENTIFIED[cls.__name__]
    entity: type[Item] | None = all_types().get(cls.about)
    if entity is None or cls.__name__ in NEW:
        return None
    return Identified((cls.about,)) if all(_is_required(cls, name) for name in entity.key.names) else None


def _is_required(cls: type[Input], name: str) -> bool:
    return name in cls.model_fields and cls.model_fields[name].is_required()


def _within(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
