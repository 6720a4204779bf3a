"""Announcements that were parked or skipped are sent again by one command; nothing is deleted before it was sent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from services.replaying import ParkedLetter
from workers import replay as command
from workers.replay import PARKED, SKIPPED, replay

BATCH = {"streamArn": "arn", "shardId": "s", "startSequenceNumber": "1", "endSequenceNumber": "250"}


@dataclass
class FakeSources:
    """Queues and a stream in memory; `broken` is what the publisher refuses."""

    queues: dict[str, list[ParkedLetter]]
    stream: list[dict[str, Any]] = field(default_factory=list)
    broken: bool = False
    published: list[int] = field(default_factory=list)

    def letters(self, queue: str) -> Iterator[ParkedLetter]:
        yield from list(self.queues[queue])

    def delete(self, queue: str, letter: ParkedLetter) -> None:
        self.queues[queue].remove(letter)

    def publish(self, records: Sequence[Mapping[str, Any]]) -> bool:
        self.published.append(len(records))
        return not self.broken

    def records(self, batch: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        assert batch == BATCH
        yield from self.stream


def _sources(**more: Any) -> FakeSources:
    parked = [
        ParkedLetter({"reason": "Refused", "record": {"eventID": "1"}}, "a"),
        ParkedLetter({"reason": "TooLarge"}, "b"),
    ]
    return FakeSources({PARKED: parked, SKIPPED: [ParkedLetter({"DDBStreamBatchInfo": BATCH}, "c")]}, **more)


def test_what_was_sent_leaves_the_queue_and_what_is_lost_stays() -> None:
    sources = _sources()
    assert replay(sources, PARKED) == {"sent": 1, "lost": 1}
    assert [each.handle for each in sources.queues[PARKED]] == ["b"]


def test_what_is_lost_goes_if_that_is_wanted() -> None:
    sources = _sources()
    replay(sources, PARKED, drop_lost=True)
    assert sources.queues[PARKED] == []


def test_what_fails_again_stays() -> None:
    sources = _sources(broken=True)
    assert replay(sources, PARKED, drop_lost=True) == {"failed again": 1, "lost": 1}
    assert [each.handle for each in sources.queues[PARKED]] == ["a"]


def test_a_batch_that_lambda_gave_up_on_is_read_from_its_stream_in_parts() -> None:
    sources = _sources(stream=[{"eventID": str(place)} for place in range(250)])
    assert replay(sources, SKIPPED) == {"sent": 1}
    assert sources.published == [100, 100, 50]
    assert sources.queues[SKIPPED] == []


def test_a_batch_that_its_stream_no_longer_has_is_lost() -> None:
    sources = _sources()
    assert replay(sources, SKIPPED) == {"lost": 1}
    assert sources.published == []


def test_a_dry_run_sends_and_deletes_nothing() -> None:
    sources = _sources()
    assert replay(sources, PARKED, dry_run=True) == {"would be sent": 1, "lost": 1}
    assert sources.published == []
    assert len(sources.queues[PARKED]) == 2


def test_the_command_says_what_happened_and_fails_if_something_is_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = _sources(stream=[{"eventID": "1"}])
    monkeypatch.setattr(command, "ReplaySources", lambda stage: sources if stage == "prod" else None)
    assert command.main(["--stage", "prod"]) == 1
    assert capsys.readouterr().out.splitlines() == ["parked: 1 lost, 1 sent", "skipped: 1 sent"]
    assert command.main(["--stage", "prod", "--drop-lost"]) == 0
