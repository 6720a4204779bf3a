"""Changes that the server at home tells of: sweeps of other programs, deletions, queues, instances and imports."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from entities.jobs import DependencyType, Instance, Job, JobDependency, JobState, Queue
from entities.receipts.images import Image
from local.data.sample.names import SWEEP_ID
from local.data.sample.runs import RUNS
from tests.commands.receipts import PICTURE, label
from tests.commands.test_import import image
from tests.other_program import START, OtherProgram
from tests.serving import Server
from tests.watching import watching

COUNTS = "total pending running succeeded failed cancelled interrupted done"
PROGRESS = f"{{ sweepId progress {{ {COUNTS} }} job {{ id jobId name status }} }}"
IMPORT = "mutation ($input: ImportImageInput!) { importImage(input: $input) { isComplete } }"
DELETE = "mutation ($input: DeleteImageInput!) { deleteImage(input: $input) { isComplete deleted } }"


@pytest.fixture
def other(server: Server) -> Iterator[OtherProgram]:
    program = OtherProgram(server)
    yield program
    program.close()


def progress(server: Server, sweep_id: str) -> Any:
    """What a query says of a sweep."""
    return server.ask(f'{{ sweep(sweepId: "{sweep_id}") {PROGRESS} }}')["data"]["sweep"]


def test_the_samples_sweep_moves_when_another_program_ends_a_run(server: Server, other: OtherProgram) -> None:
    async def watch() -> Any:
        async with watching(server, f'subscription {{ onSweepProgress(sweepId: "{SWEEP_ID}") {PROGRESS} }}') as watcher:
            run = other.get(Job, job_id=RUNS[6].job_id)
            other.put(run.model_copy(update={"status": JobState.SUCCEEDED}))
            return (await watcher.upto(1))[-1]

    before = progress(server, SWEEP_ID)
    told = asyncio.run(watch())
    assert told == progress(server, SWEEP_ID)
    assert told["progress"]["succeeded"] == before["progress"]["succeeded"] + 1
    assert told["job"]["jobId"] == SWEEP_ID


def test_a_sweep_that_only_other_programs_know_is_followed_to_its_end(server: Server, other: OtherProgram) -> None:
    def job(**values: Any) -> Job:
        return Job.model_validate(
            {"job_id": str(uuid4()), "name": "theirs", "created_at": START, "created_by": "them", **values}
        )

    sweep, runs = job(job_config={"job_type": "sweep"}), [job() for _ in range(4)]

    def write() -> None:
        other.put(sweep)
        for run in runs:
            other.put(run)
            other.put(
                JobDependency(
                    dependent_job_id=run.job_id,
                    dependency_job_id=sweep.job_id,
                    type=DependencyType.PARENT_SWEEP,
                    created_at=START,
                )
            )
        for status in (JobState.RUNNING, JobState.SUCCEEDED):
            for run in runs:
                other.put(run.model_copy(update={"status": status}))

    async def watch() -> list[Any]:
        query = f'subscription {{ onSweepProgress(sweepId: "{sweep.job_id}") {PROGRESS} }}'
        async with watching(server, query) as watcher:
            await asyncio.get_running_loop().run_in_executor(None, write)
            heard = [await watcher.next()]
            while heard[-1]["progress"]["done"] < 1 or heard[-1]["progress"]["total"] < len(runs):
                heard.append(await watcher.next())
            return heard

    heard = asyncio.run(watch())
    assert heard[-1] == progress(server, sweep.job_id)
    assert heard[-1]["progress"]["succeeded"] == len(runs)


def test_a_deleted_image_is_told_of_once_with_who_deleted_it(server: Server, other: OtherProgram) -> None:
    operator = {"authorization": server.token("olga", ["operators"])}
    given = image(count=3, receipts=2)
    image_id = given["imageId"]
    first = label({"imageId": image_id, "receiptId": 1, "lineId": 1, "wordId": 1})

    async def watch() -> tuple[Any, list[Any]]:
        deletions = f'subscription {{ onDeleted(imageId: "{image_id}") {{ id type imageId deletedAt by }} }}'
        imports = "subscription { onImageImported { id imageId width } }"
        async with watching(server, imports) as arriving, watching(server, deletions) as going:
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(None, lambda: server.ask(IMPORT, operator, input=given))
            assert answer["data"]["importImage"]["isComplete"], answer
            arrived = await arriving.next()
            other.put(first)
            await loop.run_in_executor(None, lambda: server.ask(DELETE, operator, input={"imageId": image_id}))
            return arrived, await going.upto(1)

    arrived, (gone,) = asyncio.run(watch())
    assert arrived["imageId"] == image_id
    assert (gone["id"], gone["type"], gone["by"]) == (arrived["id"], "Image", "olga")
    assert gone["deletedAt"]


def test_queues_and_instances_are_told_of_whoever_changes_them(server: Server, other: OtherProgram) -> None:
    name = f"q-{uuid4()}"

    async def watch() -> tuple[Any, Any]:
        queue = f'subscription {{ onQueueChanged(queueName: "{name}") {{ queueName jobCount }} }}'
        instance = f'subscription {{ onInstanceChanged(instanceId: "{name}") {{ instanceId status }} }}'
        async with watching(server, queue) as queues, watching(server, instance) as instances:
            other.put(Queue(queue_name=name, created_at=START, job_count=3))
            other.put(Instance(instance_id=name, instance_type="p3", launched_at=START))
            return await queues.next(), await instances.next()

    assert asyncio.run(watch()) == (
        {"queueName": name, "jobCount": 3},
        {"instanceId": name, "status": "PENDING"},
    )


def test_what_is_not_sent_is_refused_with_what_to_ask_instead(server: Server) -> None:
    async def refused(query: str) -> Any:
        with pytest.raises(AssertionError) as error:
            async with watching(server, query):
                pass
        return str(error.value)

    said = asyncio.run(refused("subscription { onJobStatus { jobId job { jobConfig } } }"))
    assert "onJobStatus does not send job.jobConfig. Read that with the query `job`" in said
    assert "BadInput" in said


def test_counters_follow_what_another_program_writes(server: Server, other: OtherProgram) -> None:
    def count() -> int:
        found: int = server.ask("{ imageCount }")["data"]["imageCount"]
        return found

    before = count()
    for _ in range(3):
        other.put(Image(image_id=str(uuid4()), **PICTURE))
    end = time.monotonic() + 60
    while count() != before + 3 and time.monotonic() < end:
        time.sleep(0.2)
    assert count() == before + 3
