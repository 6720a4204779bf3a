// Bundles GraphiQL, Monaco's workers and the ready-made tabs into one folder: `node local/graphiql/build.mjs`.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { accessOf } from "../../web/access.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "..", "build", "graphiql");

const common = {
  bundle: true,
  minify: true,
  target: "es2022",
  jsx: "automatic",
  legalComments: "none",
  logLevel: "warning",
  outdir: target,
  define: {
    "process.env.NODE_ENV": '"production"',
    READY_TABS: JSON.stringify(readyTabs()),
    ACCESS: JSON.stringify(accessOf(readFileSync(join(here, "..", "..", "schema.graphql"), "utf8"))),
  },
  loader: { ".ttf": "file" },
};

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
cpSync(join(here, "index.html"), join(target, "index.html"));
cpSync(join(here, "icon.svg"), join(target, "icon.svg"));
await Promise.all([
  build({ ...common, format: "esm", splitting: true, entryPoints: [join(here, "src", "main.jsx")] }),
  build({
    ...common,
    format: "iife", // a classic worker starts in every browser
    entryPoints: {
      "editor.worker": "monaco-editor/esm/vs/editor/editor.worker.js",
      "json.worker": "monaco-editor/esm/vs/language/json/json.worker.js",
      "graphql.worker": "monaco-graphql/esm/graphql.worker.js",
    },
  }),
]);

/** One tab per file of `queries`, in order of their numbers, with its variables if there are any. */
function readyTabs() {
  const folder = join(here, "queries");
  const names = readdirSync(folder).filter((name) => name.endsWith(".graphql"));
  return names.sort().map((name) => {
    const variables = join(folder, name.replace(/\.graphql$/, ".json"));
    const tab = { query: readFileSync(join(folder, name), "utf8") };
    return existsSync(variables) ? { ...tab, variables: readFileSync(variables, "utf8").trim() } : tab;
  });
}
