// Commands of the driver that look at a page: what is where, how wide, how dark, and what the keyboard reaches.

/** Commands on whatever page is open. */
export const looksAt = (page, atRest) => ({
  /** How many there are, once the page has what it asked for. */
  async count({ what }) {
    await atRest();
    return page().locator(what).count();
  },

  /** How high the whole page is. */
  height: () => page().evaluate(() => document.documentElement.scrollHeight),

  /** The addresses of a kind of link, absolute. */
  links: ({ within }) => page().locator(`${within} a`).evaluateAll((links) => links.map(({ href }) => href)),

  /** The pictures that are in sight and could be drawn: their addresses and sizes in pixels. */
  async pictures({ within }) {
    const pictures = page().locator(`${within} img`);
    await pictures.first().waitFor();
    await page().waitForFunction((where) => [...document.querySelectorAll(`${where} img`)].every((each) => each.complete), within);
    return pictures.evaluateAll((all) => all.map((each) => [each.src, each.naturalWidth, each.naturalHeight]));
  },

  /** Press keys, and say where the focus is after each: in which part of the page, and whether in an editor. */
  async press({ keys, inside = null }) {
    if (inside) await page().locator(`${inside} .monaco-editor`).first().click();
    const focused = [];
    for (const key of keys) {
      await page().keyboard.press(key);
      focused.push(
        await page().evaluate(() => ({
          name: document.activeElement.ariaLabel ?? document.activeElement.innerText,
          inEditor: Boolean(document.activeElement.closest(".monaco-editor")),
        })),
      );
    }
    return focused;
  },

  /** How far the page reaches beyond the window, and what is wider than the window or hidden. */
  async fit({ parts }) {
    return page().evaluate((wanted) => {
      const wide = document.documentElement.scrollWidth - innerWidth;
      const bad = wanted.filter((each) => {
        const box = document.querySelector(each)?.getBoundingClientRect();
        return !box || box.width < 30 || box.height < 20 || box.left < 0 || box.right > innerWidth;
      });
      return { wide, bad };
    }, parts);
  },

  /** How light things are, from 0 to 1: the text of each, and the ground that it stands on. */
  async colours({ parts }) {
    return page().evaluate((wanted) => {
      const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
      const light = (colour) => numbers(colour).slice(0, 3).reduce((sum, each) => sum + each, 0) / 3 / 255;
      const groundOf = (node) => {
        const colour = getComputedStyle(node).backgroundColor;
        return (numbers(colour)[3] ?? 1) > 0.5 || !node.parentElement ? light(colour) : groundOf(node.parentElement);
      };
      return Object.fromEntries(
        wanted.map((each) => {
          const node = document.querySelector(each);
          return [each, [light(getComputedStyle(node).color), groundOf(node)]];
        }),
      );
    }, parts);
  },
});
