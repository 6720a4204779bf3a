"""Queries on analyses of receipts and on compaction runs: lists sorted by time."""

from loaders import receipts
from resolvers.queries.lists import list_by_time

label_analyses = list_by_time(receipts.LABEL_ANALYSES)
structure_analyses = list_by_time(receipts.STRUCTURE_ANALYSES)
line_item_analyses = list_by_time(receipts.LINE_ITEM_ANALYSES)
compaction_runs = list_by_time(receipts.COMPACTION_RUNS)
