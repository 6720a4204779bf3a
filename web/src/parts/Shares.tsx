import "./Shares.css";
import { LabelChip, type State } from "./LabelChip.tsx";

export interface Share {
  name: string;
  count: number;
  state: State;
}

/** What a whole is made of: one bar of all parts, and each in words unless there is no room for them. */
export function Shares({ shares, isBrief = false }: { shares: readonly Share[]; isBrief?: boolean | undefined }) {
  const some = shares.filter(({ count }) => count > 0);
  return (
    <div className="shares">
      <div className="shares-bar" role="img" aria-label={some.map(({ name, count }) => `${count} ${name}`).join(", ") || "Nothing yet"}>
        {some.map(({ name, count, state }) => (
          <i key={name} data-state={state} style={{ flexGrow: count }} title={`${count} ${name}`} />
        ))}
      </div>
      {!isBrief && (
        <p className="row">
          {some.map(({ name, count, state }) => (
            <LabelChip key={name} state={state}>{`${count.toLocaleString("en")} ${name}`}</LabelChip>
          ))}
        </p>
      )}
    </div>
  );
}
