"""Takes the picture of GraphiQL for the README: `python -m tests.browser docs/graphiql.png`."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser.browsing import browser
from tests.serving import serving

with TemporaryDirectory() as folder, serving(Path(folder), port=8000) as server, browser() as page:
    page.do("open", url=server.url, width=1360, height=800)
    page.do("choose", tab="Receipts")
    page.do("run")
    page.do("plan", stay=True)
    page.do("screenshot", path=sys.argv[1])
