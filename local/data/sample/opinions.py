"""Second opinions on the receipts of the sample: validations, tags, batches sent out, the hygiene of labels."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from entities.item import Item
from entities.receipts.batches import (
    BatchStatus,
    BatchSummary,
    BatchType,
    CompletionBatchResult,
    EmbeddingBatchResult,
)
from entities.receipts.labels import (
    GPTInitialTagging,
    GPTValidation,
    LabelHygieneResult,
    LabelMetadata,
    LabelState,
    ReceiptRef,
    ReceiptWordLabel,
    ReceiptWordTag,
    ValidationStatus,
    WordTag,
)
from entities.receipts.receipt import EmbeddingStatus
from entities.receipts.validations import (
    Correction,
    ReceiptChatGPTValidation,
    ReceiptValidationCategory,
    ReceiptValidationResult,
    ReceiptValidationSummary,
    ResultSummary,
)
from local.data.sample.meanings import known_labels, tags_of
from local.data.sample.names import sample_id
from local.data.sample.receipts import labels, share_of
from local.data.sample.scenes import PaperOnPicture, Scene
from local.data.sample.shops import Sale, dollars

_ALIASES = {"TOTAL": "GRAND_TOTAL", "ITEM": "PRODUCT_NAME", "STORE": "MERCHANT_NAME", "SALES_TAX": "TAX"}
_MONEY = {"LINE_TOTAL", "UNIT_PRICE", "SUBTOTAL", "TAX", "TIP", "GRAND_TOTAL", "DISCOUNT", "CHANGE"}
_AT_ONCE = 12
"""How many words of a receipt are sent out in one batch."""


def opinions(scene: Scene, paper: PaperOnPicture) -> Iterator[Item]:
    """What was thought of a receipt after it had been labelled."""
    yield from _validation(scene, paper)
    yield from _tags(scene, paper)
    yield from _batches(scene, paper)


def vocabulary(now: datetime) -> Iterator[Item]:
    """The labels that are in use, those that are not any more, and how that was found out."""
    for label, meaning in known_labels().items():
        yield LabelMetadata(
            label=label,
            aliases=tuple(alias for alias, name in _ALIASES.items() if name == label),
            description=meaning,
            schema_version=2,
            last_updated=now,
            label_target="money" if label in _MONEY else "text",
        )
    yield LabelMetadata(label="TOTAL", status=LabelState.DEPRECATED, schema_version=1, last_updated=now)
    for alias, canonical in _ALIASES.items():
        yield LabelHygieneResult(
            hygiene_id=sample_id("hygiene", alias),
            alias=alias,
            canonical_label=canonical,
            reasoning=f"Words labelled {alias} are the same that others label {canonical}.",
            gpt_agreed=alias != "STORE",
            source_batch_id=sample_id("batch", "hygiene"),
            timestamp=now,
        )


def _validation(scene: Scene, paper: PaperOnPicture) -> Iterator[Item]:
    """Totals are checked by sums; where a tip was added by hand, a person should look."""
    doubts = int(paper.sale.tip is not None)
    status = "needs_review" if doubts else "valid"
    of_receipt: dict[str, Any] = {**_ids(scene, paper), "validation_timestamp": _after(scene, 12)}
    yield ReceiptValidationSummary(
        **of_receipt,
        overall_status=status,
        overall_reasoning="The tip cannot be checked." if doubts else "Everything adds up.",
        version="1.0.0",
        field_summary={"total": {"status": status}, "date": {"status": "valid"}},
        timestamp_added=_after(scene, 12),
    )
    counts = ResultSummary(error_count=0, warning_count=doubts, info_count=0, success_count=2 - doubts)
    yield ReceiptValidationCategory(
        **of_receipt, field_name="total", field_category="Totals", status=status, result_summary=counts
    )
    yield ReceiptValidationCategory(
        **of_receipt, field_name="date", field_category="Time", status="valid", reasoning="A day before the upload."
    )
    for index, (kind, message, expected, actual) in enumerate(_findings(paper.sale)):
        found: dict[str, Any] = {"type": kind, "message": message, "expected_value": expected, "actual_value": actual}
        yield ReceiptValidationResult(**of_receipt, field_name="total", result_index=index, field="total", **found)
    if doubts:
        yield _second_opinion(scene, paper)


def _findings(sale: Sale) -> Iterator[tuple[str, str, str, str]]:
    """Kind, message, expected and actual value of each check of the total."""
    subtotal, without_tip = dollars(sale.subtotal), dollars(sale.subtotal + sale.tax)
    yield "success", "The products add up to the subtotal.", subtotal, subtotal
    if sale.tip is None:
        yield "success", "Subtotal and tax add up to the total.", without_tip, dollars(sale.total)
    else:
        yield "warning", "More than subtotal and tax.", without_tip, dollars(sale.total)


def _second_opinion(scene: Scene, paper: PaperOnPicture) -> Item:
    sale = paper.sale
    fix = Correction(
        field_name="tip",
        corrected_value=dollars(sale.tip or 0),
        explanation="The line TIP explains the difference between the total and the sum of subtotal and tax.",
    )
    return ReceiptChatGPTValidation(
        **_ids(scene, paper),
        timestamp=_after(scene, 20),
        original_status="needs_review",
        revised_status="valid",
        reasoning="With the tip the amounts add up.",
        corrections=(fix,),
        prompt=f"The total is {dollars(sale.total)}, subtotal and tax make less. Why?",
        response='{"status": "valid", "corrections": [{"field_name": "tip"}]}',
        metadata={"model": "gpt-4o", "tokens": 412},
    )


def _tags(scene: Scene, paper: PaperOnPicture) -> Iterator[Item]:
    """The first generation of labels, as far as a receipt still has them."""
    ids: dict[str, Any] = {**_ids(scene, paper), "timestamp_added": _after(scene, 2)}
    for line_id, line in enumerate(paper.lines, 1):
        for word_id, (piece, _) in enumerate(line.words, 1):
            for tag in tags_of(piece):
                yield from _tag(ids | {"line_id": line_id, "word_id": word_id, "tag": tag}, piece.text)
    text = "\n".join(line.printed.text for line in paper.lines)
    yield GPTInitialTagging(**ids, query=f"Tag the words of this receipt:\n{text}", response='{"tags": []}')
    yield GPTValidation(**ids, query="Are these tags right?", response='{"all_valid": true}')


def _tag(word: dict[str, Any], text: str) -> Iterator[Item]:
    checked = word | {"validated": True, "timestamp_validated": word["timestamp_added"] + timedelta(minutes=1)}
    yield ReceiptWordTag(**checked, gpt_confidence=4.0, human_validated=False)
    if checked.pop("receipt_id") == 1:  # lines of the first receipt are the first lines of its image
        yield WordTag(**checked)
    if word["tag"] == "TOTAL_AMOUNT":
        yield GPTValidation(**word, query=f"Is {text} the total?", response='{"valid": true, "confidence": 4}')
        yield GPTInitialTagging(**word, query=f"What is {text}?", response='["TOTAL_AMOUNT"]')


def _batches(scene: Scene, paper: PaperOnPicture) -> Iterator[Item]:
    """One batch that asks about labels, and one for the vectors of words."""
    found = [each for each in labels(scene, paper) if share_of("batch", each.line_id, each.word_id) < 0.5][:_AT_ONCE]  # noqa: PLR2004
    refs = (ReceiptRef(image_id=scene.image_id, receipt_id=paper.receipt_id),)
    progress = _PROGRESS[int(share_of("progress", *_ids(scene, paper).values()) * len(_PROGRESS))]
    for kind in (BatchType.COMPLETION, BatchType.WORD_EMBEDDING):
        is_done = paper.embedding is EmbeddingStatus.SUCCESS
        batch_id = sample_id("batch", kind, scene.image_id, paper.receipt_id)
        yield BatchSummary(
            batch_id=batch_id,
            batch_type=kind,
            openai_batch_id=f"batch_{batch_id.replace('-', '')}",
            submitted_at=_after(scene, 25),
            status=BatchStatus.COMPLETED if is_done else progress,
            word_count=len(found),
            result_file_id=f"file-{batch_id[:8]}" if is_done else None,
            receipt_refs=refs,
        )
        for label in found if is_done else ():
            yield _completion(batch_id, label) if kind is BatchType.COMPLETION else _embedding(batch_id, label)


_PROGRESS = (BatchStatus.PENDING, BatchStatus.IN_PROGRESS, BatchStatus.FINALIZING, BatchStatus.EXPIRED)


def other_batches(now: datetime) -> Iterator[Item]:
    """Batches in the states that none of the receipts brings along."""
    for number, status in enumerate(BatchStatus):
        yield BatchSummary(
            batch_id=sample_id("batch", "other", status),
            batch_type=tuple(BatchType)[number % len(BatchType)],
            submitted_at=now - timedelta(hours=number),
            status=status,
            word_count=40 + 13 * number,
        )


def _completion(batch_id: str, label: ReceiptWordLabel) -> Item:
    is_right = label.validation_status is not ValidationStatus.INVALID
    return CompletionBatchResult(
        batch_id=batch_id,
        **_word_of(label),
        original_label=label.label,
        gpt_suggested_label=label.label if is_right else "SUBTOTAL",
        label_confidence=0.94 if is_right else 0.71,
        label_changed=not is_right,
        status=BatchStatus.COMPLETED,
        validated_at=label.timestamp_added,
        reasoning=label.reasoning,
        raw_prompt=f"Is this word a {label.label}?",
        raw_response='{"answer": "yes"}' if is_right else '{"answer": "no"}',
        label_target="money" if label.label in _MONEY else "text",
    )


def _embedding(batch_id: str, label: ReceiptWordLabel) -> Item:
    words = _word_of(label)
    pinecone_id = f"IMAGE#{label.image_id}#RECEIPT#{label.receipt_id}#LINE#{label.line_id}#WORD#{label.word_id}"
    is_failed = share_of("vector", *words.values()) > 0.93  # noqa: PLR2004
    return EmbeddingBatchResult(
        batch_id=batch_id,
        **words,
        pinecone_id=pinecone_id,
        label=label.label,
        status=EmbeddingStatus.FAILED if is_failed else EmbeddingStatus.SUCCESS,
        error_message="The vector store was busy." if is_failed else None,
    )


def _word_of(label: ReceiptWordLabel) -> dict[str, Any]:
    return {name: getattr(label, name) for name in ("image_id", "receipt_id", "line_id", "word_id")}


def _ids(scene: Scene, paper: PaperOnPicture) -> dict[str, Any]:
    return {"image_id": scene.image_id, "receipt_id": paper.receipt_id}


def _after(scene: Scene, minutes: int) -> datetime:
    return scene.added_at + timedelta(minutes=minutes)
