import { useMemo } from "react";
import { LabelChip, stateOf } from "../../parts/LabelChip.tsx";
import { Table, type Column } from "../../parts/Table.tsx";
import { figures, said } from "../../parts/words.ts";
import { told } from "./axes.ts";
import type { Run } from "./ranked.ts";

interface Given {
  runs: readonly Run[];
  names: readonly string[];
  metricName: string;
  pointed: string | null;
  onPoint: (jobId: string | null) => void;
}

export function RunTable({ runs, names, metricName, pointed, onPoint }: Given) {
  const columns = useMemo<Column<Run>[]>(
    () => [
      { title: "Rank", width: "40px", isNumber: true, isExtra: true, cell: ({ rank }) => rank },
      { title: "Run", width: "minmax(88px, 4fr)", cell: ({ jobId, name }) => <a href={`#/jobs/${jobId}`}>{name}</a> },
      ...names.map((name) => ({ title: name, width: "minmax(96px, 1fr)", isNumber: true, from: 1000 as const, cell: alike(runs, ({ settings }) => settings.get(name)) })),
      { title: `Best ${metricName}`, width: "96px", isNumber: true, cell: alike(runs, ({ best }) => best?.value) },
      { title: "Epoch", width: "56px", isNumber: true, isExtra: true, cell: ({ best }) => best?.epoch },
      { title: "Status", width: "104px", cell: ({ status }) => <LabelChip state={stateOf(status)}>{said(status)}</LabelChip> },
    ],
    [runs, names, metricName],
  );
  return (
    <Table
      label="Runs"
      columns={columns}
      rows={runs}
      keyOf={({ jobId }) => jobId}
      isChosen={({ jobId }) => jobId === pointed}
      onPoint={(run) => onPoint(run?.jobId ?? null)}
    />
  );
}

/** Numbers of a column with the same digits after the point, so that they line up; anything else as it is. */
function alike(runs: readonly Run[], valueOf: (run: Run) => unknown): (run: Run) => string {
  const figure = figures(runs.map(valueOf).filter((value) => typeof value === "number"));
  return (run) => {
    const value = valueOf(run);
    return typeof value === "number" ? figure(value) : told(value);
  };
}
