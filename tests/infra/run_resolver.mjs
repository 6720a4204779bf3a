// Runs the code of our resolvers: lines of {code, handler, ctx} in, lines of {value | early | error, appended} out.
import { createInterface } from 'node:readline';
import { EarlyReturn, Refused, appended, extensions, filters, runtime, util } from './appsync_utils.mjs';

const IMPORT = /^import \{ ([a-z, ]+) \} from '@aws-appsync\/utils';\n/;
const OFFERED = { extensions, runtime, util };

function load(code) {
  const names = IMPORT.exec(code)?.[1].split(', ');
  if (!names || names.some((name) => !OFFERED[name])) {
    throw new Error(`it imports something else: ${code}`);
  }
  const body = code.replace(IMPORT, '').replaceAll('export function', 'function');
  const made = new Function(...names, `'use strict';${body}; return { request, response };`);
  return made(...names.map((name) => OFFERED[name]));
}

function run(code, handler, ctx) {
  try {
    return { value: load(code)[handler](ctx) ?? null };
  } catch (error) {
    if (error instanceof EarlyReturn) {
      return { early: error.value };
    }
    if (error instanceof Refused) {
      return { error: error.told };
    }
    throw error;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { code, handler, ctx } = JSON.parse(line);
  appended.length = 0;
  filters.length = 0;
  const answer = run(code, handler, ctx);
  process.stdout.write(`${JSON.stringify({ ...answer, appended, filters })}\n`);
}
