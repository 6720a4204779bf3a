// One event to the Lambda, one envelope back. For a field that many parents ask for, infra/resolver_code.py makes
// BatchInvoke of Invoke: AppSync then sends a list of events and expects a list of envelopes, in order.
import { runtime, util } from '@aws-appsync/utils';

// What a relation leads to may be there already: the publisher brings it, so that a message calls no Lambda.
export function request(ctx) {
  const brought = ctx.source?.[ctx.info.fieldName];
  if (brought) {
    runtime.earlyReturn(brought);
  }
  return { operation: 'Invoke', payload: eventOf(ctx) };
}

export function response(ctx) {
  if (ctx.error) {
    util.error(ctx.error.message, ctx.error.type);
  }
  const envelope = ctx.result;
  if (envelope?.errorMessage) {
    util.error(envelope.errorMessage, envelope.errorType, envelope.data, envelope.errorInfo);
  }
  for (const each of envelope?.errors ?? []) {
    util.appendError(each.errorMessage, each.errorType, null, each.errorInfo);
  }
  return envelope?.data;
}

// Only what the Lambda reads: a batch repeats it for every parent, and a call may hold 6 MB.
function eventOf(ctx) {
  const info = ctx.info;
  return {
    envelope: true,
    arguments: ctx.args,
    source: scalarsOf(ctx.source),
    identity: identityOf(ctx.identity),
    request: { headers: headersOf(ctx.request?.headers) },
    info: {
      fieldName: info.fieldName,
      parentTypeName: info.parentTypeName,
      variables: info.variables,
      selectionSetList: info.selectionSetList,
      selectionSetGraphQL: info.selectionSetGraphQL,
    },
  };
}

// A parent is known by its ids; what is embedded in it stays here.
function scalarsOf(source) {
  const kept = {};
  for (const name of Object.keys(source ?? {})) {
    if (typeof source[name] !== 'object') {
      kept[name] = source[name];
    }
  }
  return kept;
}

function headersOf(headers) {
  const kept = {};
  for (const name of ['x-amzn-trace-id', 'x-amzn-requestid']) {
    if (headers && headers[name]) {
      kept[name] = headers[name];
    }
  }
  return kept;
}

// Who asks: what resolvers/runtime/identity.py reads. An API key has no identity.
function identityOf(identity) {
  if (!identity) {
    return null;
  }
  return {
    username: identity.username,
    groups: identity.groups,
    userArn: identity.userArn,
    claims: claimsOf(identity.claims),
  };
}

function claimsOf(claims) {
  const kept = {};
  for (const name of ['token_use', 'custom:client_id', 'preferred_username', 'email']) {
    if (claims && claims[name]) {
      kept[name] = claims[name];
    }
  }
  return kept;
}
