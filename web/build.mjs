// Bundles the page into build/page: `node web/build.mjs`. Seconds, so that `make serve` stays quick.
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { accessOf } from "./access.mjs";
import { deployed, schema } from "./schema.mjs";
import { storedTypes } from "./stored.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "build", "page");

const common = {
  entryPoints: [join(here, "src", "main.tsx")],
  outdir: target,
  bundle: true,
  minify: true,
  format: "esm",
  conditions: ["production", "es2015"], // rxjs has a smaller build by that name
  target: "es2022",
  jsx: "automatic",
  legalComments: "none",
  charset: "utf8",
  logLevel: "warning",
  define: {
    "process.env.NODE_ENV": '"production"',
    "globalThis.__DEV__": "false",
    // As text: what is not a plain value becomes a module, which every other one would have to begin with.
    ACCESS: JSON.stringify(JSON.stringify(accessOfOperations())),
    STORED: JSON.stringify(JSON.stringify(storedTypes(schema, accessOf(deployed)))),
  },
};

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const name of ["index.html", "icon.svg"]) cpSync(join(here, name), join(target, name));
await Promise.all([
  build({ ...common, splitting: true, loader: { ".css": "empty" } }),
  styles(),
]);

/** All pages share one style sheet; what is loaded later could not bring its own. */
async function styles() {
  const { outputFiles } = await build({ ...common, write: false });
  const sheet = outputFiles.find(({ path }) => path.endsWith(".css"));
  writeFileSync(sheet.path, sheet.contents);
}

/** Who may see or change what; announcements are the publisher's alone, and nobody is told of them here. */
function accessOfOperations() {
  const all = Object.entries(accessOf(deployed));
  return Object.fromEntries(all.filter(([field]) => !/^Subscription\.|\.publish/.test(field)));
}
