import { useApolloClient } from "@apollo/client/react";
import { useState } from "react";
import { LightCurveDocument, type LightCurveQuery } from "../../api/generated/graphql.ts";
import { problemOf, type Problem } from "../../api/problems.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { byUnit } from "../../novae/brightness.ts";
import { Panel } from "../../parts/Panel.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { plural } from "../../parts/words.ts";
import { Brightness } from "./Brightness.tsx";
import type { NovaData } from "./Nova.tsx";

type Rows = NonNullable<Extract<NonNullable<LightCurveQuery["node"]>, { __typename: "PhotometryTable" }>["rows"]>;

interface Curve {
  rows: Rows["nodes"];
  next: string | null;
  isThere: boolean;
  problem: Problem | null;
}

/** Measurements of brightness, asked for when wanted: there may be thousands. What is told in another unit has a chart of its own. */
export function LightCurve({ nova }: { nova: NovaData }) {
  const table = nova.products.find((each) => each.__typename === "PhotometryTable");
  const { query } = useApolloClient();
  const [curve, setCurve] = useState<Curve | null>(null);
  const isMore = !curve || curve.next !== null;
  const load = async () => {
    if (!table || !isMore) return;
    try {
      const { data } = await query({ query: LightCurveDocument, variables: { id: table.id, after: curve?.next }, fetchPolicy: "no-cache" });
      const rows = data?.node?.__typename === "PhotometryTable" ? data.node.rows : null;
      const next = rows?.pageInfo.hasNextPage ? rows.pageInfo.endCursor : null;
      setCurve({ rows: [...(curve?.rows ?? []), ...(rows?.nodes ?? [])], next, isThere: rows !== null, problem: null });
    } catch (fault) {
      setCurve({ rows: [], next: null, isThere: true, ...curve, problem: problemOf(fault) });
    }
  };
  useKeys(table ? [{ keys: "p", does: "Load the photometry", run: () => void load() }] : []);
  if (!table) return null;
  const charts = byUnit(curve?.rows ?? []);
  const shown = charts.reduce((sum, [, points]) => sum + points.length, 0);
  return (
    <Panel title="Photometry" aside={<span className="soft">{shown && isMore ? `${shown.toLocaleString("en")} of ` : ""}{plural(table.rowCount ?? 0, "measurement")}</span>}>
      <Trouble problem={curve?.problem ?? null} />
      {curve && !curve.isThere && <p className="soft">The single measurements are kept in a table that this API is not told of.</p>}
      {charts.map(([unit, points]) => (
        <Brightness key={unit} unit={unit} points={points} />
      ))}
      {curve?.isThere && !shown && !curve.problem && <p className="soft">{curve.rows.length ? "None of these measurements has a time and a value." : "The table has no measurement of this nova."}</p>}
      {isMore && (
        <button onClick={() => void load()} title="Load the photometry (p)">
          {curve ? "Load more" : "Show"}
        </button>
      )}
    </Panel>
  );
}
