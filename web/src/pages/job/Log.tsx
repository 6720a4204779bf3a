import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { useObservable } from "../../api/tessera.tsx";
import { Panel } from "../../parts/Panel.tsx";
import { clock, plural, said } from "../../parts/words.ts";
import type { GrowingLog, Line } from "./GrowingLog.ts";

const LEVELS = ["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"];
const STATES: Readonly<Record<string, string>> = { WARNING: "PENDING", ERROR: "INVALID", CRITICAL: "INVALID" };
const NEAR_PIXELS = 40;
const ASKED = 100; // by Job.graphql

/** The end of a log. It follows what is written, unless one has scrolled up to read. */
export function Log({ log, asked }: { log: GrowingLog; asked: readonly Line[] }) {
  useEffect(() => log.keep(asked, ASKED), [log, asked]);
  const lines = useObservable(log.lines);
  const [level, setLevel] = useState("DEBUG");
  const shown = lines.filter(({ logLevel }) => LEVELS.indexOf(logLevel) >= LEVELS.indexOf(level) || !LEVELS.includes(logLevel));
  return (
    <Panel
      title="Log"
      aside={
        <label className="row">
          {plural(shown.length, "line")}, from
          <select value={level} onChange={(event) => setLevel(event.target.value)}>
            {LEVELS.map((each) => (
              <option key={each} value={each}>
                {said(each)}
              </option>
            ))}
          </select>
        </label>
      }
    >
      {shown.length ? <Tail lines={shown} /> : <p className="soft">No line of this level.</p>}
    </Panel>
  );
}

function Tail({ lines }: { lines: readonly Line[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const isFollowing = useRef(true);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 20,
    overscan: 20,
    getItemKey: (index) => lines[index]!.id,
  });
  useEffect(() => {
    if (isFollowing.current && lines.length) virtual.scrollToIndex(lines.length - 1, { align: "end" });
  }, [lines.length, virtual]);
  const scrolled = () => {
    const at = scroller.current!;
    isFollowing.current = at.scrollHeight - at.scrollTop - at.clientHeight < NEAR_PIXELS;
  };
  return (
    <div className="log" ref={scroller} onScroll={scrolled} tabIndex={0} role="log" aria-label="Log" aria-live="off">
      <div style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const { timestamp, logLevel, message, exception } = lines[index]!;
          return (
            <p key={key} ref={virtual.measureElement} data-index={index} data-state={STATES[logLevel]} style={{ transform: `translateY(${start}px)` }}>
              <time dateTime={timestamp}>{clock(timestamp)}</time> <b>{logLevel}</b> {message}
              {exception && `\n${exception}`}
            </p>
          );
        })}
      </div>
    </div>
  );
}
