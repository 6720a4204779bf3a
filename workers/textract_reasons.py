"""Why Textract could not read a document, in words for the person who uploaded it."""

from entities.documents import TextractJob
from services.clients import services
from services.errors import ServiceError, Slowed
from workers.document_processor import features_of

UNTOLD = "Textract could not read the document, and did not say why."
_WORDS = {
    "INVALID_DOCUMENT": "The file is damaged, or it is of another kind than was announced.",
    "PASSWORD_PROTECTED_DOCUMENT": "The file is protected by a password.",
    "DOCUMENT_HAS_TOO_MANY_PAGES": "The file has too many pages.",
    "INVALID_IMAGE": "The picture is damaged, or it is of another kind than was announced.",
    "INVALID_IMAGE_SIZE": "The picture is too large or too small.",
}


def in_words(message: str | None) -> str:
    """What Textract said, with its own word behind ours so that both can be searched for."""
    if not message:
        return UNTOLD
    known = _WORDS.get(message)
    return f"{known} (Textract: {message})" if known else message


def asked_reason(job: TextractJob | None, textract_id: str) -> str:
    """What Textract says if it is asked: its announcement of a failure has no reason. Raises `Slowed` if it is busy."""
    try:
        result = services().textract.result(textract_id, is_analysis=not job or bool(features_of(job)))
    except Slowed:
        raise  # it says so a little later
    except ServiceError:
        return UNTOLD  # that it failed is known, and must not wait for the reason
    return in_words(result.message)
