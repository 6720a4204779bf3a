"""Images, receipts, lines, words, letters and labels of the sample."""

from collections.abc import Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Any

from entities.item import Item
from entities.receipts.images import Image, Letter, Line, Word
from entities.receipts.labels import ReceiptWordLabel
from entities.receipts.receipt import EmbeddingStatus, Receipt, ReceiptLetter, ReceiptLine, ReceiptWord
from local.data.sample.layout import Box, Frame, LaidLine, letters_of
from local.data.sample.meanings import label_of, mistaken_label, tags_of
from local.data.sample.names import sample_id
from local.data.sample.scenes import PaperOnPicture, Scene
from local.data.sample.till import Piece

_SHARES = 10_000


def pictures(scene: Scene) -> Iterator[Item]:
    """A picture with everything that OCR and labelling made of it."""
    yield Image(
        image_id=scene.image_id,
        width=scene.width,
        height=scene.height,
        image_type=scene.image_type,
        receipt_count=len(scene.papers),
        **_stored(scene, scene.image_id),
    )
    yield from _text_of_image(scene)
    for paper in scene.papers:
        yield from _receipt(scene, paper)


def labels(scene: Scene, paper: PaperOnPicture) -> Iterator[ReceiptWordLabel]:
    """What the words of a receipt were taken for."""
    for line_id, line in enumerate(paper.lines, 1):
        for word_id, (piece, _) in enumerate(line.words, 1):
            ids = _ids(scene, paper) | {"line_id": line_id, "word_id": word_id}
            yield from _labels_of(piece, ids, scene)


def share_of(*parts: object) -> float:
    """A number from 0 to 1 that looks like chance and is always the same."""
    return int(sample_id(*parts)[:8], 16) % _SHARES / _SHARES


def _receipt(scene: Scene, paper: PaperOnPicture) -> Iterator[Item]:
    ids = _ids(scene, paper)
    yield Receipt(
        **ids,
        width=paper.cut_out.width,
        height=paper.cut_out.height,
        **_stored(scene, f"{scene.image_id}_RECEIPT_{paper.receipt_id:05d}"),
        **paper.on_image.corners(paper.box),
    )
    for line_id, line in enumerate(paper.lines, 1):
        yield from _receipt_line(paper, line, ids | {"line_id": line_id})
    yield from labels(scene, paper)


def _receipt_line(paper: PaperOnPicture, line: LaidLine, ids: dict[str, Any]) -> Iterator[Item]:
    frame, is_noise = paper.cut_out, _is_noise(line.printed.text)
    seen = _seen(frame, line.box, line.printed.text, ids)
    yield ReceiptLine(**ids, **seen, embedding_status=_embedding(paper, is_noise, ids), is_noise=is_noise)
    for word_id, (piece, box) in enumerate(line.words, 1):
        word = ids | {"word_id": word_id}
        is_noise = _is_noise(piece.text)
        yield ReceiptWord(
            **word,
            **_seen(frame, box, piece.text, word),
            embedding_status=_embedding(paper, is_noise, word),
            is_noise=is_noise,
            tags=tags_of(piece),
            extracted_data=_extracted(piece),
        )
        if paper.has_letters and not is_noise:
            for letter_id, (letter, place) in enumerate(letters_of(piece, box), 1):
                yield ReceiptLetter(**word, letter_id=letter_id, **_seen(frame, place, letter, word))


def _text_of_image(scene: Scene) -> Iterator[Item]:
    """Lines are counted through the whole image, one paper after the other."""
    papers = [(paper.on_image, line) for paper in scene.papers for line in paper.lines]
    desk = Frame(scene.width, scene.height, scene.width * 0.1, scene.height * 0.2, 1.7)
    for line_id, (frame, line) in enumerate([*papers, *((desk, line) for line in scene.note)], 1):
        ids: dict[str, Any] = {"image_id": scene.image_id, "line_id": line_id}
        yield Line(**ids, **_seen(frame, line.box, line.printed.text, ids))
        for word_id, (piece, box) in enumerate(line.words, 1):
            word = ids | {"word_id": word_id}
            yield Word(**word, **_seen(frame, box, piece.text, word), tags=tags_of(piece))
            if line.printed.section == "note":
                for letter_id, (letter, place) in enumerate(letters_of(piece, box), 1):
                    yield Letter(**word, letter_id=letter_id, **_seen(frame, place, letter, word))


def _labels_of(piece: Piece, ids: dict[str, Any], scene: Scene) -> Iterator[ReceiptWordLabel]:
    chance = share_of("label", *ids.values())
    for verdict in (label_of(piece, chance), mistaken_label(piece)):
        if verdict is not None:
            yield ReceiptWordLabel(
                **ids,
                label=verdict.label,
                reasoning=verdict.reasoning,
                validation_status=verdict.status,
                label_proposed_by=verdict.proposed_by,
                label_consolidated_from=verdict.consolidated_from,
                timestamp_added=scene.added_at + timedelta(minutes=4, seconds=ids["line_id"]),
            )


def _seen(frame: Frame, box: Box, text: str, ids: dict[str, Any]) -> dict[str, Any]:
    chance = share_of("confidence", text, *ids.values())
    confidence = 0.3 if _is_noise(text) else round(1 - 0.3 * chance**4, 2)
    return {"text": text, "confidence": confidence, **frame.place(box)}


def _embedding(paper: PaperOnPicture, is_noise: bool, ids: dict[str, Any]) -> EmbeddingStatus:
    if is_noise:
        return EmbeddingStatus.NOISE
    failed = paper.embedding is EmbeddingStatus.SUCCESS and share_of("embedding", *ids.values()) > 0.98  # noqa: PLR2004
    return EmbeddingStatus.FAILED if failed else paper.embedding


def _extracted(piece: Piece) -> dict[str, str | None] | None:
    """What a word says beside its letters: amounts and dates."""
    if piece.label in {"DATE", "TIME"}:
        return {"type": piece.label.lower(), "value": piece.text}
    amount = piece.text.lstrip("$-")
    if amount.replace(".", "").isdigit() and "." in amount:
        return {"type": "currency", "value": piece.text.lstrip("$")}
    return None


def _is_noise(text: str) -> bool:
    return not any(character.isalnum() for character in text)


def _ids(scene: Scene, paper: PaperOnPicture) -> dict[str, Any]:
    return {"image_id": scene.image_id, "receipt_id": paper.receipt_id}


def _stored(scene: Scene, name: str) -> dict[str, Any]:
    """Where a picture would lie in S3, by the names that writers use; the local server draws it under these keys."""
    return {
        "timestamp_added": scene.added_at,
        "s3_bucket": "sample-raw-images",
        "s3_key": f"raw/{name}.png",
        "sha256": sha256(name.encode()).hexdigest(),
        "cdn_s3_bucket": "sample-pictures",
        "cdn_s3_key": f"assets/{name}.jpg",
        "cdn_thumbnail_s3_key": f"assets/{name}_thumbnail.jpg",
        "cdn_small_s3_key": f"assets/{name}_small.jpg",
        "cdn_medium_s3_key": f"assets/{name}_medium.jpg",
    }
