// Commands of the driver about files: dropping some on a page, uploading a document, and printing pages to have some.
import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";

const TYPES = { ".pdf": "application/pdf", ".png": "image/png", ".jpg": "image/jpeg", ".txt": "text/plain" };

export const papersOf = (browser, page) => ({
  /** Drop files on the page, as from the desktop. */
  async drop({ paths }) {
    const files = paths.map((path) => ({ name: basename(path), type: TYPES[extname(path)] ?? "", bytes: readFileSync(path).toString("base64") }));
    await page().evaluate(dropFiles, files);
  },

  /** From now on the page takes this browser for one that shows PDFs itself; this one has no viewer, but loads them. */
  async showPdfs() {
    await page().evaluate(() => Object.defineProperty(Navigator.prototype, "pdfViewerEnabled", { get: () => true }));
  },

  /** Press something that saves a file, and say its name and what is in it. */
  async save({ what }) {
    const begun = page().waitForEvent("download");
    await page().locator(what).first().click();
    const saved = await begun;
    return { name: saved.suggestedFilename(), text: readFileSync(await saved.path(), "utf8") };
  },

  /** Upload a file below the answer, and wait until the document has been read; the types of its events. */
  async upload({ path, seconds }) {
    await page().locator(".tessera-upload input").setInputFiles(path);
    const read = page().locator(".tessera-upload a");
    await read.or(page().locator(".tessera-upload .tessera-fault")).waitFor({ timeout: seconds * 1000 });
    return page().locator(".tessera-upload li b, .tessera-upload .tessera-fault").allInnerTexts();
  },

  /** Open the tab with what was read. */
  async openPages() {
    const before = await page().locator("[role=tab]").count();
    await page().locator(".tessera-upload a").click();
    await page().waitForFunction((count) => document.querySelectorAll("[role=tab]").length > count, before);
  },

  /** Print a page, and say where its words are: in fractions of the sheet. */
  async print({ html, path, width, height, landscape = false }) {
    const sheet = { width: landscape ? height : width, height: landscape ? width : height };
    const context = await browser.newContext({ viewport: sheet });
    const printed = await context.newPage();
    await printed.emulateMedia({ media: "print" });
    await printed.setContent(`<style>html, body { margin: 0 }</style>${html}`);
    await printed.pdf({ path, width: `${width}px`, height: `${height}px`, landscape, printBackground: true });
    const words = await printed.evaluate(wordsOf);
    await context.close();
    return words.map(([text, box]) => [text, box.map((each, side) => each / (side % 2 ? sheet.height : sheet.width))]);
  },
});

/** Runs in a page: what the browser does when files are dragged over it and let go. */
function dropFiles(files) {
  const dataTransfer = new DataTransfer();
  for (const { name, type, bytes } of files) {
    dataTransfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, { type }));
  }
  const at = document.querySelector("main");
  for (const kind of ["dragenter", "dragover", "drop"]) {
    at.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }
}

/** Runs in a page: every word of it and its box. */
function wordsOf() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = [];
  while (texts.nextNode()) {
    for (const found of texts.currentNode.data.matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, found.index);
      range.setEnd(texts.currentNode, found.index + found[0].length);
      const { left, top, right, bottom } = range.getBoundingClientRect();
      words.push([found[0], [left, top, right, bottom]]);
    }
  }
  return words;
}
