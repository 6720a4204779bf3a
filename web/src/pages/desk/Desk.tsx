import "./Desk.css";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { QuarantineReason } from "../../api/generated/graphql.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { Decide } from "../../novae/Decide.tsx";
import { isWaiting, outcomeOf, reasonOf } from "../../novae/quarantines.ts";
import { Empty } from "../../parts/Empty.tsx";
import { LabelChip } from "../../parts/LabelChip.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Panel } from "../../parts/Panel.tsx";
import { Table, type Column } from "../../parts/Table.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { age, plural, said } from "../../parts/words.ts";
import { Facts } from "./Facts.tsx";
import { useDesk, type Waiting } from "./useDesk.ts";

const REASONS: readonly QuarantineReason[] = ["UNKNOWN_PROFILE", "MISSING_CRITICAL_METADATA", "CHECKSUM_MISMATCH", "COORDINATE_PROXIMITY", "OTHER"];

/** What waits for a person: one at a time, with what is known of it, and a note. */
export function Desk() {
  const given = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const reason = REASONS.find((each) => each === given.get("reason")) ?? null;
  const { waiting, problem, isLoading, hasMore, more } = useDesk({ reason });
  const [chosen, setChosen] = useState<string | null>(null);
  const at = Math.max(0, waiting.findIndex(({ item }) => item.id === chosen));
  const current = waiting[at];
  const step = (by: number) => setChosen(waiting[Math.min(Math.max(at + by, 0), waiting.length - 1)]?.item.id ?? null);
  useKeys([
    { keys: "ArrowDown", does: "The next one", run: () => step(1) },
    { keys: "ArrowUp", does: "The one before", run: () => step(-1) },
  ]);
  const left = waiting.filter(isWaiting).length;
  return (
    <div className="stack desk">
      <div className="row">
        <h1>Desk</h1>
        <span className="soft">{!isLoading && `${left}${hasMore ? "+" : ""} to decide`}</span>
        <label className="row push">
          Why
          <select value={reason ?? ""} onChange={(event) => navigate(`/desk${event.target.value && `?reason=${event.target.value}`}`)}>
            <option value="">any reason</option>
            {REASONS.map((each) => (
              <option key={each} value={each}>
                {said(each)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Trouble problem={problem} />
      {isLoading && <Loading rows={8} />}
      {!isLoading && !waiting.length && !problem && <Empty title="Nothing waits for a decision." />}
      {current && (
        <div className="desk-columns">
          <Panel title="Quarantines" aside={<span className="soft">{plural(waiting.length, "entry").replace("entrys", "entries")}</span>}>
            <Table label="Quarantines" columns={columns(setChosen)} rows={waiting} keyOf={({ item }) => item.id} isChosen={({ item }) => item === current.item} height={480} />
            {hasMore && <button onClick={more}>Load more</button>}
          </Panel>
          <Panel title={current.about}>
            <div className="stack">
              <Facts waiting={current} />
              <Decide key={current.item.id} quarantine={current} />
            </div>
          </Panel>
        </div>
      )}
    </div>
  );
}

function columns(onChoose: (id: string) => void): Column<Waiting>[] {
  return [
    {
      title: "About",
      width: "minmax(112px, 1fr)",
      cell: ({ item, about }) => (
        <button className="plain" onClick={() => onChoose(item.id)}>
          {about}
        </button>
      ),
    },
    { title: "What", width: "80px", isExtra: true, cell: ({ kind }) => kind },
    { title: "Why", width: "minmax(120px, 2fr)", cell: (each) => (isWaiting(each) ? <LabelChip state="NEEDS_REVIEW">{reasonOf(each)}</LabelChip> : <Outcome waiting={each} />) },
    { title: "Age", width: "48px", isNumber: true, isExtra: true, cell: ({ item }) => age(item.updatedAt) },
  ];
}

function Outcome({ waiting }: { waiting: Waiting }) {
  const outcome = outcomeOf(waiting) ?? "no longer waits";
  return (
    <span title={outcome}>
      <LabelChip state="VALID">{outcome}</LabelChip>
    </span>
  );
}
