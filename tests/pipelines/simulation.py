"""Workers, queues and the clock in one process: messages are delivered at random until nothing is left to do."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from loaders.caller import RequestCaller
from loaders.request import Request
from services.clients import Services, use_services
from tests.pipelines.chaos import Chaos, WorkerKilled
from tests.pipelines.faulty_store import FaultyClient, faulty_store
from tests.pipelines.stand_ins import MemoryQueue, MemorySqs
from workers import queue_events

QUIET_ROUNDS = 2

Handler = Callable[[Mapping[str, Any], Any], dict[str, Any]]


@dataclass
class Woken:
    """What wakes a worker: a queue, and how many messages at once."""

    queue: str
    handler: Handler
    batch: int = 1


class Simulation:
    """One schedule: whatever happens follows from its seed."""

    def __init__(self, chaos: Chaos, sqs: MemorySqs, woken: list[Woken], clock: Handler, database: "Database") -> None:
        self.chaos, self.sqs, self.woken, self.clock, self.database = chaos, sqs, woken, clock, database
        self.killed = 0

    def deliver_one(self) -> bool:
        """Give some worker its next messages; returns whether there were any."""
        waiting = [each for each in self.woken if self._is_waiting(self.sqs.queues[each.queue])]
        if not waiting:
            return False
        self._wake(self.chaos.random.choice(waiting))
        return True

    def sweep(self) -> bool:
        """Let the clock strike; returns whether there was something to do."""
        answer = self._run(lambda: self.clock({}, None))
        return answer is None or any(answer["swept"].values())

    def drain(self, also: Callable[[], None], rounds: int = 60) -> None:
        """Nothing goes wrong any more: deliver, wait and sweep until all has been quiet for two hours."""
        self.chaos.rates = {}
        quiet = 0
        for _ in range(rounds):
            also()
            while self.deliver_one():
                also()
            self.chaos.pass_time(minutes=60)
            quiet = 0 if self.sweep() or any(each.messages for each in self.sqs.queues.values()) else quiet + 1
            if quiet == QUIET_ROUNDS:
                return
        raise AssertionError("it does not end")

    def _is_waiting(self, queue: MemoryQueue) -> bool:
        return any(each.visible_at <= self.chaos.now for each in queue.messages)

    def _wake(self, woken: Woken) -> None:
        queue = self.sqs.queues[woken.queue]
        messages = queue.receive(self.chaos, woken.batch)
        if not messages:
            return
        answer = self._run(lambda: woken.handler(queue.event(messages), None))
        if answer is None:
            return
        failed = {each["itemIdentifier"] for each in answer["batchItemFailures"]}
        for message in messages:
            is_done = message.message_id not in failed and not self.chaos.happens("delivered again")
            if is_done and message in queue.messages:
                queue.messages.remove(message)

    def _run(self, work: Callable[[], Any]) -> Any:
        """Let a worker work, in a process of its own; None if it was killed."""
        with self.database.fresh_store():
            try:
                return work()
            except WorkerKilled:
                self.killed += 1
                return None


class Database:
    """The real engine, with a store for each worker."""

    def __init__(self, client: Any, names: dict[str, str]) -> None:
        self.client, self.names = client, names
        self.chaos: Chaos | None = None

    @contextmanager
    def fresh_store(self) -> Iterator[FaultyClient]:
        before = queue_events.parts.store
        store, faulty = faulty_store(self.client, self.names)
        faulty.chaos = self.chaos
        queue_events.parts.store = store
        try:
            yield faulty
        finally:
            queue_events.parts.store = before
            store._pool.close()

    @contextmanager
    def request(self, caller: RequestCaller) -> Iterator[Request]:
        """A request of a client, to which nothing happens."""
        assert self.chaos
        store, _ = faulty_store(self.client, self.names)
        chaos = self.chaos
        try:
            yield Request(store.session(), now=lambda: chaos.now, caller=caller)
        finally:
            store._pool.close()


@contextmanager
def simulated(services: Services, chaos: Chaos, database: Database) -> Iterator[None]:
    """Workers use these services and this clock."""
    before, parts = use_services(services), queue_events.parts
    was = parts.now, parts.jitter
    parts.now, parts.jitter = (lambda: chaos.now), chaos.random.uniform
    database.chaos = chaos
    try:
        yield
    finally:
        parts.now, parts.jitter = was
        use_services(before)
