// Queries put together at run time: the types that are listed are known, but not which one is.
import type { TypedDocumentNode } from "@apollo/client";
import type { FieldNode, InlineFragmentNode, SelectionNode, TypeNode, VariableDefinitionNode } from "graphql";

type Variables = Record<string, unknown>;
export type Answer = Record<string, unknown>;

const name = (value: string) => ({ kind: "Name", value }) as const;
const variable = (called: string) => ({ kind: "Variable", name: name(called) }) as const;

/** A field with what is selected below it, and arguments by the names of their variables. */
export function select(field: string, below: readonly SelectionNode[] = [], given: Readonly<Record<string, string>> = {}): FieldNode {
  return {
    kind: "Field",
    name: name(field),
    arguments: Object.entries(given).map(([each, from]) => ({ kind: "Argument", name: name(each), value: variable(from) })),
    ...(below.length ? { selectionSet: { kind: "SelectionSet", selections: below } } : {}),
  } as FieldNode;
}

/** What is selected only of one type. */
export function only(type: string, selections: readonly SelectionNode[]): InlineFragmentNode {
  return { kind: "InlineFragment", typeCondition: { kind: "NamedType", name: name(type) }, selectionSet: { kind: "SelectionSet", selections } } as InlineFragmentNode;
}

/** A query with its variables, each with a type as GraphQL writes it. */
export function query(called: string, types: Readonly<Record<string, string>>, selections: readonly SelectionNode[]): TypedDocumentNode<Answer, Variables> {
  const variableDefinitions = Object.entries(types).map(([each, type]) => ({ kind: "VariableDefinition", variable: variable(each), type: typeNode(type) }) as VariableDefinitionNode);
  const operation = { kind: "OperationDefinition", operation: "query", name: name(called), variableDefinitions, selectionSet: { kind: "SelectionSet", selections } };
  return { kind: "Document", definitions: [operation] } as unknown as TypedDocumentNode<Answer, Variables>;
}

function typeNode(text: string): TypeNode {
  if (text.endsWith("!")) return { kind: "NonNullType", type: typeNode(text.slice(0, -1)) } as TypeNode;
  if (text.startsWith("[")) return { kind: "ListType", type: typeNode(text.slice(1, -1)) } as TypeNode;
  return { kind: "NamedType", name: name(text) } as TypeNode;
}
