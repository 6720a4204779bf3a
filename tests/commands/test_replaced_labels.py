"""What a second changed object is, a relation shows: a label leads to the one that it replaced."""

from tests.commands.conftest import Changing
from tests.commands.receipts import image_with_words, label, put

REPLACED = "{ label replaced { label validationStatus replaced { label } } }"


def test_a_new_label_leads_to_the_one_that_became_invalid(api: Changing) -> None:
    ids = image_with_words(api)
    wrong = label(ids)
    put(api, wrong)
    word = {"imageId": wrong.image_id, "receiptId": wrong.receipt_id, "lineId": wrong.line_id, "wordId": wrong.word_id}
    made = api.do("relabel", REPLACED, **word, label=wrong.label, newLabel="GRAND_TOTAL")
    before = {"label": wrong.label, "validationStatus": "INVALID", "replaced": None}
    assert made == {"label": "GRAND_TOTAL", "replaced": before}
