// What the Data page knows of every stored type: its fields, and the lists that it stands in. A deployed API does not
// tell its schema, so this is written into the page when it is built.
import { buildSchema, getNamedType, isEnumType, isInterfaceType, isLeafType, isListType, isNonNullType } from "graphql";

const PAGING = ["first", "after"];
const BY_ID = /^(node|nodes|random\w+)$/;

/**
 * `types`: the fields of each stored type as `[name, kind, target, arguments]`, only the name for plain texts.
 * `queries`: the queries that answer stored items, as `[kind, target, arguments]`. `parts`: the fields of values that
 * have several. `enums`: the values of each enumeration that an argument takes.
 * `ways`: how to list each type: the names of a query and of the relations from there on, the best way first.
 */
export function storedTypes(text, access) {
  const schema = buildSchema(text);
  const writer = new Writer(schema);
  const types = Object.fromEntries(writer.stored.map((type) => [type.name, writer.fields(type)]));
  const queries = Object.fromEntries(Object.values(schema.getQueryType().getFields()).flatMap((field) => writer.query(field)));
  return { types, queries, parts: writer.parts, enums: writer.enums, ways: waysTo(types, queries, access) };
}

class Writer {
  parts = {};
  enums = {};

  constructor(schema) {
    this.schema = schema;
    this.stored = [...schema.getPossibleTypes(schema.getType("Node"))];
  }

  fields(type) {
    return Object.values(type.getFields()).flatMap((field) => this.#field(field));
  }

  query(field) {
    if (BY_ID.test(field.name)) return [];
    return this.#relations(field).map((relation) => [field.name, relation]);
  }

  #field(field) {
    const type = getNamedType(field.type);
    if (isLeafType(type)) return field.args.length ? [] : [leaf(field)];
    const relations = this.#relations(field);
    if (relations.length) return relations.map((relation) => [field.name, ...relation]);
    if (field.args.length || type.name.endsWith("Connection")) return []; // thinned curves and the like have pages of their own
    return this.#part(type) ? [[field.name, "part", type.name]] : [];
  }

  /** A value of several parts. What leads on from it is left to its own pages. */
  #part(type) {
    const leaves = Object.values(type.getFields?.() ?? {}).filter((each) => isLeafType(getNamedType(each.type)) && !each.args.length);
    if (leaves.length) this.parts[type.name] = leaves.map(({ name }) => name).join(" ");
    return leaves.length > 0;
  }

  /** `[kind, target, arguments]` for each stored type that a field leads to. */
  #relations(field) {
    const type = getNamedType(field.type);
    const isPage = type.name.endsWith("Connection");
    const target = isPage ? getNamedType(type.getFields().nodes.type) : type;
    const targets = isInterfaceType(target) ? this.schema.getPossibleTypes(target) : [target];
    const kind = isPage ? "page" : isList(field.type) ? "list" : "one";
    return targets.filter((each) => this.stored.includes(each)).map(({ name }) => [kind, name, ...this.#given(field)]);
  }

  #given(field) {
    const given = field.args.filter(({ name }) => !PAGING.includes(name));
    for (const { type } of given) {
      const kind = getNamedType(type);
      if (isEnumType(kind)) this.enums[kind.name] = kind.getValues().map(({ name }) => name).filter((name) => name !== "UNKNOWN").join(" ");
    }
    return given.length ? [given.map(({ name, type }) => `${name}:${type}`).join(" ")] : [];
  }
}

function leaf({ name, type }) {
  const scalar = getNamedType(type).name;
  if (scalar === "AWSJSON") return [name, "json"];
  if (isList(type)) return [name, "texts"];
  return ["Int", "Float"].includes(scalar) ? [name, "number"] : name;
}

function isList(type) {
  return isNonNullType(type) ? isList(type.ofType) : isListType(type);
}

/** The queries that list each type; where none does for everyone and without being told something, the way through others. */
function waysTo(types, queries, access) {
  const isOpen = ([name, [kind, , given]]) => kind === "page" && !isDemanding(given) && !access[`Query.${name}`];
  const through = shortest(types, Object.entries(queries).filter(isOpen));
  return Object.fromEntries(
    Object.keys(types).map((type) => {
      const own = Object.entries(queries).filter(([, [, target]]) => target === type);
      const open = own.filter(isOpen).map(([name]) => name);
      const rest = own.map(([name]) => name).filter((name) => !open.includes(name));
      return [type, [...open, ...(open.length || !through[type] ? [] : [through[type]]), ...rest].join(" ")];
    }),
  );
}

/** Whether one of these arguments has to be given. */
function isDemanding(given = "") {
  return given.split(" ").some((each) => each.endsWith("!"));
}

function shortest(types, starts) {
  const found = {};
  const queue = starts.map(([name, [, target]]) => [name, target]);
  for (const [path, type] of queue) {
    if (found[type]) continue;
    found[type] = path;
    for (const [name, kind, target, given] of types[type].filter(Array.isArray)) {
      if (target in types && kind !== "part" && !isDemanding(given)) queue.push([`${path}.${name}`, target]);
    }
  }
  return found;
}
