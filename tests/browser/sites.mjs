// Commands of the driver for the page at `/`: go somewhere, see, press, and judge what is there.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const GRAVE = ["serious", "critical"];

/** Commands on whatever page is open. */
export const sitesOf = (page, seen, atRest) => ({
  /** Go to another page of the app, and wait until it is there with all that it asks for. */
  async go({ hash, from = "", isQuick = false }) {
    await page().evaluate((to) => (location.hash = to), from || "#/nowhere");
    await page().waitForFunction(() => !document.querySelector(".price summary"));
    await page().evaluate((to) => (location.hash = to), hash);
    await page().waitForFunction(() => document.querySelector("main iframe, .price summary") && !document.querySelector("main .shapes"));
    if (isQuick) return null; // for pages that ask for one thing
    await atRest();
    return page().locator("main").innerText();
  },

  /** What the foot says that the page cost: Lambda calls, requests, read units. */
  async price() {
    await atRest();
    return JSON.parse(await page().locator(".price [data-cost]").getAttribute("data-cost"));
  },

  /** The text of something, once it is there and has this text. */
  async see({ what, text = "", seconds = 20 }) {
    const found = page().locator(what, text ? { hasText: text } : {}).filter({ visible: true });
    return found.first().innerText({ timeout: seconds * 1000 }); // in one step: news may be gone a moment later
  },

  /** The rows of a table of data: the text of each cell by its field. */
  async cells() {
    await atRest();
    return page()
      .locator(".data-rows tbody tr")
      .evaluateAll((rows) => rows.map((row) => Object.fromEntries([...row.querySelectorAll("[data-field]")].map((cell) => [cell.dataset.field, cell.textContent]))));
  },

  /** The fields of an item: the text of each, or the whole of what is folded. */
  async fields() {
    await atRest();
    return page()
      .locator("dd[data-field]")
      .evaluateAll((all) => Object.fromEntries(all.map((each) => [each.dataset.field, (each.querySelector("pre") ?? each).textContent])));
  },

  /** Press, move and let go: from one place within something to another, as shares of its width and height. */
  async drag({ what, begin, end }) {
    const box = await page().locator(what).first().boundingBox();
    const at = ([x, y]) => [box.x + x * box.width, box.y + y * box.height];
    await page().mouse.move(...at(begin));
    await page().mouse.down();
    await page().mouse.move(...at(end), { steps: 8 });
    await page().mouse.up();
  },

  /** A value of something, once it is there: an attribute. */
  async attribute({ what, name }) {
    return page().locator(what).first().getAttribute(name);
  },

  /** Wait until an attribute has this value. */
  async become({ what, name, value, seconds = 20 }) {
    await page().locator(`${what}[${name}=${JSON.stringify(value)}]`).first().waitFor({ timeout: seconds * 1000, state: "attached" });
  },

  /** Pass over complaints with these texts: the test has caused them. */
  async forgive({ texts }) {
    seen().complaints = seen().complaints.filter((complaint) => !texts.some((text) => complaint.includes(text)));
  },

  html: ({ what }) => page().locator(what).first().innerHTML(),

  /** The text of each of these, once the page has what it asked for. */
  async texts({ what }) {
    await atRest();
    return page().locator(what).allInnerTexts();
  },

  async tap({ what, text = "" }) {
    await page().locator(what, text ? { hasText: text } : {}).first().click();
  },

  async pick({ what, value }) {
    await page().locator(what).first().selectOption(value);
  },

  async put({ into, text }) {
    await page().locator(into).first().fill(text);
  },

  /** Serious faults for those who cannot see or cannot point: the rule, and where it is broken. */
  async axe({ rules = null }) {
    await page().evaluate(AXE);
    return page().evaluate(async ([grave, only]) => {
      const runOnly = only ? { runOnly: only } : {};
      const { violations } = await globalThis.axe.run(document, { ...runOnly, iframes: false, resultTypes: ["violations"] });
      const where = (nodes) => nodes.slice(0, 3).map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary.split("\n").at(-1).trim()}`);
      return violations.filter(({ impact }) => grave.includes(impact)).map(({ id, nodes }) => ({ id, where: where(nodes) }));
    }, [GRAVE, rules]);
  },

  /** What lies beyond the window, or is wider than its place; a table is not scrolled sideways, nor the window at all;
   * no cell lies over the next one. */
  spills: () =>
    page().evaluate(() => {
      const isClipped = (node) => {
        for (let each = node; each && each !== document.body; each = each.parentElement) {
          if (/auto|scroll|hidden|clip/.test(getComputedStyle(each).overflowX) || getComputedStyle(each).clipPath !== "none") return true;
        }
        return false;
      };
      const name = (node) => `${node.tagName.toLowerCase()}.${node.className?.baseVal ?? node.className}: ${node.innerText?.slice(0, 40) ?? ""}`;
      const all = [...document.querySelectorAll("main *, header *, footer *")];
      const isSeen = (box) => box.width > 0 && box.height > 0;
      const beyond = all.filter((node) => isSeen(node.getBoundingClientRect()) && node.getBoundingClientRect().right > innerWidth + 1 && !isClipped(node.parentElement));
      const wide = document.querySelector("main").scrollWidth - document.querySelector("main").clientWidth;
      const sideways = [...document.querySelectorAll(".table-body, .words-body")].filter((node) => node.scrollWidth > node.clientWidth);
      const over = [...document.querySelectorAll(".table-row > span")].filter((node) => node.clientWidth && node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflowX === "visible");
      const tall = document.documentElement.scrollHeight - innerHeight;
      return { beyond: beyond.slice(0, 5).map(name), wide: Math.max(0, wide), tall: Math.max(0, tall), sideways: sideways.map(name), over: over.slice(0, 5).map(name) };
    }),

  /** Another window size or colour scheme, of the same page. */
  async resize({ width, height = 860, dark = false }) {
    await page().setViewportSize({ width, height });
    await page().emulateMedia({ colorScheme: dark ? "dark" : "light" });
  },

  address: () => page().url(),

  async reload() {
    await page().reload();
  },

  /** Wait for something within a frame. */
  async within({ frame, what }) {
    await page().frameLocator(frame).locator(what).first().waitFor();
  },

  /** From now on answers have no extensions, as AppSync's have none. */
  async withoutExtensions() {
    await page().route("**/graphql", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      const answer = await route.fetch();
      const { extensions, ...rest } = await answer.json();
      return route.fulfill({ response: answer, json: rest });
    });
  },

  /** Nothing reaches the browser any more, until `mend`. */
  cut: () => page().context().setOffline(true),
  mend: () => page().context().setOffline(false),

  /** Sit between the page and the server's real-time address from now on; the page is loaded anew. */
  async tapSocket() {
    await page().routeWebSocket(/realtime/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        const { type, id, payload } = JSON.parse(message);
        if (type === "start") tapped.set(id, { socket, query: payload.data });
        server.send(message);
      });
    });
    await page().reload();
  },

  /** Send many measurements a second to the page's own socket, and count the frames that it draws meanwhile. */
  async flood({ perSecond, seconds, jobId, metricName }) {
    const [[id, { socket }]] = [...tapped].filter(([, { query }]) => query.includes("onJobMetric")).slice(-1);
    const counted = page().evaluate(countFrames, seconds);
    const began = Date.now();
    let sent = 0;
    while (Date.now() - began < seconds * 1000) {
      for (const due = ((Date.now() - began) / 1000) * perSecond; sent < due; sent += 1) {
        const timestamp = new Date(began + sent).toISOString();
        const onJobMetric = { jobId, metricName, value: Math.sin(sent / 100), unit: null, timestamp, epoch: sent };
        socket.send(JSON.stringify({ type: "data", id, payload: { data: { onJobMetric } } }));
      }
      await new Promise((next) => setTimeout(next, 10));
    }
    return { sent, ...(await counted) };
  },

  frames: ({ seconds }) => page().evaluate(countFrames, seconds),
});

const tapped = new Map();

/** How many frames the page draws a second, and how long the longest took, in milliseconds. */
function countFrames(seconds) {
  return new Promise((done) => {
    const began = performance.now();
    let [count, longest, last] = [0, 0, began];
    const step = (now) => {
      [count, longest, last] = [count + 1, Math.max(longest, now - last), now];
      if (now - began < seconds * 1000) requestAnimationFrame(step);
      else done({ perSecond: count / ((now - began) / 1000), longest });
    };
    requestAnimationFrame(step);
  });
}
