"""Fields of forms: a name, a colon and a value, in one line or beside each other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from local.services.textract.lines import PdfLine, PdfRow, PdfWord

_MAX_NAME = 6
"""Words; more are a sentence."""
_MAX_LETTERS = 60


@dataclass(frozen=True)
class FormPair:
    """A name and a value."""

    key: tuple[PdfWord, ...]
    value: tuple[PdfWord, ...]


def pairs(rows: Sequence[PdfRow]) -> list[FormPair]:
    """The pairs of a page, in reading order."""
    return [pair for row in rows for pair in _pairs(row)]


def _pairs(row: PdfRow) -> Iterator[FormPair]:
    for place, line in enumerate(row):
        named = _name(line)
        if not named:
            continue
        after = line.words[named:]
        if not after and place + 1 < len(row) and not _name(row[place + 1]):
            after = row[place + 1].words
        yield FormPair(line.words[:named], after)


def _name(line: PdfLine) -> int:
    """How many words of a line are the name of a field; 0 if it has none."""
    for number, word in enumerate(line.words[:_MAX_NAME], 1):
        if word.text.endswith(":"):
            text = " ".join(each.text for each in line.words[:number])
            is_name = line.words[0].text[0].isalpha() and 1 < len(text) <= _MAX_LETTERS
            return number if is_name else 0
    return 0
