"""A global id leads back to the key that it was made from, whatever is in it."""

import json
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entities.errors import EntityError
from entities.jobs import Job
from resolvers.runtime.ids import global_id, read_global_id
from tests.loaders.sample import NOW


def _job(job_id: str) -> Job:
    return Job(job_id=job_id, name="n", created_by="c", created_at=NOW)


@given(st.text(min_size=1, max_size=300))
def test_whatever_can_be_stored_can_be_asked_for_by_its_id(job_id: str) -> None:
    try:
        item = _job(job_id)
    except (EntityError, ValueError):
        return
    assert read_global_id(global_id(item)) == (Job, item.primary_key())


@pytest.mark.parametrize("job_id", ["\u202egnol", "a\xa0b", "\u200b", "😀"])
def test_letters_that_are_not_seen_are_letters_too(job_id: str) -> None:
    item = _job(job_id)
    assert read_global_id(global_id(item)) == (Job, item.primary_key())


@pytest.mark.parametrize("key", ["", "x" * 3000, "\ud800", 7, None, ["JOB#1"]])
def test_what_no_table_could_hold_is_no_id(key: Any) -> None:
    forged = urlsafe_b64encode(json.dumps(["Job", key, "JOB"]).encode()).decode().rstrip("=")
    assert read_global_id(forged) is None
