// An announcement: what the publisher gives is what subscribers get. Nothing is called and nothing is stored.
import { util } from '@aws-appsync/utils';

export function request(ctx) {
  return { payload: itemOf(ctx.args.item) };
}

export function response(ctx) {
  if (ctx.error) {
    util.error(ctx.error.message, ctx.error.type);
  }
  return ctx.result;
}

// AppSync parses AWSJSON before we see it; an emulator may hand the text on.
function itemOf(item) {
  return typeof item === 'string' ? JSON.parse(item) : item;
}
