"""Every access pattern: what is read for it, to the letter, on both engines."""

import pytest

from loaders.request import Request
from tests.reads.cases import CASES, Case, count


@pytest.mark.parametrize("case", CASES, ids=[case.question for case in CASES])
def test_a_question_is_answered_with_exactly_these_reads(case: Case, a_request: Request) -> None:
    answer = case.ask(a_request)
    assert count(answer) == case.answers
    assert tuple(_reads(a_request)) == case.reads
    assert a_request.problems == []


def test_the_table_of_reads_covers_the_access_patterns() -> None:
    assert len({case.question for case in CASES}) == len(CASES) >= 30


def _reads(a_request: Request) -> list[str]:
    reads = a_request.session.meter.reads
    return sorted(f"{read.operation} {read.index or 'table'}: {read.range} [{read.items}]" for read in reads)
