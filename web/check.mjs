// The page's part of `make check`, side by side: lint, types, and whether the generated types are what they should be.
import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const bin = join(here, "..", "node_modules", ".bin");
const checks = [
  [join(bin, "eslint"), "--max-warnings=0", "--cache", "--cache-location", join(here, "..", "build", "eslint-cache"), "."],
  [join(bin, "tsc"), "--project", ".", "--incremental", "--tsBuildInfoFile", join(here, "..", "build", "tsc-cache")],
  [process.execPath, "codegen.mjs", "--check"],
];

const codes = await Promise.all(checks.map(([program, ...given]) => run(program, given)));
process.exit(Math.max(...codes));

function run(program, given) {
  return new Promise((done) => spawn(program, given, { cwd: here, stdio: "inherit" }).on("close", (code) => done(code ?? 1)));
}
