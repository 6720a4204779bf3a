"""What is asked, and exactly what is read for it, one list for each subject."""

from tests.reads.cases import (
    cats_and_documents,
    counts,
    job_lists,
    jobs,
    novae,
    receipt_findings,
    receipt_lists,
    receipt_pages,
    receipt_trees,
)
from tests.reads.cases.case import Case, count

CASES: list[Case] = [
    *receipt_trees.CASES,
    *receipt_lists.CASES,
    *receipt_findings.CASES,
    *receipt_pages.CASES,
    *jobs.CASES,
    *job_lists.CASES,
    *novae.CASES,
    *cats_and_documents.CASES,
    *counts.CASES,
]

__all__ = ["CASES", "Case", "count"]
