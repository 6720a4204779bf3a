import type { Filled, Filter } from "./ways.ts";

interface Given {
  filters: readonly Filter[];
  /** Whether a name alone does not tell which of several steps it belongs to. */
  isLong: boolean;
  filled: Filled;
  onFill: (key: string, value: string) => void;
}

/** A field for each argument of the list, of the kind that the argument is. */
export function Filters({ filters, isLong, filled, onFill }: Given) {
  return filters.map((filter) => (
    <label key={filter.key}>
      {isLong ? filter.key.replace(".", " › ") : filter.name}
      {filter.choices ? <Choice filter={filter} value={filled[filter.key] ?? ""} onFill={onFill} /> : <Text filter={filter} value={filled[filter.key] ?? ""} onFill={onFill} />}
    </label>
  ));
}

interface One {
  filter: Filter;
  value: string;
  onFill: Given["onFill"];
}

function Choice({ filter: { key, choices, isRequired }, value, onFill }: One) {
  return (
    <select name={key} value={value || (isRequired ? choices![0] : "")} onChange={(event) => onFill(key, event.target.value)}>
      {!isRequired && <option value="">–</option>}
      {choices!.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </select>
  );
}

/** What is written counts when one leaves the field, or presses Enter. */
function Text({ filter: { key, type }, value, onFill }: One) {
  const isNumber = /^(Int|Float)/.test(type);
  const hint = type.startsWith("AWSDateTime") ? "2026-01-31T12:00:00Z" : type.startsWith("[") ? "one, another" : "";
  const fill = (text: string) => text.trim() !== value && onFill(key, text.trim());
  return (
    <input
      key={value}
      name={key}
      type={isNumber ? "number" : "text"}
      step="any"
      defaultValue={value}
      placeholder={hint}
      autoComplete="off"
      onBlur={(event) => fill(event.target.value)}
      onKeyDown={(event) => event.key === "Enter" && fill(event.currentTarget.value)}
    />
  );
}
