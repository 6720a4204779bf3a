"""The page behind CloudFront: only where it is asked for, nothing of it public, and no script but its own."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from infra import page
from infra.exceptions import EXCEPTIONS, PAGE_EXCEPTIONS
from infra.operator.outputs import NotDeployed
from infra.operator.publish import ASK_AGAIN, FOR_EVER, files, main, publish
from infra.stage import Stage, StageError
from tests.infra.conftest import STAGES, Templates, read, tool

API = "https://abc123.appsync-api.eu-west-1.amazonaws.com/graphql"


@pytest.fixture(params=STAGES)
def with_page_stage(request: pytest.FixtureRequest, with_page: Path) -> Templates:
    return read(with_page / request.param)


def test_without_asking_there_is_none(stage: Templates) -> None:
    assert "Page" not in stage.stacks
    assert stage.resources("AWS::CloudFront::Distribution") == {}


def test_only_cloudfront_reads_the_bucket(with_page_stage: Templates) -> None:
    (bucket,) = with_page_stage.resources("AWS::S3::Bucket", "Page").values()
    assert set(bucket["PublicAccessBlockConfiguration"].values()) == {True}
    (policy,) = with_page_stage.resources("AWS::S3::BucketPolicy", "Page").values()
    allowed = [each for each in policy["PolicyDocument"]["Statement"] if each["Effect"] == "Allow"]
    assert [each["Principal"] for each in allowed] == [{"Service": "cloudfront.amazonaws.com"}]
    assert [each["Action"] for each in allowed] == ["s3:GetObject"]
    assert "AWS:SourceArn" in json.dumps(allowed[0]["Condition"])
    (distribution,) = with_page_stage.resources("AWS::CloudFront::Distribution").values()
    (origin,) = distribution["DistributionConfig"]["Origins"]
    assert "OriginAccessControlId" in origin


def test_browsers_are_told_to_run_no_script_but_the_pages_own(with_page_stage: Templates) -> None:
    policies = with_page_stage.resources("AWS::CloudFront::ResponseHeadersPolicy").values()
    assert len(policies) == 2  # the page's and GraphiQL's
    for each in policies:
        told = each["ResponseHeadersPolicyConfig"]["SecurityHeadersConfig"]
        content = json.dumps(told["ContentSecurityPolicy"])
        assert "default-src 'none'; script-src 'self';" in content
        assert "RealtimeDNS" in content or "RealtimeDns" in content
        assert told["StrictTransportSecurity"]["AccessControlMaxAgeSec"] >= 31_536_000
        assert told["ContentTypeOptions"]["Override"] is True
    (distribution,) = with_page_stage.resources("AWS::CloudFront::Distribution").values()
    config = distribution["DistributionConfig"]
    for behaviour in (config["DefaultCacheBehavior"], *config["CacheBehaviors"]):
        assert behaviour["ViewerProtocolPolicy"] == "redirect-to-https"
        assert "ResponseHeadersPolicyId" in behaviour


def test_cfn_lint_finds_nothing(with_page: Path) -> None:
    files_ = [with_page / stage / f"Tessera-{stage}-Page.template.json" for stage in STAGES]
    done = _run([tool(".venv-infra", "cfn-lint"), "--regions", "us-east-1", "--template", *files_])
    assert done.returncode == 0, done.stdout


def test_checkov_finds_nothing_that_is_not_explained(with_page: Path) -> None:
    names = [
        argument
        for stage in STAGES
        for argument in ("--file", with_page / stage / f"Tessera-{stage}-Page.template.json")
    ]
    command = [tool(".venv-checkov", "checkov"), "--framework", "cloudformation", *names]
    report = json.loads(_run([*command, "--output", "json", "--compact", "--quiet", "--skip-download"]).stdout)
    assert report["summary"]["parsing_errors"] == 0
    found = {each["check_id"]: each["resource"] for each in report["results"]["failed_checks"]}
    assert found.keys() - EXCEPTIONS.keys() - PAGE_EXCEPTIONS.keys() == set(), found
    assert PAGE_EXCEPTIONS.keys() - found.keys() == set(), "no longer needed"


def test_a_domain_of_the_page_needs_its_certificate_and_people_come_back_to_it(tmp_path: Path) -> None:
    given = {"package": str(tmp_path), "pageDomain": "tessera.example"}
    with pytest.raises(StageError, match="pageDomain and pageCertificateArn are given together"):
        Stage.read(given.get)
    stage = Stage.read({**given, "pageCertificateArn": "arn:aws:acm:us-east-1:1:certificate/x"}.get)
    assert stage.page_urls == ("https://tessera.example/", "http://localhost:8001/")


class FakeS3:
    """Remembers what is put, in order."""

    def __init__(self) -> None:
        self.objects: dict[str, dict[str, Any]] = {}

    def put_object(self, *, Bucket: str, Key: str, **others: Any) -> None:  # noqa: N803  the names are S3's
        assert Bucket == "files"
        self.objects[Key] = others


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PAGE", "GRAPHIQL"):
        (tmp_path / name).mkdir()
        for file in ("index.html", "main.js", "Jobs-ABCD2345.js", ".ready"):
            (tmp_path / name / file).write_text(name)
        monkeypatch.setattr(page, name, tmp_path / name)


@pytest.mark.usefixtures("built")
def test_publishing_brings_pages_after_the_files_that_they_name() -> None:
    s3 = FakeS3()
    assert publish(s3, "files", page.settings(API, sign_in="https://people.example", client="abc")) == 8
    keys = list(s3.objects)
    assert set(keys[:2]) == {"Jobs-ABCD2345.js", "graphiql/Jobs-ABCD2345.js"}
    assert keys[-2:] == ["graphiql/index.html", "index.html"]
    assert json.loads(s3.objects["config.json"]["Body"])["signIn"]["clientId"] == "abc"
    assert s3.objects["config.json"]["Body"] == s3.objects["graphiql/config.json"]["Body"]
    assert s3.objects["index.html"]["ContentType"] == "text/html"
    assert s3.objects["Jobs-ABCD2345.js"] == {
        "Body": b"PAGE",
        "ContentType": "text/javascript",
        "CacheControl": FOR_EVER,
    }
    assert {each["CacheControl"] for key, each in s3.objects.items() if "ABCD" not in key} == {ASK_AGAIN}


def test_what_cannot_be_published_is_said_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "PAGE", tmp_path / "nothing")
    with pytest.raises(NotDeployed, match="make publish"):
        files({})
    with pytest.raises(SystemExit, match="make deploy STAGE=nowhere"):
        main(["nowhere"])


def _run(command: list[Any]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
