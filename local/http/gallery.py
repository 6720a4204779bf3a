"""The page of all pictures: each with its merchants, its size, and links to its receipts."""

from collections.abc import Iterator
from html import escape
from typing import Final
from urllib.parse import urlencode

from entities.receipts.images import Image
from entities.receipts.receipt import Receipt, ReceiptMetadata
from loaders.dynamo.store import Store
from loaders.lists.pages import Slice
from loaders.planning.join import Branch
from loaders.planning.tree import load_below
from loaders.receipts import IMAGES
from loaders.request import Request

PAGE_SIZE: Final = 24


def gallery(store: Store, after: str | None = None) -> str:
    """One page of pictures as HTML; `after` is the cursor of the page before."""
    request = Request(store.session())
    found = IMAGES.page(request, {}, first=PAGE_SIZE, after=after or None)
    branches = load_below(request, found.items, {"receipts": {"metadata": {}}})
    tiles = [_tile(branch.item, branch) for branch in branches if isinstance(branch.item, Image)]
    main = (
        f"<ul>{''.join(tiles)}</ul>" if tiles else "<p>There are no pictures. <code>make serve</code> loads some.</p>"
    )
    return _PAGE.format(style=_STYLE, main=main, pages=_pages(found, after))


def _tile(image: Image, branch: Branch) -> str:
    href = f"/pictures/{escape(image.image_id)}"
    receipts = _below(branch, "receipts")
    title = escape(", ".join(_merchants(receipts)) or "No merchant")
    numbers = [each.item.receipt_id for each in receipts if isinstance(each.item, Receipt)]
    links = [("plain", f"{href}?plain=1"), *((f"receipt {number}", f"{href}/{number}") for number in numbers)]
    said = " · ".join(f'<a href="{to}">{name}</a>' for name, to in links)
    return (
        f'<li><a href="{href}" class="picture"><img src="{href}?plain=1" alt="Picture of {title}" '
        f'loading="lazy" width="{image.width}" height="{image.height}"></a>'
        f"<h2>{title}</h2><p>{image.width} &times; {image.height} · {image.image_type.value.lower()}</p>"
        f"<p>{said}</p></li>"
    )


def _merchants(receipts: list[Branch]) -> Iterator[str]:
    for receipt in receipts:
        for branch in _below(receipt, "metadata"):
            if isinstance(branch.item, ReceiptMetadata) and branch.item.merchant_name:
                yield branch.item.merchant_name


def _below(branch: Branch, name: str) -> list[Branch]:
    found = branch.below.get(name)
    return found if isinstance(found, list) else [found] if isinstance(found, Branch) else []


def _pages(found: Slice, after: str | None) -> str:
    first = '<a href="/pictures">First page</a>' if after else ""
    more = (
        f'<a href="/pictures?{escape(urlencode({"after": found.cursors[-1]}))}">Next page</a>' if found.has_next else ""
    )
    return f"<nav>{first}{more}</nav>" if first or more else ""


_STYLE: Final = """
:root { color-scheme: light dark; --ink: #3b4b68; --soft: #6b7890; --ground: #fff; --frame: #dfe3ea; --link: #c0267e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #dbe2ee; --soft: #9aa7bd; --ground: #212a3b; --frame: #3a465c; --link: #ff7fb0; }
}
body { background: var(--ground); color: var(--ink); font: 15px/1.45 system-ui, sans-serif; margin: 0; }
header { align-items: center; border-bottom: 1px solid var(--frame); display: flex; gap: 12px; padding: 8px 16px; }
header img { height: 24px; width: 24px; }
h1 { font-size: 20px; font-weight: 500; margin: 0; }
a { color: var(--link); }
main { margin: 0 auto; max-width: 1280px; padding: 16px; }
ul { display: grid; gap: 24px 16px; grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); list-style: none;
  margin: 0; padding: 0; }
li { min-width: 0; }
.picture { background: color-mix(in srgb, var(--frame) 45%, transparent); border-radius: 8px; display: block;
  padding: 8px; }
.picture img { aspect-ratio: 3 / 4; display: block; height: auto; object-fit: contain; width: 100%; }
h2 { font-size: 15px; font-weight: 600; margin: 8px 0 0; overflow-wrap: anywhere; }
p a { white-space: nowrap; }
p { color: var(--soft); font-size: 13px; margin: 2px 0; }
nav { display: flex; gap: 24px; padding: 24px 0 8px; }
"""

_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pictures · Tessera</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>{style}</style>
</head>
<body>
<header><img src="/icon.svg" alt=""><h1>Pictures</h1><a href="/">Tessera</a></header>
<main>{main}{pages}</main>
</body>
</html>
"""
