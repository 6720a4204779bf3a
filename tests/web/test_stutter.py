"""A thousand measurements a second do not make the page stutter."""

import pytest

from local.data.sample import names
from tests.browser.browsing import Browser
from tests.serving import Server

JOB = names.RUNNING_JOB_ID
PER_SECOND = 1000
SECONDS = 3.0


@pytest.mark.load
def test_the_page_keeps_drawing_while_a_thousand_points_a_second_reach_its_socket(page: Browser, site: Server) -> None:
    page.do("open", url=f"{site.url}/#/jobs/{JOB}", name="flooded", isGraphiql=False, width=1280)
    page.do("tapSocket")
    page.do("see", what="[data-metric=val_loss] canvas")
    page.do("become", what=".header-live", name="data-phase", value="live")
    idle = page.do("frames", seconds=1)
    busy = page.do("flood", perSecond=PER_SECOND, seconds=SECONDS, jobId=JOB, metricName="flooded")
    assert busy["sent"] > PER_SECOND * SECONDS / 2, busy
    assert page.do("see", what="[data-metric=flooded] figcaption")
    assert busy["perSecond"] > idle["perSecond"] / 10, (idle, busy)
    page.do("close", name="flooded")
    page.do("use", name="page")
