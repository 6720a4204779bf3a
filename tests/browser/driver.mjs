// A browser that does what it is told: one JSON command per line on stdin, one JSON answer per line on stdout.
import { createInterface } from "node:readline";
import sparticuz from "@sparticuz/chromium";
import { chromium } from "playwright-core";
import { looksAt } from "./looks.mjs";
import { papersOf } from "./papers.mjs";
import { keepUnderWay, restOf } from "./rest.mjs";
import { sitesOf } from "./sites.mjs";

const PATIENCE = 20_000;
// Those are made for Lambda: closing a page is the end of the browser, pages may do what people's browsers forbid, and
// a graphics card is emulated, which takes most of the time.
const UNWANTED = /^--(single-process|no-zygote|disable-web-security|allow-running|.*gpu|use-gl|use-angle|.*swiftshader)/;
// A page of another origin: its name is none of this machine's, though it is served here.
const STRANGER = "--host-resolver-rules=MAP evil.test 127.0.0.1";
const browser = await chromium.launch({
  executablePath: await sparticuz.executablePath(),
  args: [...sparticuz.args.filter((each) => !UNWANTED.test(each)), "--disable-gpu", "--disable-software-rasterizer", STRANGER],
  headless: true,
});
const pages = new Map();
let page = null;
let seen = null;
const atRest = restOf(() => page, () => seen, PATIENCE);

const commands = {
  ...looksAt(() => page, atRest),
  ...papersOf(browser, () => page),
  ...sitesOf(() => page, () => seen, atRest),

  /** A new visitor opens a page; `config` replaces some of what the server says of itself. */
  async open({ url, config, dark = false, width = 1440, height = 860, name = "main", isGraphiql = true }) {
    await pages.get(name)?.page.context().close();
    const colorScheme = dark ? "dark" : "light";
    const permissions = ["clipboard-read", "clipboard-write"];
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, permissions, locale: "en-US" });
    context.setDefaultTimeout(PATIENCE);
    await show(name, context);
    if (config) await page.route("**/config.json", (route) => override(route, config));
    const schema = isGraphiql && page.waitForResponse((answer) => answer.request().postData()?.includes("IntrospectionQuery"));
    if (schema) schema.catch(() => {}); // if the page cannot be opened, that is told instead
    await page.goto(url);
    if (schema) {
      await (await schema).finished();
      await page.waitForSelector(".graphiql-query-editor .view-line");
    }
    return { title: await page.title() };
  },

  /** Open any page, and say what it shows. */
  async visit({ url }) {
    await pages.get("visited")?.page.context().close();
    await show("visited", await browser.newContext());
    const answer = await page.goto(url);
    return { status: answer.status(), text: await page.locator("body").innerText() };
  },

  /** Call a function of the page. */
  call: ({ name, given }) => page.evaluate(([called, options]) => globalThis[called](options), [name, given]),

  /** Follow a link to another page, and say what it shows. */
  async leave({ url }) {
    const answer = page.waitForResponse((each) => each.request().isNavigationRequest());
    await page.evaluate((to) => void (location.href = to), url);
    return { status: (await answer).status(), title: await page.title() };
  },

  /** Go on with a page that was opened before. */
  use({ name }) {
    ({ page, seen } = pages.get(name));
  },

  async close({ name }) {
    await pages.get(name).page.context().close();
    pages.delete(name);
  },

  /** Answer requests to a path in place of the server; without a status, stop doing so. */
  async pretend({ path, status, body }) {
    await page.unroute(path);
    if (status) await page.route(path, (route) => route.fulfill({ status, body }));
    if (status) seen.expected.push(String(status));
  },

  /** Follow a link within the page, as after pasting an address. */
  async follow({ hash }) {
    await page.evaluate((given) => (location.hash = given), hash);
    await page.waitForFunction(() => !location.hash);
    // GraphiQL names a tab after its operation a moment later.
    const named = () => [...document.querySelectorAll("[role=tab]")].every((tab) => !tab.innerText.includes("<untitled>"));
    await page.waitForFunction(named).catch(() => {});
  },

  tabs: () => page.locator("[role=tab]").allInnerTexts(),

  choices: () => page.locator("#act-as option").allInnerTexts(),

  async actAs({ who }) {
    await page.selectOption("#act-as", who);
  },

  /** Open a ready-made tab. */
  async choose({ tab }) {
    await page.locator(`.graphiql-tab-button[title="${tab}"]`).click();
  },

  /** Write into an empty tab. */
  async write({ query, variables = "" }) {
    await page.getByRole("button", { name: "New tab" }).click();
    await page.evaluate(
      ([texts]) => {
        for (const [end, text] of Object.entries(texts)) {
          __MONACO.editor.getModels().find((model) => model.uri.path.endsWith(end)).setValue(text);
        }
      },
      [{ "operation.graphql": query, "variables.json": variables }],
    );
  },

  /** Press play and wait for the answer. */
  async run() {
    await page.locator(".graphiql-execute-button").click();
    return answer();
  },

  /** Press play and wait until the subscription stands. */
  async start() {
    await page.locator(".graphiql-execute-button").click();
    return commands.live({ phase: "listening" });
  },

  /** What the line above the messages says, once the subscription is in this phase. */
  async live({ phase }) {
    await page.waitForSelector(`.tessera-messages .tessera-live[data-phase=${phase}]`);
    return page.locator(".tessera-messages [role=status]").innerText();
  },

  /** All messages in sight, newest first, once one of them has this text; each with its time. */
  async messages({ text = "" }) {
    await page.locator(".tessera-messages li", { hasText: text }).first().waitFor();
    const entries = await page.locator(".tessera-messages li").evaluateAll((items) =>
      items.map((item) => ({
        at: item.querySelector("time").dateTime,
        text: item.querySelector("pre")?.innerText ?? null,
        note: item.querySelector("p")?.innerText ?? null,
      })),
    );
    return { entries, live: await page.locator(".tessera-messages [role=status]").innerText() };
  },

  /** What the line on a subscription in another tab says, once it says this. */
  async elsewhere({ text = "", click = false }) {
    const line = page.locator(".tessera-elsewhere", { hasText: text });
    const told = await line.innerText();
    if (click) await line.click();
    return told;
  },

  async stop() {
    await page.locator(".tessera-messages").getByRole("button", { name: "Stop" }).click();
    return commands.live({ phase: "ended" });
  },

  /** Who may do what was refused; `accept` does it as one of them. */
  async refusal({ accept = false }) {
    const told = await page.locator(".tessera-refusal").innerText();
    if (!accept) return { told };
    await page.locator(".tessera-refusal button").click();
    await page.locator(".tessera-refusal").waitFor({ state: "detached" });
    return { told, who: await page.locator("#act-as").inputValue(), ...(await answer()) };
  },

  editors: () =>
    page.evaluate(() => {
      const text = (end) => __MONACO.editor.getModels().find((model) => model.uri.path.endsWith(end)).getValue();
      return { query: text("operation.graphql"), variables: text("variables.json"), headers: text("request-headers.json") };
    }),

  /** Write into an editor of the tab in sight: `variables` or `request-headers`. */
  async fill({ editor, text }) {
    await page.evaluate(
      ([end, given]) => __MONACO.editor.getModels().find((model) => model.uri.path.endsWith(end)).setValue(given),
      [`${editor}.json`, text],
    );
  },

  async closeTab() {
    await page.locator(".graphiql-tab-active .graphiql-tab-close").click();
  },

  /** Write another query into the tab in sight. */
  async replace({ query }) {
    await page.evaluate((text) => {
      __MONACO.editor.getModels().find((model) => model.uri.path.endsWith("operation.graphql")).setValue(text);
    }, query);
  },

  response: () => page.evaluate(() => __MONACO.editor.getModels().find((model) => model.uri.path.endsWith("response.json")).getValue()),

  async copyLink() {
    await page.getByRole("button", { name: "Copy a link" }).click();
    await page.locator(".tessera-link [role=status]:not(:empty)").waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  },

  /** The plan below the answer, opened for a look and closed again unless it shall stay. */
  async plan({ stay = false }) {
    await page.locator(".tessera-cost:not([open]) summary").click();
    const rows = await page.locator(".tessera-cost tbody tr").allInnerTexts();
    if (!stay) await page.locator(".tessera-cost[open] summary").click();
    return rows;
  },

  /** What the documentation says on a type. */
  async docs({ type }) {
    await page.getByRole("button", { name: "Show Documentation Explorer" }).click();
    await page.locator(".graphiql-plugin").getByRole("link", { name: type, exact: true }).first().click();
    return page.locator(".graphiql-plugin").innerText();
  },

  async explorer() {
    await page.getByRole("button", { name: "Show GraphiQL Explorer" }).click();
    await page.locator(".graphiql-plugin .graphiql-explorer-root").waitFor();
    return page.locator(".graphiql-plugin").innerText();
  },

  async restore() {
    await page.evaluate(() => (globalThis.isOldPage = true));
    await page.getByRole("button", { name: "Restore tabs" }).click();
    await page.waitForFunction(() => !globalThis.isOldPage && document.querySelector(".graphiql-query-editor .view-line"));
  },

  async screenshot({ path, full = false }) {
    await page.screenshot({ path, fullPage: full });
  },

  /** What a visitor should never have: complaints in the console, and requests elsewhere. */
  seen: () => ({ ...seen, hosts: [...seen.hosts], underWay: [...seen.underWay].map((request) => request.url()) }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, command, ...given } = JSON.parse(line);
  try {
    say({ id, answer: (await commands[command](given)) ?? null });
  } catch (error) {
    say({ id, error: `${command}: ${error.message}`, seen: seen && commands.seen() });
  }
}
await browser.close();

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** Open a page of its own, and go on with it. */
async function show(name, context) {
  pages.set(name, {
    page: await context.newPage(),
    seen: { complaints: [], expected: [], hosts: new Set(), answers: [], underWay: new Set() },
  });
  commands.use({ name });
  watch(page, seen);
}

function watch(opened, now) {
  keepUnderWay(opened, now.underWay);
  const complain = (text) => now.expected.some((status) => text.includes(status)) || now.complaints.push(text);
  opened.on("console", (message) => ["error", "warning"].includes(message.type()) && complain(message.text()));
  opened.on("pageerror", (error) => complain(String(error)));
  opened.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    if (why !== "net::ERR_ABORTED") complain(`${request.url()}: ${why}`); // a page that is left drops what it asked for
  });
  opened.on("response", (answer) => now.answers.push([answer.request().method(), answer.url(), answer.status()]));
  opened.on("response", (answer) => answer.status() >= 400 && complain(`${answer.url()}: ${answer.status()}`));
  opened.on("request", (request) => /^https?:/.test(request.url()) && now.hosts.add(new URL(request.url()).host));
  opened.on("websocket", (socket) => now.hosts.add(new URL(socket.url()).host));
}

async function override(route, config) {
  const usual = await (await route.fetch()).json();
  await route.fulfill({ json: { ...usual, ...config } });
}

/** The answer in sight as text, and what the bar below says of its cost. */
async function answer() {
  await page.waitForFunction((end) => {
    const isBusy = document.querySelector(".graphiql-response .graphiql-spinner");
    return !isBusy && __MONACO.editor.getModels().find((model) => model.uri.path.endsWith(end))?.getValue();
  }, "response.json");
  const response = await page.evaluate(
    (end) => __MONACO.editor.getModels().find((model) => model.uri.path.endsWith(end)).getValue(),
    "response.json",
  );
  const bar = page.locator(".tessera-cost summary");
  return { response, cost: (await bar.count()) ? await bar.innerText() : null };
}
