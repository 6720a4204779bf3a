import "./Timeline.css";
import { LabelChip, type State } from "./LabelChip.tsx";
import { clock, plural, span } from "./words.ts";

export interface Moment {
  key: string;
  at: string;
  state: State;
  name: string;
  message?: string | null;
  progress?: number | null;
}

interface Given {
  label: string;
  /** From the first to the last. */
  moments: readonly Moment[];
  /** Whether nothing follows; otherwise the last one lasts until now. */
  isOver: boolean;
}

/** What followed on what, as a band whose lengths are times; opened, in words. */
export function Timeline({ label, moments, isOver }: Given) {
  if (!moments.length) return null;
  return (
    <details className="timeline">
      <summary>
        <span className="timeline-band" aria-hidden="true">
          {bandsOf(moments, isOver).map(({ key, state, seconds, title }) => (
            <i key={key} data-state={state} style={{ flexGrow: seconds }} title={title} />
          ))}
        </span>
        <span className="soft">
          {label}: {plural(moments.length, "entry").replace("entrys", "entries")}
        </span>
      </summary>
      <ol>
        {moments.map(({ key, at, state, name, message, progress }) => (
          <li key={key}>
            <time dateTime={at}>{clock(at)}</time> <LabelChip state={state}>{name}</LabelChip>
            <span className="number">{progress == null ? "" : `${Math.round(progress)} %`}</span>
            <span>{message}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

interface Band {
  key: string;
  state: State;
  seconds: number;
  title: string;
}

/** Entries in the same state make one band; each is as long as it lasted, and at least visible. */
export function bandsOf(moments: readonly Moment[], isOver: boolean, now = Date.now()): Band[] {
  const times = moments.map(({ at }) => Date.parse(at));
  const whole = Math.max((isOver ? times.at(-1)! : now) - times[0]!, 1);
  return moments.map(({ key, state, name, message }, index) => {
    const isLast = index === moments.length - 1;
    const lasted = isLast && isOver ? 0 : (times[index + 1] ?? now) - times[index]!;
    return { key, state, seconds: Math.max(lasted / whole, 0.01), title: [`${name} for ${span(lasted / 1000)}`, message].filter(Boolean).join(": ") };
  });
}
