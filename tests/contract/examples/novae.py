"""Examples of mutations on novae, their spectra, papers, files and runs."""

import json

from tests.commands.conftest import Changing
from tests.contract.examples.example import Example, Given

AT = "2026-11-16T15:00:00.123456Z"
SHA256 = "0123456789abcdef" * 4
NOVA: Given = {"novaId": "n1"}
SPECTRUM: Given = {**NOVA, "provider": "ESO", "dataProductId": "p1"}
PAPER: Given = {"bibcode": "2013A&A...553A.123S", "title": "A fast nova"}


def _add_paper(api: Changing) -> None:
    api.do("addReference", "{ bibcode }", **PAPER)


def _link_paper(api: Changing) -> None:
    _add_paper(api)
    api.do("linkReference", "{ role }", **NOVA, referenceId=PAPER["bibcode"])


def _add_alias(api: Changing) -> None:
    api.do("addAlias", "{ aliases }", **NOVA, name="MOA 2012 BLG-320")


def _stop_run(api: Changing) -> None:
    run = {**NOVA, "jobRunId": "run1", "workflowName": "acquire", "correlationId": "c1"}
    api.do("finishJobRun", "{ status }", **run, status="QUARANTINED", quarantineReasonCode="OTHER")


def _fetch(api: Changing) -> None:
    api.do("recordAcquisition", "{ etag }", **SPECTRUM, outcome="STARTED", expectedAttempt=0)
    api.do("recordAcquisition", "{ etag }", **SPECTRUM, outcome="ACQUIRED", expectedAttempt=1, sha256=SHA256)


def _quarantine(api: Changing) -> None:
    _fetch(api)
    reason = {"verdict": "QUARANTINED", "quarantineReasonCode": "UNKNOWN_PROFILE"}
    api.do("recordValidation", "{ etag }", **SPECTRUM, **reason)


EXAMPLES: dict[str, Example] = {
    "initializeNova": Example(
        {
            "name": "Nova Scorpii 2012",
            "source": "INGESTION",
            "aliases": ["V1324 Sco"],
            "resolverSource": "SIMBAD",
            "novaType": "classical",
        }
    ),
    "addAlias": Example({**NOVA, "name": "MOA 2012 BLG-320", "source": "TNS"}),
    "renameNova": Example({**NOVA, "name": "Nova Sco 2012", "source": "TNS", "expectedName": "V1324 Sco"}),
    "setNovaStatus": Example({**NOVA, "status": "HIDDEN", "expectedStatus": "ACTIVE"}),
    "updateNova": Example(
        {
            **NOVA,
            "raDeg": 267.5,
            "decDeg": -32.5,
            "coordFrame": "ICRS",
            "coordEpoch": "J2015.5",
            "resolverSource": "TNS",
            "discoveryDate": "2012-05-22",
            "novaType": "classical",
        }
    ),
    "removeAlias": Example({**NOVA, "name": "MOA 2012 BLG-320"}, before=_add_alias),
    "addLocator": Example({**SPECTRUM, "kind": "URL", "value": "https://mirror.example/1", "role": "MIRROR"}),
    "registerSpectra": Example(
        {
            **NOVA,
            "provider": "ESO",
            "providerProductKey": "ADP.2014-10-01",
            "locators": [{"kind": "URL", "value": "https://archive.example/1", "role": "PRIMARY"}],
            "hints": json.dumps({"instrument": "UVES"}),
            "provenance": json.dumps({"donor": "anna"}),
        }
    ),
    "recordAcquisition": Example(
        {**SPECTRUM, "outcome": "STARTED", "expectedAttempt": 0, "executionArn": "arn:aws:states:1"}
    ),
    "recordValidation": Example(
        {
            **SPECTRUM,
            "verdict": "VALID",
            "headerSignatureHash": "cd",
            "fitsProfileId": "UVES/1",
            "profileSelectionInputs": json.dumps({"instrument": "UVES"}),
            "normalizationNotes": ["The flux was scaled."],
            "derivedS3Prefix": "derived/p1/",
            "instrument": "UVES",
            "telescope": "VLT",
            "observationDateMjd": 56080.5,
            "fluxUnit": "erg/s/cm2/A",
            "wavelengthMinNm": 300.5,
            "wavelengthMaxNm": 1100.25,
            "snr": 12.5,
            "snrProvenance": "source",
        },
        before=_fetch,
    ),
    "reviewSpectra": Example({**SPECTRUM, "decision": "APPROVE", "note": "The units are known."}, before=_quarantine),
    "reviewJobRun": Example(
        {**NOVA, "jobRunId": "run1", "workflowName": "acquire", "decision": "DISMISSED", "note": "A double."},
        before=_stop_run,
    ),
    "startJobRun": Example(
        {
            **NOVA,
            "jobRunId": "run2",
            "workflowName": "acquire",
            "startedAt": AT,
            "correlationId": "c2",
            "candidateName": "V1324 Sco",
            "executionArn": "arn:aws:states:1",
            "extraContext": json.dumps({"try": 1}),
        }
    ),
    "finishJobRun": Example(
        {
            **NOVA,
            "jobRunId": "run1",
            "workflowName": "acquire",
            "correlationId": "c1",
            "status": "FAILED",
            "endedAt": AT,
            "outcome": "nothing",
            "errorType": "Timeout",
            "errorMessage": "It took too long.",
            "extraContext": json.dumps({"try": 1}),
        }
    ),
    "recordAttempt": Example(
        {
            **NOVA,
            "jobRunId": "run1",
            "taskName": "download",
            "attemptNo": 3,
            "timestamp": AT,
            "status": "FAILED",
            "errorType": "Timeout",
            "errorMessage": "It took too long.",
            "durationMs": 1500,
        }
    ),
    "ingestPhotometry": Example(
        {
            **NOVA,
            "fileId": "f1",
            "etag": "e1",
            "rowCount": 12,
            "source": "AAVSO",
            "s3Bucket": "b",
            "s3Key": "photometry/n1",
            "ingestedAt": AT,
        }
    ),
    "addReference": Example(
        {
            **PAPER,
            "source": "ADS",
            "sourceIdentifier": "2013A&A...553A.123S",
            "referenceType": "journal_article",
            "authors": ["Schaefer, B.", "Ederoclite, A."],
            "year": 2013,
            "publicationDate": "2013-05-00",
            "doi": "10.1051/1",
            "arxivId": "1303.1",
        }
    ),
    "linkReference": Example(
        {**NOVA, "referenceId": PAPER["bibcode"], "role": "SPECTRA_SOURCE", "addedByWorkflow": "papers"},
        before=_add_paper,
    ),
    "unlinkReference": Example({**NOVA, "referenceId": PAPER["bibcode"]}, before=_link_paper),
    "registerFile": Example(
        {
            **NOVA,
            "productType": "SPECTRA",
            "dataProductId": "p1",
            "role": "PLOT",
            "name": "overview",
            "s3Bucket": "b",
            "s3Key": "plots/p1.png",
            "contentType": "image/png",
            "byteLength": 1024.0,
            "etag": "e1",
            "sha256": SHA256,
            "createdBy": {"workflow": "plot", "jobRunId": "run1"},
        }
    ),
}
