import type { Answer } from "./documents.ts";
import { fieldsOf, isValue, type Field } from "./stored.ts";

/** What every item has, or nearly: it says less than what is its own, and comes last. */
const LAST = ["createdAt", "updatedAt", "updatedBy", "expiresAt", "schemaVersion", "audience"];

/** The values of a type, what is its own first. */
export function columnsOf(type: string): Field[] {
  const values = fieldsOf(type).filter(isValue);
  return [...values.filter(({ name }) => !LAST.includes(name)), ...values.filter(({ name }) => LAST.includes(name))];
}

/** A value as it was answered, in words; nothing where there is none. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.map(String).join(", ") : String(value);
}

export function isEmpty(value: unknown): boolean {
  return shown(value) === "";
}

export function hasValue(rows: readonly Answer[], { name }: Field): boolean {
  return rows.some((row) => !isEmpty(row[name]));
}
