"""What one may not do is explained with who may, and can be done as one of them; who was too late is told so."""

from uuid import uuid4

from tests.browser.browsing import Browser
from tests.serving import Server

CREATE = 'mutation($name: String!) { createJob(input: { name: $name, jobConfig: "{}" }) { jobId } }'
START = "mutation($id: ID!) { recordJobStatus(input: { jobId: $id, status: RUNNING, progress: 5 }) { id } }"
END = "mutation($id: ID!) { recordJobStatus(input: { jobId: $id, status: CANCELLED }) { id } }"
STATUS = "query($id: ID!) { job(jobId: $id) { status latestStatus { recordedBy } } }"


def job_of(site: Server) -> tuple[str, str]:
    editor = {"authorization": site.token("edda", ["editors"])}
    name = f"doomed-{uuid4()}"
    answer = site.ask(CREATE, editor, name=name)
    return answer["data"]["createJob"]["jobId"], name


def status_of(site: Server, job_id: str) -> str:
    status: str = site.ask(STATUS, id=job_id)["data"]["job"]["status"]
    return status


def test_a_refused_change_says_who_may_and_is_done_as_one_of_them(page: Browser, site: Server) -> None:
    job_id, _ = job_of(site)
    page.do("go", hash=f"#/jobs/{job_id}")
    page.do("press", keys=["c"])
    page.do("tap", what="dialog[open] button", text="Cancel the job")
    told = page.do("see", what=".notice[data-kind=refused]")
    assert "Only editors, operators, and IAM may do this." in told
    assert status_of(site, job_id) == "PENDING"
    page.do("tap", what=".notice button", text="Act as editor and do it")
    page.do("see", what=".job-head .chip", text="cancelled")
    assert status_of(site, job_id) == "CANCELLED"


def test_who_steers_a_job_that_has_moved_on_meanwhile_is_told_and_loses_nothing(page: Browser, site: Server) -> None:
    job_id, _ = job_of(site)
    editor = {"authorization": site.token("edda", ["editors"])}
    page.do("actAs", who="operator")
    page.do("go", hash=f"#/jobs/{job_id}")
    page.do("press", keys=["c"])  # the question is open while others act
    assert "errors" not in site.ask(START, editor, id=job_id)
    assert "errors" not in site.ask(END, editor, id=job_id)
    page.do("tap", what="dialog[open] button", text="Cancel the job")
    told = page.do("see", what=".notice[data-kind=conflict]")
    assert "CANCELLED" in told
    page.do("tap", what=".notice button", text="Keep theirs")
    assert page.do("count", what=".notice") == 0
    assert site.ask(STATUS, id=job_id)["data"]["job"]["latestStatus"]["recordedBy"] == "edda"
