/** Rows as CSV of RFC 4180. A cell that a spreadsheet would take for a formula gets a quote in front: it is text. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(cellOf).join(",") + "\r\n").join("");
}

function cellOf(text: string): string {
  const isFormula = /^[=+@\t\r]/.test(text) || (text.startsWith("-") && Number.isNaN(Number(text.replaceAll(",", ""))));
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
