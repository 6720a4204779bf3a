"""Uses what docs/clients.md shows for Python; it lies beside the file of that page."""

import asyncio
import json
import sys
from typing import Any

from gql import GraphQLRequest  # type: ignore[import-not-found]
from gql.transport.exceptions import TransportQueryError  # type: ignore[import-not-found]
from tessera_client import asking, is_conflict, listening  # type: ignore[import-not-found]

JOB = "query ($jobId: ID!) { job(jobId: $jobId) { id jobId name createdBy } }"
TELL = "mutation ($input: RecordJobStatusInput!) { recordJobStatus(input: $input) { jobId message } }"
WATCH = "subscription ($jobId: ID!) { onJobStatus(jobId: $jobId) { jobId status message } }"
MESSAGES = 3
PAUSE = 0.12


async def main(settings: dict[str, Any]) -> dict[str, Any]:
    """What is asked, heard and refused."""
    url, token, job_id = settings["url"], settings["token"], settings["jobIds"][0]
    async with asking(url, token) as session:
        answer = await session.execute(GraphQLRequest(JOB, variable_values={"jobId": job_id}))
        heard = await _heard(listening(url, token), session, job_id)
        refused = [await _refusal(session, job_id), await _refusal(session, "00000000-0000-4000-8000-000000000000")]
    return {"job": answer["job"], "heard": heard, "answers": refused}


async def _heard(client: Any, session: Any, job_id: str) -> list[Any]:
    heard: list[Any] = []
    telling = asyncio.create_task(_tell(session, job_id))
    try:
        async with client as listener:
            async for message in listener.subscribe(GraphQLRequest(WATCH, variable_values={"jobId": job_id})):
                heard.append(message["onJobStatus"])
                if len(heard) == MESSAGES:
                    return heard
    finally:
        telling.cancel()
    return heard


async def _tell(session: Any, job_id: str) -> None:
    for number in range(1_000):
        input_ = {"jobId": job_id, "status": "RUNNING", "message": str(number)}
        await session.execute(GraphQLRequest(TELL, variable_values={"input": input_}))
        await asyncio.sleep(PAUSE)


async def _refusal(session: Any, job_id: str) -> bool:
    input_ = {"jobId": job_id, "status": "RUNNING", "expectedStatus": "FAILED"}
    try:
        await session.execute(GraphQLRequest(TELL, variable_values={"input": input_}))
    except TransportQueryError as error:
        return bool(is_conflict(error))
    raise AssertionError("it went well")


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(main(json.load(sys.stdin)))))
