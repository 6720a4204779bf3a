import "./Json.css";

const BEGINNING = 120;

/** A value of any shape: its beginning, and opened, all of it. */
export function Json({ value, isOpen = false }: { value: unknown; isOpen?: boolean }) {
  const whole = parsed(value);
  const text = JSON.stringify(whole);
  return (
    <details className="json" open={isOpen}>
      <summary className="mono">{text.length > BEGINNING ? `${text.slice(0, BEGINNING)}…` : text}</summary>
      <pre tabIndex={0}>{JSON.stringify(whole, null, 2)}</pre>
    </details>
  );
}

/** AWSJSON is text that holds JSON; what is none stays as it is. */
function parsed(value: unknown): unknown {
  try {
    return typeof value === "string" ? (JSON.parse(value) as unknown) : value;
  } catch {
    return value;
  }
}
