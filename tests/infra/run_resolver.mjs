// Runs the code of our resolvers: lines of {code, handler, ctx} in, lines of {value | error, appended} out.
import { createInterface } from 'node:readline';
import { Refused, appended, util } from './appsync_utils.mjs';

const IMPORT = "import { util } from '@aws-appsync/utils';\n";

function load(code) {
  if (!code.includes(IMPORT)) {
    throw new Error(`it imports something else: ${code}`);
  }
  const body = code.replace(IMPORT, '').replaceAll('export function', 'function');
  return new Function('util', `'use strict';${body}; return { request, response };`)(util);
}

for await (const line of createInterface({ input: process.stdin })) {
  const { code, handler, ctx } = JSON.parse(line);
  appended.length = 0;
  let answer;
  try {
    answer = { value: load(code)[handler](ctx) ?? null };
  } catch (error) {
    if (!(error instanceof Refused)) {
      throw error;
    }
    answer = { error: error.told };
  }
  process.stdout.write(`${JSON.stringify({ ...answer, appended })}\n`);
}
