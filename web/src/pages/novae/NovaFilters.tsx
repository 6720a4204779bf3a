import type { NovaOrder, NovaStatus, NovaeQueryVariables } from "../../api/generated/graphql.ts";
import { said } from "../../parts/words.ts";
import type { Cone } from "../../parts/Sky.tsx";

const STATUSES: readonly NovaStatus[] = ["ACTIVE", "QUARANTINED", "MERGED", "DEPRECATED", "HIDDEN"];
const ORDERS: readonly NovaOrder[] = ["NAME", "NEWEST", "OLDEST", "MOST_SPECTRA", "MOST_PHOTOMETRY", "MOST_REFERENCES"];

interface Given {
  filters: NovaeQueryVariables;
  cone: Cone | null;
  onChange: (change: Record<string, string>) => void;
}

/** Which novae are listed, and in which order. A circle on the sky has its own order: the nearest first. */
export function NovaFilters({ filters, cone, onChange }: Given) {
  if (cone) {
    return (
      <p className="row">
        Within {cone.radius.toFixed(1)}° of {cone.ra.toFixed(1)}° {cone.dec < 0 ? "−" : "+"}
        {Math.abs(cone.dec).toFixed(1)}°, the nearest first
        <button onClick={() => onChange({ ra: "", dec: "", radius: "" })}>The whole sky</button>
      </p>
    );
  }
  return (
    <div className="novae-filters">
      <label>
        Status
        <select value={filters.status ?? ""} onChange={(event) => onChange({ status: event.target.value })}>
          <option value="">any</option>
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {said(each)}
            </option>
          ))}
        </select>
      </label>
      <Written name="provider" label="Spectra from" hint="such as ESO" value={filters.provider ?? ""} onChange={onChange} />
      <Written name="year" label="Discovered in" hint="such as 2012" value={filters.year?.toString() ?? ""} onChange={onChange} />
      <label>
        Order
        <select value={filters.order ?? "NAME"} onChange={(event) => onChange({ order: event.target.value })}>
          {ORDERS.map((each) => (
            <option key={each} value={each}>
              {said(each)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

interface Field {
  name: string;
  label: string;
  hint: string;
  value: string;
  onChange: Given["onChange"];
}

/** What is written counts when one leaves the field, or presses Enter. */
function Written({ name, label, hint, value, onChange }: Field) {
  const change = (text: string) => text.trim() !== value && onChange({ [name]: text.trim() });
  return (
    <label>
      {label}
      <input key={value} name={name} defaultValue={value} placeholder={hint} inputMode={name === "year" ? "numeric" : undefined} autoComplete="off" onBlur={(event) => change(event.target.value)} onKeyDown={(event) => event.key === "Enter" && change(event.currentTarget.value)} />
    </label>
  );
}
