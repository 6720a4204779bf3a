// Unit tests: bundled by esbuild, run by Node's own runner. `node web/test/run.mjs`
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { accessOf } from "../access.mjs";
import { deployed, schema } from "../schema.mjs";
import { storedTypes } from "../stored.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const made = mkdtempSync(join(here, "..", "..", "build", "web-tests-"));
try {
  await build({
    entryPoints: readdirSync(here).filter((name) => /\.test\.tsx?$/.test(name)).map((name) => join(here, name)),
    outdir: made,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["production"],
    packages: "external",
    loader: { ".css": "empty" },
    jsx: "automatic",
    logLevel: "warning",
    define: {
      ACCESS: JSON.stringify('{"Mutation.recordJobStatus": ["editors", "operators", "iam"]}'),
      STORED: JSON.stringify(JSON.stringify(storedTypes(schema, accessOf(deployed)))),
    },
  });
  const files = readdirSync(made).filter((name) => name.endsWith(".mjs")).map((name) => join(made, name));
  process.exitCode = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(made, { recursive: true });
}
