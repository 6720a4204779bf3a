import "./Sheets.css";
import { useRef, type ReactNode } from "react";

interface Given {
  label: string;
  names: readonly string[];
  at: number;
  onChange: (at: number) => void;
  /** Beside the tabs. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Several things in one place, one in sight; the arrows go from tab to tab. */
export function Sheets({ label, names, at, onChange, aside, children }: Given) {
  const list = useRef<HTMLDivElement>(null);
  const press = (event: React.KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const to = (at + by + names.length) % names.length;
    onChange(to);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
    event.stopPropagation();
  };
  return (
    <div className="sheets">
      <div className="sheets-head">
        <div role="tablist" aria-label={label} ref={list} onKeyDown={press}>
          {names.map((name, index) => (
            <button key={name} role="tab" id={`tab-${index}`} aria-selected={index === at} aria-controls="tab-panel" tabIndex={index === at ? 0 : -1} onClick={() => onChange(index)}>
              {name}
            </button>
          ))}
        </div>
        {aside}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${at}`} className="sheets-panel">
        {children}
      </div>
    </div>
  );
}
