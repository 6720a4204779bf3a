"""What belongs to what: the relations that follow from an item's own keys, so that one plan can read them all."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from entities.item import Item
from entities.jobs import Instance, InstanceJob, Job, JobCheckpoint, JobDependency, JobResource, JobStatus
from entities.novae.nova import Nova
from entities.novae.products import PhotometryTable, SpectraProduct
from entities.novae.references import FileObject, NovaReference
from entities.receipts.analyses import ReceiptLabelAnalysis, ReceiptLineItemAnalysis, ReceiptStructureAnalysis
from entities.receipts.compaction import CompactionRun
from entities.receipts.images import Image, Letter, Line, Word
from entities.receipts.labels import (
    GPTInitialTagging,
    GPTValidation,
    ReceiptField,
    ReceiptWordLabel,
    ReceiptWordTag,
    WordTag,
)
from entities.receipts.receipt import Receipt, ReceiptLetter, ReceiptLine, ReceiptMetadata, ReceiptWord
from entities.receipts.validations import (
    ReceiptChatGPTValidation,
    ReceiptValidationCategory,
    ReceiptValidationResult,
    ReceiptValidationSummary,
)


@dataclass(frozen=True)
class Relation:
    """The items of some types that belong to an item, by the ids that they share."""

    children: tuple[type[Item], ...]
    is_list: bool = True
    names: Mapping[str, str] = field(default_factory=dict)
    """Fields of the children that are called otherwise in the parent."""
    newest: bool = False
    """Whether only the latest child counts."""
    absent: tuple[str, ...] = ()
    """Fields that these children do not have, though others of their type may."""

    def shared(self, parent: type[Item]) -> dict[str, str]:
        """Fields of the children, and the ids of the parent that they equal."""
        child = self.children[0]
        names = {name: self.names.get(name, name) for name in sorted(child.key.names)}
        return {name: of_parent for name, of_parent in names.items() if of_parent in parent.key.names}


def many(*children: type[Item], names: Mapping[str, str] | None = None) -> Relation:
    """All items of these types."""
    return Relation(children, names=names or {})


def one(child: type[Item], *, absent: tuple[str, ...] = ()) -> Relation:
    """The one item of a type, if there is one."""
    return Relation((child,), is_list=False, absent=absent)


def latest(child: type[Item]) -> Relation:
    """The last item of a type in the order of its keys, if there is one."""
    return Relation((child,), is_list=False, newest=True)


_PER_RECEIPT = ("line_id", "word_id", "tag")

RELATIONS: dict[type[Item], dict[str, Relation]] = {
    Image: {"receipts": many(Receipt), "lines": many(Line), "words": many(Word)},
    Line: {"words": many(Word)},
    Word: {"letters": many(Letter), "tag_items": many(WordTag)},
    Receipt: {
        "lines": many(ReceiptLine),
        "words": many(ReceiptWord),
        "labels": many(ReceiptWordLabel),
        "metadata": one(ReceiptMetadata),
        "fields": many(ReceiptField),
        "label_analysis": one(ReceiptLabelAnalysis),
        "structure_analyses": many(ReceiptStructureAnalysis),
        "line_item_analysis": one(ReceiptLineItemAnalysis),
        "validation": one(ReceiptValidationSummary),
        "chat_gpt_validations": many(ReceiptChatGPTValidation),
        "compaction_runs": many(CompactionRun),
        "gpt_validation": one(GPTValidation, absent=_PER_RECEIPT),
        "gpt_initial_tagging": one(GPTInitialTagging, absent=_PER_RECEIPT),
    },
    ReceiptLine: {"words": many(ReceiptWord)},
    ReceiptWord: {
        "letters": many(ReceiptLetter),
        "labels": many(ReceiptWordLabel),
        "tag_items": many(ReceiptWordTag),
    },
    ReceiptWordTag: {
        "gpt_validation": one(GPTValidation),
        "gpt_initial_tagging": one(GPTInitialTagging),
    },
    ReceiptValidationSummary: {"categories": many(ReceiptValidationCategory)},
    ReceiptValidationCategory: {"results": many(ReceiptValidationResult)},
    Job: {
        "statuses": many(JobStatus),
        "latest_status": latest(JobStatus),
        "resources": many(JobResource),
        "checkpoints": many(JobCheckpoint),
        "dependencies": many(JobDependency, names={"dependent_job_id": "job_id"}),
    },
    Instance: {"jobs": many(InstanceJob)},
    Nova: {
        "products": many(PhotometryTable, SpectraProduct),
        "references": many(NovaReference),
        "files": many(FileObject),
    },
}
"""Every relation that is embedded, by the type that it belongs to."""
