"""A screen full of objects, what happens to them, and subscriptions to all of it: for tests of normalised caches."""

import json
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from uuid import uuid4

from loaders.caller import DEMO_CLIENT
from resolvers.routing.announcements import ANNOUNCEMENTS
from resolvers.runtime.sent import rule_of
from tests.commands.receipts import label
from tests.commands.test_import import image
from tests.other_program import START, OtherProgram
from tests.serving import Server

SCREEN = """query CachesScreenQuery($jobId: ID!, $queueName: String!, $instanceId: ID!, $imageId: ID!, $sweepId: ID!,
    $novaId: ID!, $correlationId: ID!, $batchId: ID!, $fingerprint: ID!) {
  job(jobId: $jobId) { id jobId name status description createdBy createdAt jobConfig priority
    latestStatus { id status progress message updatedAt updatedBy } }
  queue(queueName: $queueName) { id queueName description priority jobCount maxConcurrentJobs }
  instance(instanceId: $instanceId) { id instanceId instanceType status healthStatus gpuCount }
  receipt(imageId: $imageId, receiptId: 1) { id imageId receiptId width height
    words { id wordId text confidence labels { id label validationStatus reasoning } } }
  sweep(sweepId: $sweepId) { sweepId progress { total pending running succeeded done } job { id name status } }
  nova(novaId: $novaId) { id novaId primaryName status
    products { id novaId ... on SpectraProduct { provider locators { kind value } hints acquisitionStatus } } }
  jobRuns(correlationId: $correlationId) { nodes { id jobRunId workflowName status candidateName extraContext } }
  catImage(batchId: $batchId, fingerprint: $fingerprint) { id batchId fingerprint fileName status isCat
    rekognitionResponse }
  document(jobId: $jobId) { id jobId documentKey submittedAt }
}"""
STATUSES = 5
LAST: dict[str, dict[str, Any]] = {
    "onJobStatus": {"message": "It ends."},
    "onJobMetric": {"metricName": "val_loss"},
    "onJobLog": {"message": "A line."},
    "onQueueChanged": {"jobCount": 1},
    "onInstanceChanged": {"status": "RUNNING"},
    "onLabelChanged": {"validationStatus": "VALID"},
    "onSweepProgress": {},
    "onSpectraChanged": {"attemptCount": 1},
    "onJobRunChanged": {"status": "FAILED"},
    "onImageImported": {},
    "onCatImage": {"status": "SUCCESS"},
    "onDocumentEvent": {"type": "PROCESSING_STARTED"},
    "onDeleted": {"type": "Image"},
}
"""The last message that each subscription waits for."""
ARGUMENTS = {
    "onQueueChanged": ("queueName", "String"),
    "onInstanceChanged": ("instanceId", "ID"),
    "onLabelChanged": ("imageId", "ID"),
    "onSweepProgress": ("sweepId", "ID"),
    "onSpectraChanged": ("novaId", "ID"),
    "onJobRunChanged": ("correlationId", "ID"),
    "onImageImported": None,
    "onCatImage": ("batchId", "ID"),
    "onDeleted": ("imageId", "ID"),
}
"""What each is asked for; the others for a job, whose id a document has too."""
OWNER = DEMO_CLIENT
"""The client whose images and documents the API key may see, with which the caches listen."""


def do(server: Server, mutation: str, selection: str = "{ __typename }", **input_: Any) -> Any:
    """What a mutation answers, which must succeed."""
    editor = {"authorization": server.token("erin", ["editors", "operators"])}
    answer = server.ask(_mutation(mutation, selection), editor, input=input_)
    assert "errors" not in answer, answer
    return answer["data"][mutation]


def _mutation(name: str, selection: str = "{ __typename }") -> str:
    return f"mutation ($input: {name[0].upper()}{name[1:]}Input!) {{ {name}(input: $input) {selection} }}"


class Setting:
    """One of everything that is announced, and what happens to it."""

    def __init__(self, server: Server) -> None:
        name = f"cache-{uuid4()}"
        given, self._other = image(count=1, receipts=1), image(count=1)
        self.ids = dict.fromkeys(("jobId", "queueName", "instanceId", "correlationId", "sweepId"), name)
        self.ids |= {"jobId": f"{name}-job", "imageId": given["imageId"]}
        self._make_jobs(server, name)
        self._make_nova(server, name)
        self._make_uploads(server, name)
        do(server, "importImage", **given)
        self.word = {"imageId": given["imageId"], "receiptId": 1, "lineId": 1, "wordId": 1}
        other = OtherProgram(server)
        other.put(label(self.word, "DATE", reasoning="It looks like one."))
        other.close()

    def _make_jobs(self, server: Server, name: str) -> None:
        config = {"jobConfig": json.dumps({"model": "m"}), "description": "Shown on the screen."}
        do(server, "createJob", jobId=self.ids["jobId"], name="a job", createdBy="erin", **config)
        do(server, "recordJobStatus", jobId=self.ids["jobId"], status="RUNNING", progress=1, message="It begins.")
        do(server, "createQueue", queueName=name, description="Shown too.", maxConcurrentJobs=2)
        do(server, "registerInstance", instanceId=name, instanceType="p3", gpuCount=1)
        grid = json.dumps({"rate": [0.1, 0.2]})
        made = do(server, "createSweep", "{ sweep { jobs { jobId } } }", sweepId=name, name="lr", parameterGrid=grid)
        self._run = made["sweep"]["jobs"][0]["jobId"]

    def _make_nova(self, server: Server, name: str) -> None:
        nova = do(server, "initializeNova", "{ nova { novaId } }", name=name, source="INGESTION")["nova"]["novaId"]
        self.ids["novaId"] = nova
        locators = [{"kind": "URL", "value": "https://archive.example/1", "role": "PRIMARY"}]
        product = {"novaId": nova, "provider": "ESO"}
        key = {"providerProductKey": name, "locators": locators, "hints": json.dumps({"instrument": "UVES"})}
        made = do(server, "registerSpectra", "{ dataProductId }", **product, **key)
        self._spectrum = {**product, "dataProductId": made["dataProductId"]}
        self._job_run = {"novaId": nova, "jobRunId": name, "workflowName": "acquire", "correlationId": name}
        context = {"candidateName": name, "extraContext": json.dumps({"try": 1})}
        do(server, "startJobRun", startedAt=START.isoformat(), **self._job_run, **context)

    def _make_uploads(self, server: Server, name: str) -> None:
        self._cat = {"batchId": str(uuid4().int % 10**9), "fingerprint": sha256(name.encode()).hexdigest()}
        self.ids |= self._cat
        do(server, "registerCatImage", **self._cat, clientId=OWNER, s3Key=f"cats/{name}", fileName="cat.png")
        document = {"jobId": self.ids["jobId"], "documentKey": f"input/{name}/a.pdf"}
        do(server, "submitDocument", **document, clientId=OWNER)

    def changes(self) -> list[dict[str, Any]]:
        """What happens, one request after the other."""
        job = {"jobId": self.ids["jobId"]}
        statuses = [
            ("recordJobStatus", {**job, "status": "RUNNING", "progress": number, "message": f"{number}"})
            for number in range(STATUSES)
        ]
        metric = {"metricName": "val_loss", "value": 0.5, "timestamp": START.isoformat()}
        started = {"outcome": "STARTED", "expectedAttempt": 0, "attemptedAt": datetime.now(UTC).isoformat()}
        ended = {"status": "FAILED", "endedAt": START.isoformat(), "errorType": "Timeout"}
        made = [
            *statuses,
            ("recordMetrics", {**job, "metrics": [metric]}),
            ("appendLogs", {**job, "logs": [{"message": "A line."}]}),
            ("enqueueJob", {**job, "queueName": self.ids["queueName"]}),
            ("setInstanceStatus", {"instanceId": self.ids["instanceId"], "status": "RUNNING"}),
            ("validateLabel", {**self.word, "label": "DATE", "validationStatus": "VALID"}),
            ("recordJobStatus", {"jobId": self._run, "status": "RUNNING"}),
            ("recordAcquisition", {**self._spectrum, **started}),
            ("finishJobRun", {**self._job_run, **ended}),
            ("recordCatResult", {**self._cat, "status": "SUCCESS", "isCat": True}),
            ("setDocumentStatus", {**job, "status": "SUBMITTED"}),
            ("setDocumentStatus", {**job, "status": "PROCESSING", "textractId": f"textract-{self.ids['jobId']}"}),
            ("importImage", self._other),
            ("deleteImage", {"imageId": self._other["imageId"]}),
            ("recordJobStatus", {**job, "status": "SUCCEEDED", "progress": 100, "message": "It ends."}),
        ]
        return [{"query": _mutation(name), "variables": {"input": given}} for name, given in made]

    def subscriptions(self) -> list[dict[str, Any]]:
        """Subscriptions that select all that there is, and the last message that each waits for."""
        found = []
        for each in ANNOUNCEMENTS:
            field = each.signature.field_name
            if field not in LAST:
                continue  # a test says so
            argument = ARGUMENTS.get(field, ("jobId", "ID"))
            name = f"Caches{field[0].upper()}{field[1:]}Subscription"
            declared, given = (f"($a: {argument[1]})", f"({argument[0]}: $a)") if argument else ("", "")
            text = f"subscription {name}{declared} {{ {field}{given} {rule_of(each)['text']} }}"
            ids = self.ids | ({"imageId": self._other["imageId"]} if field == "onDeleted" else {})
            variables = {"a": ids[argument[0]]} if argument else {}
            found.append(
                {"field": field, "query": text, "relayName": name, "variables": variables, "last": LAST[field]}
            )
        return found
