"""Takes the pictures for the README: `python -m tests.browser docs` writes graphiql.png and picture.png into docs."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from local.data.sample import names
from tests.browser.browsing import browser
from tests.serving import serving

docs = Path(sys.argv[1])
with TemporaryDirectory() as folder, serving(Path(folder), port=8000) as server, browser() as page:
    page.do("open", url=server.url, width=1360, height=800)
    page.do("choose", tab="Receipts")
    page.do("run")
    page.do("run")  # once more: a first start takes longer than what people see later
    page.do("pictures", within=".tessera-pictures")
    page.do("plan", stay=True)
    page.do("screenshot", path=str(docs / "graphiql.png"))
    page.do("open", url=f"{server.url}/pictures/{names.IMAGE_ID}", isGraphiql=False, width=640, height=888)
    page.do("screenshot", path=str(docs / "picture.png"))
