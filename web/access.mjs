// Who may access which field, from the schema's directives: they are lost in introspection.
import { Kind, parse } from "graphql";

const MODES = { aws_api_key: "apiKey", aws_iam: "iam", aws_cognito_user_pools: "users" };
const EVERYONE = Object.values(MODES);

/** The callers of each field that is not open to everyone: `{"Mutation.deleteJob": ["operators", "iam"]}`. */
export function accessOf(schema) {
  const types = parse(schema).definitions.filter(({ kind }) => kind === Kind.OBJECT_TYPE_DEFINITION);
  const rules = types.flatMap((type) =>
    type.fields.map((field) => [`${type.name.value}.${field.name.value}`, callersOf(field) ?? callersOf(type) ?? ["users"]]),
  );
  return Object.fromEntries(rules.filter(([, callers]) => !isOpenToAll(callers)));
}

function isOpenToAll(callers) {
  return EVERYONE.every((each) => callers.includes(each));
}

/** A field's own directives replace those of its type; null without any. */
function callersOf({ directives }) {
  const rules = directives.filter(({ name }) => name.value in MODES);
  return rules.length ? rules.flatMap(({ name, arguments: given }) => groupsOf(given) ?? [MODES[name.value]]) : null;
}

function groupsOf(given) {
  return given.find(({ name }) => name.value === "cognito_groups")?.value.values.map(({ value }) => value);
}
