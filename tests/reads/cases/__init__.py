"""What is asked, and exactly what is read for it, one list for each subject."""

from tests.reads.cases import cats_and_documents, jobs, novae, receipt_findings, receipt_lists, receipt_trees
from tests.reads.cases.case import Case, count

CASES: list[Case] = [
    *receipt_trees.CASES,
    *receipt_lists.CASES,
    *receipt_findings.CASES,
    *jobs.CASES,
    *novae.CASES,
    *cats_and_documents.CASES,
]

__all__ = ["CASES", "Case", "count"]
