"""What the costs are calculated from: counts that tests measure again, and a few assumptions that are called so.

tests/infra/test_costs.py keeps the counts true.
"""

TREE_ITEMS, TREE_UNITS = 2_797, 52.0
"""An image with 3 receipts, 60 lines, 420 words, 210 labels and 2,100 letters; and what reading its five levels takes,
without letters.
"""
TREE_WRITE_UNITS = 7_832
"""What writing all of it takes, with its rows in indexes."""
ALARMS, METRICS = 51, 20
"""Of one stage: alarms, and custom metrics that alarms follow."""
SNAPSTART_FUNCTIONS = 2

ASSUMED_SECONDS = 0.15
"""How long a Lambda with 1 GB takes for the five levels."""
ASSUMED_RESTORES = 0.001
"""How many of the calls start an environment."""
ASSUMED_LOG_KB = 1.0
"""What a call leaves in the log."""
ASSUMED_TRACED = 0.05
ASSUMED_ANSWER_KB = 105
