// A browser that does what it is told: one JSON command per line on stdin, one JSON answer per line on stdout.
import { createInterface } from "node:readline";
import sparticuz from "@sparticuz/chromium";
import { chromium } from "playwright-core";

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
let page = null;
let seen = null;

const commands = {
  /** A new visitor opens the page; `config` replaces some of what the server says of itself. */
  async open({ url, config, dark = false, width = 1440, height = 860 }) {
    await page?.context().close();
    const colorScheme = dark ? "dark" : "light";
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    context.setDefaultTimeout(PATIENCE);
    page = await context.newPage();
    watch(page);
    if (config) await page.route("**/config.json", (route) => override(route, config));
    const schema = page.waitForResponse((answer) => answer.request().postData()?.includes("IntrospectionQuery"));
    await page.goto(url);
    await (await schema).finished();
    await page.waitForSelector(".graphiql-query-editor .view-line");
    return { title: await page.title() };
  },

  /** Open any page, and say what it shows. */
  async visit({ url }) {
    await page?.context().close();
    page = await (await browser.newContext()).newPage();
    watch(page);
    const answer = await page.goto(url);
    return { status: answer.status(), text: await page.locator("body").innerText() };
  },

  /** Call a function of the page. */
  call: ({ name, given }) => page.evaluate(([called, options]) => globalThis[called](options), [name, given]),

  /** Follow a link to another page, and say what it shows. */
  async follow({ url }) {
    const answer = page.waitForResponse((each) => each.request().isNavigationRequest());
    await page.evaluate((to) => void (location.href = to), url);
    return { status: (await answer).status(), title: await page.title() };
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
    await page.waitForSelector(".tessera-live[data-phase=listening]");
    return page.locator(".tessera-live").innerText();
  },

  /** The next message of the subscription: the one with this text. */
  async message({ text }) {
    await page.waitForFunction(
      ([end, wanted]) => __MONACO.editor.getModels().find(({ uri }) => uri.path.endsWith(end))?.getValue().includes(wanted),
      ["response.json", text],
    );
    return { ...(await answer()), live: await page.locator(".tessera-live").innerText() };
  },

  async stop() {
    await page.locator(".graphiql-execute-button").click();
    await page.waitForSelector(".tessera-live", { state: "detached" });
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

  async screenshot({ path }) {
    await page.screenshot({ path });
  },

  /** What a visitor should never have: complaints in the console, and requests elsewhere. */
  seen: () => ({ ...seen, hosts: [...seen.hosts] }),
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

function watch(opened) {
  const now = { complaints: [], hosts: new Set(), answers: [] };
  seen = now;
  const complain = (text) => now.complaints.push(text);
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
