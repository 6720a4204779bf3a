// When a page may be looked at.

// Nothing is drawn from the script of a worker; and one that is ended while its script arrives, as editors end theirs,
// reports neither an answer nor an end of that request.
const WORKER = /\.worker\.js$/;

/** Keeps `underWay` as the set of requests that the page still waits for. */
export function keepUnderWay(page, underWay) {
  page.on("request", (request) => WORKER.test(request.url()) || underWay.add(request));
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => underWay.delete(request));
}

/** Waits until nothing that the page asked for is under way, and what came is drawn. */
export const restOf = (page, seen, patience) => async () => {
  const [waiting, until] = [seen().underWay, Date.now() + patience];
  do {
    if (Date.now() > until) throw new Error(`not answered: ${[...waiting].map((request) => request.url())}`);
    await page().evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  } while (waiting.size);
};
