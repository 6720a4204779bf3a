"""Inputs keep up with what they are about: a field of an entity is taken by an input, or there is a reason why not."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import pytest
from pydantic import BaseModel

import commands
import entities
from commands.inputs import Input
from entities.annotations import unwrap
from entities.fields import Part
from entities.item import Item

ABOVE = "named once, by the input around this one"
COMPUTED = "follows from other fields"
COUNTED = "counted by the commands"
STAMPED = "stamped by the commands"
VOUCHED = "follows from who named the file"
OTHERS = "kept by other programs; we only read it"

ANYWHERE = {
    "expires_at": "lifetimes follow from the type",
    "schema_version": "the version of the type that we write",
    "created_at": STAMPED,
    "updated_at": STAMPED,
    "updated_by": STAMPED,
    "recorded_by": STAMPED,
    "validated_at": STAMPED,
    "reviewed_at": STAMPED,
}

NOT_TAKEN: Mapping[str, Mapping[str, str]] = {
    "CatImage": {
        "logged_at": STAMPED,
        "uploaded_on": COMPUTED,
        "is_debug": "given as `debug`, by CreateCatBatchInput",
        "is_forced": "given as `force`, by CreateCatBatchInput",
        "is_vouched": VOUCHED,
        **dict.fromkeys(("content_type", "byte_length"), "given with each file, by CreateCatBatchInput"),
        **dict.fromkeys(
            (
                "error",
                "claim",
                "lease_until",
                "upload_until",
                "waiting_since",
                "requeued_at",
                "is_managed",
                "deleted_by",
            ),
            "set by the workers and by deletions",
        ),
        **dict.fromkeys(("attempt", "throttled_count"), COUNTED),
    },
    "BatchSummary": {"deleted_by": "the caller, by DeleteBatchInput"},
    "ReceiptWordLabel": {"deleted_by": "the caller, by RemoveLabelInput"},
    "CompactionRun": {
        f"{collection}_{name}": "given without the prefix, together with `collection`"
        for collection in ("lines", "words")
        for name in ("state", "started_at", "finished_at", "error", "merged_vectors")
    },
    "CompletionBatchResult": {"batch_id": ABOVE},
    "EmbeddingBatchResult": {"batch_id": ABOVE},
    "FileObject": {"file_id": OTHERS, "correlation_id": OTHERS},
    "Image": {"receipt_count": COUNTED, "deleted_by": "the caller, by DeleteImageInput"},
    "Job": {
        "status": "recorded with its history, by RecordJobStatusInput",
        "best_checkpoint_at": "follows from the checkpoints, by SetBestCheckpointInput",
        "queue_names": "follows from the queues, by EnqueueJobInput",
        "deleted_by": "the caller, by DeleteJobInput",
        "runs_total": COMPUTED,
        **dict.fromkeys(
            (
                "runs_pending",
                "runs_running",
                "runs_succeeded",
                "runs_failed",
                "runs_cancelled",
                "runs_interrupted",
                "runs_ended",
            ),
            COUNTED,
        ),
    },
    "JobLog": {"job_id": ABOVE},
    "JobMetric": {"job_id": ABOVE},
    "JobRun": {"quarantined_at": STAMPED, "review_note": "given as `note`"},
    "Letter": dict.fromkeys(("image_id", "line_id", "word_id"), ABOVE),
    "Line": {"image_id": ABOVE},
    "Nova": {
        "primary_name": "given as `name`",
        "primary_name_normalized": COMPUTED,
        "created_by_job_run_id": "given as `job_run_id`",
        **dict.fromkeys(
            ("spectra_count", "photometry_count", "references_count", "spectral_visits", "has_sparkline"), OTHERS
        ),
    },
    "PhotometryTable": {
        "data_product_id": COMPUTED,
        "product_type": COMPUTED,
        "last_ingestion_at": "given as `ingested_at`",
        "last_ingestion_source": "given as `source`",
        "last_ingested_file_id": "given as `file_id`",
        "last_ingested_object_etag": "given as `etag`",
        "ingestion_count": COUNTED,
        "photometry_schema_version": "the version of the table that we write",
    },
    "PlacesCache": {"last_updated": "given as `queried_at`", "query_count": COUNTED},
    "Queue": {"job_count": COUNTED, "deleted_by": "the caller, by DeleteQueueInput"},
    "QueueJob": {"enqueued_at": STAMPED, "sweep_id": COMPUTED},
    "Receipt": {"deleted_by": "the caller, by DeleteReceiptInput"},
    "ReceiptLine": dict.fromkeys(("image_id", "receipt_id"), ABOVE),
    "ReceiptValidationCategory": dict.fromkeys(("image_id", "receipt_id", "validation_timestamp"), ABOVE),
    "ReceiptValidationResult": {
        **dict.fromkeys(("image_id", "receipt_id", "validation_timestamp", "field_name"), ABOVE),
        "result_index": "the place in the list",
    },
    "ReceiptWord": {"tags": "set with each tag, by TagReceiptWordInput"},
    "Reference": {"reference_id": COMPUTED},
    "SpectraProduct": {
        "product_type": COMPUTED,
        "locator_identity": COMPUTED,
        "identity_strategy": COMPUTED,
        "validation_status": "follows from `verdict`",
        "manual_review_status": "follows from `decision`",
        "acquisition_status": "follows from `outcome`",
        "last_attempt_outcome": "follows from `outcome`",
        "eligibility": COMPUTED,
        "attempt_count": COUNTED,
        "last_attempt_at": "given as `attempted_at`",
        "last_execution_arn": "given as `execution_arn`",
        "last_error_fingerprint": "given as `error_fingerprint`",
        "next_eligible_attempt_at": COMPUTED,
        **dict.fromkeys(
            (
                "composite",
                "constituent_data_product_ids",
                "rejected_data_product_ids",
                "composite_fingerprint",
                "composite_s3_key",
                "web_ready_s3_key",
            ),
            OTHERS,
        ),
        "review_note": "given as `note`",
    },
    "TextractJob": {
        "is_vouched": VOUCHED,
        **dict.fromkeys(
            (
                "error_kind",
                "warnings",
                "lease_until",
                "dlq_source",
                "total_pages",
                "pages_processed",
                "current_operation",
                "etag",
                "upload_until",
                "is_managed",
                "deleted_by",
            ),
            "set by the workers and by deletions",
        ),
        **dict.fromkeys(("attempt", "retry_count", "throttled_count"), COUNTED),
    },
    "Word": {"image_id": ABOVE, "line_id": ABOVE, "tags": "set with each tag, by TagWordInput"},
}

WITHOUT_INPUT = {
    "DeadLetter": "made of messages that fail",
    "LocatorAlias": "made with its spectrum",
    "NameMapping": "made with the names of its nova",
    "ReceiptLetter": "a Letter to writers",
}

MAP = "GraphQL has no maps, so it is given as JSON"
CHOICE = "writers choose from a list, and what others stored is read as it is"

OTHER_TYPES: Mapping[tuple[str, str], str] = {
    ("LineInput", "histogram"): MAP,
    ("ReceiptLineInput", "histogram"): MAP,
    ("WordInput", "histogram"): MAP,
    ("WordInput", "extracted_data"): MAP,
    ("ReceiptWordInput", "histogram"): MAP,
    ("ReceiptWordInput", "extracted_data"): MAP,
    ("MetricInput", "value"): "structures are given as `value_json`",
    ("RegisterFileInput", "product_type"): CHOICE,
    ("LocatorInput", "kind"): CHOICE,
    ("LocatorInput", "role"): CHOICE,
    ("CreateDocumentInput", "features"): CHOICE,
}

Model = TypeVar("Model", bound=BaseModel)


def _classes(base: type[Model], package: Any) -> Iterator[type[Model]]:
    """Every class of a kind that the modules of a package declare."""
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            declared = vars(import_module(module.name)).values()
            yield from (
                each
                for each in declared
                if isinstance(each, type) and issubclass(each, base) and each.__module__ == module.name
            )


INPUTS = {each.__name__: each for each in _classes(Input, commands) if each.about}
STORED = {each.__name__: each for each in _classes(Item, entities) if "key" in vars(each)}
KINDS: dict[str, type[BaseModel]] = {**{each.__name__: each for each in _classes(Part, entities)}, **STORED}


def _taken(kind: str) -> set[str]:
    return {name for each in INPUTS.values() if each.about == kind for name in each.model_fields}


def _core(annotation: Any) -> Any:
    """What a field holds: the type, in lists for a list, and for an input what that is about."""
    core = unwrap(annotation).core
    if get_origin(core) is tuple:
        return [_core(get_args(core)[0])]
    if isinstance(core, type) and issubclass(core, Input):
        return KINDS.get(core.about)
    return core


def test_every_input_is_about_a_type_that_there_is() -> None:
    assert {each.about for each in INPUTS.values()} <= KINDS.keys()


def test_every_stored_type_can_be_written() -> None:
    about = {each.about for each in INPUTS.values()}
    assert {name for name in STORED if name not in about} == WITHOUT_INPUT.keys()


@pytest.mark.parametrize("kind", sorted({each.about for each in INPUTS.values()}))
def test_a_field_is_taken_by_an_input_or_there_is_a_reason(kind: str) -> None:
    fields, taken, reasons = KINDS[kind].model_fields.keys(), _taken(kind), NOT_TAKEN.get(kind, {})
    forgotten = [name for name in fields if name not in taken and name not in {**ANYWHERE, **reasons}]
    assert not forgotten, f"No input about {kind} takes these, and no reason is given in NOT_TAKEN."
    outdated = [name for name in reasons if name in taken or name not in fields]
    assert not outdated, f"These reasons in NOT_TAKEN are outdated: {kind} lacks the field, or an input takes it."


@pytest.mark.parametrize("name", INPUTS)
def test_fields_of_the_same_name_are_of_the_same_type(name: str) -> None:
    given, kept = INPUTS[name], KINDS[INPUTS[name].about]
    mine, theirs = (get_type_hints(each, include_extras=True) for each in (given, kept))
    shared = given.model_fields.keys() & kept.model_fields.keys()
    different = {each for each in shared if _core(mine[each]) != _core(theirs[each])}
    excused = {field for input_name, field in OTHER_TYPES if input_name == name}
    assert different == excused
