"""Events reach the function as in AWS, whatever a client put into JSON: it is the function that refuses."""

import pytest

from local.event_json import read_event, write_event


@pytest.mark.parametrize("value", [{"a": "\ud800"}, {"\udc00": 1}, 2**80, "😀", ["\ud83d", "\ude00"]])
def test_an_event_is_read_as_it_was_sent(value: object) -> None:
    event = {"arguments": {"input": {"hints": value}}}
    assert read_event(write_event(event)) == event
