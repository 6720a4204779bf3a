"""Every number of images or documents that a caller can ask for, and what it should be."""

from collections.abc import Sequence
from typing import Any

from tests.contract.callers import Person, ask
from tests.contract.marked import BATCH, OWNERS
from tests.contract.roads import Road

OF_OWNERS = [each for each in OWNERS if each != "nobody"]
Counts = dict[str, Any]


def counts_for(caller: Person) -> Counts:
    """What the caller is told."""
    images = [f'{each}: images(clientId: "{each}") {{ totalCount }}' for each in OF_OWNERS]
    numbers = [f'd_{each}: documentCounts(clientId: "{each}") {{ total }}' for each in OF_OWNERS]
    lists = [f'l_{each}: documents(clientId: "{each}") {{ totalCount }}' for each in OF_OWNERS]
    text = f"""{{
        catBatch(batchId: "{BATCH}") {{
            summary {{ total pending cats }} all: images {{ totalCount }} {" ".join(images)}
        }}
        {" ".join(numbers)} {" ".join(lists)}
        mine: documentCounts(mine: true) {{ total }}
    }}"""
    answer = ask(caller, Road("catBatch", text))
    assert "errors" not in answer or all("CatImage" in each["message"] for each in answer["errors"]), answer
    data: Counts = answer["data"]
    return data


def expected_counts(owners: Sequence[str]) -> Counts:
    """What belongs to these owners: of each three images in the batch, one of which waits, and two documents.

    Operators and programs own nothing."""
    batch: Counts = {"summary": {"total": 3 * len(owners), "pending": 2 * len(owners), "cats": len(owners)}}
    batch |= {"all": {"totalCount": 3 * len(owners)}}
    batch |= {each: {"totalCount": 3 * (each in owners)} for each in OF_OWNERS}
    found: Counts = {"catBatch": batch, "mine": {"total": 0 if len(owners) == len(OWNERS) else 2}}
    found |= {f"d_{each}": {"total": 2 * (each in owners)} for each in OF_OWNERS}
    return found | {f"l_{each}": {"totalCount": 2 * (each in owners)} for each in OF_OWNERS}
