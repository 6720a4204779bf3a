// Refuses a subscription that selects more than its messages hold: AppSync would send null for the rest, and a client's
// cache would take that null for the truth. infra/resolver_code.py fills in the rule of each subscription;
// local/realtime/selection_rule.py is the same program in Python.
import { extensions, util } from '@aws-appsync/utils';

const RULE = {};
const MAX_WORDS = 900; // AppSync ends a loop after 1,000 turns, without an error
const MARKS = ['\n', '{', '}', '(', ')', ':', '@', '...', ','];
const BLANKS = ['', '\n', ','];

export function request(ctx) {
  const problem = problemOf(ctx.info) || nullOf(ctx.args);
  if (problem) {
    util.error(problem, 'BadInput', null, { subscription: RULE.field, sent: RULE.text, query: RULE.query });
  }
  return { payload: null };
}

export function response(ctx) {
  if (RULE.hasAudience && !seesAll(ctx.identity)) {
    const filters = [{ fieldName: 'audience', operator: 'in', value: audiencesOf(ctx.identity) }];
    for (const name of Object.keys(ctx.args)) {
      filters.push({ fieldName: name, operator: 'eq', value: ctx.args[name] });
    }
    extensions.setSubscriptionFilter({ filterGroup: [{ filters }] });
  }
  return null;
}

function problemOf(info) {
  const words = wordsOf(info.selectionSetGraphQL ?? '');
  const paths = info.selectionSetList ?? [];
  if (words.length > MAX_WORDS || paths.length > MAX_WORDS) {
    return `The selection of ${RULE.field} has more than ${MAX_WORDS} words. Select fewer fields.`;
  }
  const found = readText(words);
  if (found.refused.length > 0) {
    return `${RULE.field} does not send ${found.refused.join(', ')}. Read that with the query \`${RULE.query}\`, and select only what is sent: ${RULE.text}`;
  }
  const hidden = hiddenIn(found, paths);
  if (hidden.length > 0) {
    return `${RULE.field} cannot tell whether ${hidden.join(', ')} is sent, because it stands in a named fragment. Write it into the subscription itself, and select only what is sent: ${RULE.text} The query \`${RULE.query}\` has the rest.`;
  }
  return '';
}

function wordsOf(text) {
  let spaced = text;
  for (const mark of MARKS) {
    spaced = spaced.split(mark).join(` ${mark} `);
  }
  return spaced.split(' ').filter((word) => !BLANKS.includes(word));
}

// What the text of a selection says: the paths in it, the objects on them, and the fields that are not sent. The text
// has no definitions of named fragments.
function readText(words) {
  const found = {
    refused: [],
    paths: {}, // by the names that the client gave
    objects: {},
    open: [], // the objects around the current word
    name: '', // a field that may still turn out to be an alias, or an object
    alias: '',
    isFragment: false, // the next brace opens a fragment
    expected: '', // 'condition', 'type', 'directive', 'arguments' or 'end'
    isOver: false,
  };
  for (const word of words) {
    if (!found.isOver) {
      take(found, word);
    }
  }
  return found;
}

function take(found, word) {
  const expected = found.expected;
  found.expected = '';
  if (expected === 'end') {
    found.expected = word === ')' ? '' : 'end';
  } else if (expected === 'directive') {
    found.expected = 'arguments';
  } else if (expected === 'arguments' && word === '(') {
    found.expected = 'end';
  } else if (word === '@') {
    found.expected = 'directive';
  } else if (expected === 'condition' && word === 'on') {
    found.expected = 'type';
  } else if (expected === 'condition' && word !== '{') {
    found.isFragment = false; // the spread of a named fragment
  } else if (expected !== 'type') {
    takePart(found, word);
  }
}

function takePart(found, word) {
  if (word === '(' && isWhole(found)) {
    found.expected = 'end';
  } else if (word === '(') {
    // No field that is sent has arguments; they may hold any text, so reading ends here.
    found.refused.push(realPath(found.open[found.open.length - 1], found.name));
    found.isOver = true;
  } else if (word === ':') {
    found.alias = found.name;
    found.name = '';
  } else if (word === '{') {
    openObject(found);
  } else {
    endField(found);
    if (word === '...') {
      found.isFragment = true;
      found.expected = 'condition';
    } else if (word === '}') {
      found.open.pop();
    } else {
      found.name = word;
    }
  }
}

function openObject(found) {
  const around = found.open[found.open.length - 1];
  if (!around) {
    found.open.push({ sent: RULE.sent, real: '', path: '' });
    found.objects['/'] = found.open[0];
  } else if (found.isFragment || isWhole(found)) {
    found.open.push(around);
  } else {
    const inner = sentIn(around, found.name);
    const path = clientPath(around, found.alias || found.name);
    const object = { sent: inner && inner !== 1 ? inner : null, real: realPath(around, found.name), path };
    if (around.sent && !object.sent) {
      found.refused.push(object.real);
    }
    found.paths[`/${path}`] = true;
    found.objects[`/${path}`] = object;
    found.open.push(object);
  }
  found.isFragment = false;
  found.name = '';
  found.alias = '';
}

function endField(found) {
  const around = found.open[found.open.length - 1];
  if (found.name && around) {
    if (around.sent && sentIn(around, found.name) !== 1 && found.name !== '__typename') {
      found.refused.push(realPath(around, found.name));
    }
    found.paths[`/${clientPath(around, found.alias || found.name)}`] = true;
    found.name = '';
    found.alias = '';
  }
}

// Paths that the text does not explain are from named fragments. A name there may be an alias of anything: it is
// trusted only where the object sends all its own fields, and where it is one of them.
function hiddenIn(found, paths) {
  const hidden = [];
  for (const path of paths) {
    if (!found.paths[`/${path}`]) {
      const names = path.split('/');
      const name = names[names.length - 1];
      const around = found.objects[`/${names.slice(0, -1).join('/')}`];
      const inner = sentIn(around, name);
      if (inner && !RULE.partial.includes(around.real) && !RULE.partial.includes(realPath(around, name))) {
        found.objects[`/${path}`] = { sent: inner === 1 ? null : inner, real: realPath(around, name), path };
      } else if (!around || name !== '__typename') {
        hidden.push(names.join('.'));
      }
    }
  }
  return hidden;
}

// Some emulators print the field itself around its selection.
function isWhole(found) {
  return found.open.length === 1 && found.name === RULE.field;
}

function sentIn(around, name) {
  return around && around.sent && Object.hasOwn(around.sent, name) ? around.sent[name] : null;
}

function realPath(around, name) {
  return around && around.real ? `${around.real}.${name}` : name;
}

function clientPath(around, name) {
  return around.path ? `${around.path}/${name}` : name;
}

// A filter cannot look for null.
function nullOf(args) {
  for (const name of RULE.hasAudience ? Object.keys(args) : []) {
    if (args[name] === null) {
      return `${RULE.field} does not take null for ${name}. Leave it out to hear of all.`;
    }
  }
  return '';
}

// IAM has no claims; an API key has no identity at all.
function seesAll(identity) {
  return !!identity && (!identity.claims || (identity.groups ?? []).includes('operators'));
}

// A client's id that is one of our words stands for no client.
function audiencesOf(identity) {
  const client = identity ? clientOf(identity) : 'demo';
  const own = ['PUBLIC', 'SIGNED_IN', 'STAFF', 'OPERATORS'].includes(client) ? [] : [client];
  const staff = identity && (identity.groups ?? []).includes('editors') ? ['STAFF'] : [];
  return [...own, 'PUBLIC', ...(identity ? ['SIGNED_IN'] : []), ...staff];
}

// As resolvers/runtime/identity.py has it: an access token has no client, and acts as its user name.
function clientOf(identity) {
  const given = identity.claims.token_use === 'id' ? identity.claims['custom:client_id'] : null;
  return given || identity.username;
}
