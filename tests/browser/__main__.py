"""Takes the pictures for the README: `make screenshots` writes them into docs."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from local.data.sample import names
from tests.browser.browsing import Browser, browser
from tests.serving import Server, serving

PAGES = {"receipt": f"#/receipts/{names.IMAGE_ID}/1", "job": f"#/jobs/{names.RUNNING_JOB_ID}"}


def of_graphiql(page: Browser, server: Server, docs: Path) -> None:
    page.do("open", url=f"{server.url}/graphiql/", width=1160, height=680)
    page.do("choose", tab="Receipts")
    page.do("run")
    page.do("run")  # once more: a first start takes longer than what people see later
    page.do("pictures", within=".tessera-pictures")
    page.do("plan", stay=True)
    page.do("screenshot", path=str(docs / "graphiql.png"))


def of_the_page(page: Browser, server: Server, docs: Path) -> None:
    page.do("open", url=server.url, isGraphiql=False, width=1040, height=570)
    for name, hash_ in PAGES.items():
        page.do("go", hash=hash_)
        page.do("go", hash=hash_)  # once more, as people see it later
        page.do("screenshot", path=str(docs / f"{name}.png"))


def main(docs: Path) -> None:
    with TemporaryDirectory() as folder, serving(Path(folder), port=8000) as server, browser() as page:
        of_graphiql(page, server, docs)
        of_the_page(page, server, docs)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
