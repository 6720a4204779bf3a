"""Python's gql: it runs in an environment of its own, and reports how it fared with each way of proving who one is."""

import asyncio
import json
import sys
from typing import Any
from urllib.parse import urlsplit

from botocore.credentials import Credentials
from gql import Client, GraphQLRequest  # type: ignore[import-not-found]
from gql.transport.aiohttp import AIOHTTPTransport  # type: ignore[import-not-found]
from gql.transport.appsync_auth import (  # type: ignore[import-not-found]
    AppSyncApiKeyAuthentication,
    AppSyncIAMAuthentication,
    AppSyncJWTAuthentication,
)
from gql.transport.appsync_websockets import AppSyncWebsocketsTransport  # type: ignore[import-not-found]
from gql.transport.exceptions import TransportError  # type: ignore[import-not-found]

JOB = "query ($jobId: ID!) { job(jobId: $jobId) { jobId name createdBy } }"
JOBS = """query ($createdBy: String!, $after: String) {
  jobs(createdBy: $createdBy, first: 5, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
}"""
TELL = "mutation ($input: RecordJobStatusInput!) { recordJobStatus(input: $input) { jobId message } }"
WATCH = "subscription ($jobId: ID!) { onJobStatus(jobId: $jobId) { jobId status message } }"
MESSAGES = 3
PAUSE = 0.12
SECONDS = 60


async def main(settings: dict[str, Any]) -> dict[str, Any]:
    """What is found as everybody."""
    host = urlsplit(settings["url"]).netloc
    credentials = Credentials("local", "local")
    ways = {
        "key": AppSyncApiKeyAuthentication(host, settings["apiKey"]),
        "token": AppSyncJWTAuthentication(host, settings["token"]),
        "signature": AppSyncIAMAuthentication(host, region_name="us-east-1", credentials=credentials),
    }
    program = Program(settings, ways["token"])
    stranger = AppSyncApiKeyAuthentication(host, "da2-wrong")
    return {
        "answers": {name: await program.answer(way) for name, way in ways.items()},
        "pages": await program.pages(ways["key"]),
        "heard": {name: await asyncio.wait_for(program.heard(way), SECONDS) for name, way in ways.items()},
        "stranger": await refusal(program.answer(stranger)),
        "unheard": await refusal(program.heard(stranger)),
        "wrong": await refusal(program.heard(ways["key"], "subscription { onWhiskers { id } }")),
    }


class Program:
    """Somebody who asks about jobs and hears of them."""

    def __init__(self, settings: dict[str, Any], editor: Any) -> None:
        self._url, self._realtime_url = settings["url"], settings["realtimeUrl"]
        self._created_by = settings["createdBy"]
        self._job, self._other_job = settings["jobIds"][:2]
        self._editor = editor
        self._told = 0

    def _client(self, auth: Any) -> Client:
        return Client(transport=AIOHTTPTransport(self._url, auth=auth))

    async def answer(self, auth: Any) -> Any:
        async with self._client(auth) as session:
            answer = await session.execute(GraphQLRequest(JOB, variable_values={"jobId": self._job}))
            return answer["job"]

    async def pages(self, auth: Any) -> list[list[str]]:
        pages: list[list[str]] = []
        after, has_more = None, True
        async with self._client(auth) as session:
            while has_more:
                variables = {"createdBy": self._created_by, "after": after}
                jobs = (await session.execute(GraphQLRequest(JOBS, variable_values=variables)))["jobs"]
                pages.append([node["id"] for node in jobs["nodes"]])
                after, has_more = jobs["pageInfo"]["endCursor"], jobs["pageInfo"]["hasNextPage"]
        return pages

    async def heard(self, auth: Any, subscription: str = WATCH) -> list[Any]:
        """The first messages of a job that goes on until enough was heard."""
        transport = AppSyncWebsocketsTransport(self._realtime_url, auth=auth)
        watched = GraphQLRequest(subscription, variable_values={"jobId": self._job})
        heard: list[Any] = []
        enough = asyncio.Event()
        telling = asyncio.create_task(self._tell(enough))
        try:
            async with Client(transport=transport) as session:
                async for message in session.subscribe(watched):
                    heard.append(message["onJobStatus"])
                    if len(heard) == MESSAGES:
                        break
        finally:
            enough.set()
            await telling
        return heard

    async def _tell(self, enough: asyncio.Event) -> None:
        """Entries are numbered, so that one that is missing is missed."""
        async with self._client(self._editor) as session:
            while not enough.is_set():
                self._told += 1
                for job in (self._other_job, self._job):
                    input_ = {"jobId": job, "status": "RUNNING", "message": str(self._told)}
                    await session.execute(GraphQLRequest(TELL, variable_values={"input": input_}))
                await asyncio.sleep(PAUSE)


async def refusal(asked: Any) -> str:
    try:
        await asyncio.wait_for(asked, SECONDS)
    except TransportError as error:
        return f"{type(error).__name__}: {error}"
    return "none"


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(main(json.load(sys.stdin)))))
