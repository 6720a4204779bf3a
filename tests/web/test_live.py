"""What others write is on the screen by itself; what they wrote while the server was away, too."""

from local.data.sample import names
from tests.browser.browsing import Browser
from tests.serving import Server, start, stop, wait_until_ready
from tests.web.writing import line, measured, progress_of, put

JOB = names.RUNNING_JOB_ID
BAR = f'[data-job="{JOB}"] [role=progressbar]'
UNSEEN = 120
"""More lines than one answer has."""
CHART = "[data-metric=val_loss] figcaption"
OTHER_CHART = "[data-metric=train_loss] figcaption"


def test_what_boto3_writes_moves_a_bar_a_chart_and_a_log(page: Browser, site: Server) -> None:
    page.do("go", hash="#/")
    page.do("become", what=".header-live", name="data-phase", value="live")
    put(site, progress_of(JOB, 71, "Epoch 17 of 24, by boto3"))
    page.do("become", what=BAR, name="aria-valuenow", value="71")
    assert "Epoch 17 of 24, by boto3" in page.do("see", what=f'[data-job="{JOB}"]')
    page.do("go", hash=f"#/jobs/{JOB}")
    put(site, measured(JOB, 0.0123, 18), line(JOB, "written by boto3"))
    page.do("see", what=CHART, text="best 0.0123 at epoch 18, last 0.0123")
    page.do("see", what=".log", text="written by boto3")


def test_what_happened_while_the_server_was_away_is_on_the_screen_when_it_is_back(page: Browser, site: Server) -> None:
    page.do("go", hash=f"#/jobs/{JOB}")
    page.do("become", what=".header-live", name="data-phase", value="live")
    before = page.do("see", what=".job-head h1")
    lines = int(page.do("see", what=".panel-head", text="lines, from").split("\n")[1].split()[0])
    stop(site)
    page.do("become", what=".header-live", name="data-phase", value="reconnecting")
    assert page.do("see", what=".job-head h1") == before  # it stays readable
    elsewhere = start(site.data_dir)  # a moment at another address, where the page does not see it
    try:
        wait_until_ready(elsewhere)
        put(elsewhere, progress_of(JOB, 77, "Epoch 18 of 24, unseen"), measured(JOB, 0.0011, 19, "train_loss"))
        put(elsewhere, *(line(JOB, f"unseen {number}") for number in range(UNSEEN)))
    finally:
        stop(elsewhere)
    site.process = start(site.data_dir, site.port).process
    wait_until_ready(site)
    page.do("see", what=".job-head", text="Epoch 18 of 24, unseen", seconds=60)
    page.do("see", what=OTHER_CHART, text="best 0.0011 at epoch 19, last 0.0011")
    page.do("see", what=".log", text=f"unseen {UNSEEN - 1}")
    page.do("see", what=".panel-head", text=f"{lines + UNSEEN} lines")
    page.do("become", what=".header-live", name="data-phase", value="live")
    page.do("forgive", texts=["ERR_CONNECTION", "WebSocket", "ERR_EMPTY_RESPONSE", "Failed to load"])
