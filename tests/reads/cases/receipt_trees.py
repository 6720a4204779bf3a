"""Images and receipts with what lies below them."""

from tests.reads.cases.case import Case, image, receipt

CASES = [
    Case(
        "image { width }",
        image(),
        1,
        ("get_item table: PK=IMAGE#img, SK=IMAGE [1]",),
    ),
    Case(
        "image { receipts }",
        image(receipts={}),
        2,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "query GSI1: GSI1PK=IMAGE#img, GSI1SK begins RECEIPT# [1]",
            "query GSI1: GSI1PK=IMAGE, GSI1SK begins IMAGE#img#RECEIPT# [0]",
        ),
    ),
    Case(
        "image { receipts { lines } }",
        image(receipts={"lines": {}}),
        4,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "query GSI1: GSI1PK=IMAGE#img, GSI1SK begins RECEIPT# [1]",
            "query GSI1: GSI1PK=IMAGE, GSI1SK begins IMAGE#img#RECEIPT# [0]",
            "query GSI3: GSI3PK=IMAGE#img#RECEIPT#00001, GSI3SK=LINE [2]",
        ),
    ),
    Case(
        "image { receipts { lines { words { labels } } } }",
        image(receipts={"lines": {"words": {"labels": {}}}}),
        9,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "query GSI2: GSI2PK=RECEIPT, GSI2SK begins IMAGE#img#RECEIPT# [6]",
            "query GSI3: GSI3PK=IMAGE#img#RECEIPT#00001, GSI3SK=LINE [2]",
        ),
    ),
    Case(
        "image { receipts { words { letters } } }",
        image(receipts={"words": {"letters": {}}}),
        10,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "query GSI1: GSI1PK=IMAGE#img, GSI1SK begins RECEIPT# [1]",
            "query GSI1: GSI1PK=IMAGE, GSI1SK begins IMAGE#img#RECEIPT# [0]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#00001#LINE# [8]",
        ),
    ),
    Case(
        "image { receipts { metadata } }",
        image(receipts={"metadata": {}}),
        3,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "get_item table: PK=IMAGE#img, SK=RECEIPT#00001#METADATA [1]",
            "query GSI1: GSI1PK=IMAGE#img, GSI1SK begins RECEIPT# [1]",
            "query GSI1: GSI1PK=IMAGE, GSI1SK begins IMAGE#img#RECEIPT# [0]",
        ),
    ),
    Case(
        "image { lines { words } }",
        image(lines={"words": {}}),
        4,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "query GSI1: GSI1PK=IMAGE#img, GSI1SK begins LINE# [1]",
            "query GSI1: GSI1PK=IMAGE, GSI1SK begins IMAGE#img#LINE# [0]",
            "query GSI2: GSI2PK=IMAGE#img, GSI2SK begins LINE# [2]",
        ),
    ),
    Case(
        "image { words { letters tagItems } }",
        image(words={"letters": {}, "tag_items": {}}),
        5,
        (
            "get_item table: PK=IMAGE#img, SK=IMAGE [1]",
            "query table: PK=IMAGE#img, SK begins LINE# [4]",
        ),
    ),
    Case(
        "receipt { width }",
        receipt(),
        1,
        ("get_item table: PK=IMAGE#img, SK=RECEIPT#00001 [1]",),
    ),
    Case(
        "receipt { lines { words { labels } } }",
        receipt(lines={"words": {"labels": {}}}),
        8,
        (
            "query GSI2: GSI2PK=RECEIPT, GSI2SK begins IMAGE#img#RECEIPT#00001 [6]",
            "query GSI3: GSI3PK=IMAGE#img#RECEIPT#00001, GSI3SK=LINE [2]",
        ),
    ),
    Case(
        "receipt { words { letters } metadata }",
        receipt(words={"letters": {}}, metadata={}),
        10,
        (
            "batch_get_item table: 2 keys [2]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#00001#LINE# [8]",
        ),
    ),
    Case(
        "receipt { labels }",
        receipt(labels={}),
        2,
        ("query GSI2: GSI2PK=RECEIPT, GSI2SK begins IMAGE#img#RECEIPT#00001 [2]",),
    ),
    Case(
        "receipt { fields }",
        receipt(fields={}),
        2,
        (
            "get_item table: PK=IMAGE#img, SK=RECEIPT#00001 [1]",
            "query GSI1: GSI1PK=IMAGE#img, GSI1SK begins RECEIPT#00001#FIELD# [1]",
        ),
    ),
    Case(
        "receipt { validation { categories { results } } }",
        receipt(validation={"categories": {"results": {}}}),
        5,
        (
            "get_item table: PK=IMAGE#img, SK=RECEIPT#00001 [1]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#00001#ANALYSIS#VALIDATION [4]",
        ),
    ),
    Case(
        "receipt { labelAnalysis structureAnalyses lineItemAnalysis }",
        receipt(label_analysis={}, structure_analyses={}, line_item_analysis={}),
        4,
        (
            "batch_get_item table: 3 keys [3]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#00001#ANALYSIS#STRUCTURE [1]",
        ),
    ),
    Case(
        "receipt { chatGptValidations }",
        receipt(chat_gpt_validations={}),
        2,
        (
            "get_item table: PK=IMAGE#img, SK=RECEIPT#00001 [1]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#00001#ANALYSIS#VALIDATION#CHATGPT# [1]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#1#ANALYSIS#VALIDATION#CHATGPT# [0]",
        ),
    ),
    Case(
        "receipt { compactionRuns }",
        receipt(compaction_runs={}),
        2,
        (
            "get_item table: PK=IMAGE#img, SK=RECEIPT#00001 [1]",
            "query table: PK=IMAGE#img, SK begins RECEIPT#00001#COMPACTION_RUN# [1]",
        ),
    ),
    Case(
        "receipt { gptValidation gptInitialTagging }",
        receipt(gpt_validation={}, gpt_initial_tagging={}),
        3,
        ("batch_get_item table: 3 keys [3]",),
    ),
    Case(
        "receipt { words { tagItems { gptValidation } } }",
        receipt(words={"tag_items": {"gpt_validation": {}}}),
        7,
        (
            "get_item table: PK=IMAGE#img, SK=RECEIPT#00001#LINE#00002#WORD#00002#TAG#FOOD#QUERY#VALIDATION [1]",
            "query GSI2: GSI2PK=RECEIPT, GSI2SK begins IMAGE#img#RECEIPT#00001 [6]",
        ),
    ),
]
