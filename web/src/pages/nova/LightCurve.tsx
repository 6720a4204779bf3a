import { useApolloClient } from "@apollo/client/react";
import { useState } from "react";
import { LightCurveDocument, type LightCurveQuery } from "../../api/generated/graphql.ts";
import { problemOf, type Problem } from "../../api/problems.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { dayOf, scaleOf } from "../../novae/mjd.ts";
import { Panel } from "../../parts/Panel.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { figure, plural } from "../../parts/words.ts";
import type { NovaData } from "./Nova.tsx";

type Rows = NonNullable<Extract<NonNullable<LightCurveQuery["node"]>, { __typename: "PhotometryTable" }>["rows"]>;

interface Curve {
  rows: Rows["nodes"];
  next: string | null;
  isThere: boolean;
  problem: Problem | null;
}

const HUES = [320, 208, 40, 150, 265, 13];

/** Measurements of brightness, asked for when wanted: there may be thousands. Bright is up. */
export function LightCurve({ nova }: { nova: NovaData }) {
  const table = nova.products.find((each) => each.__typename === "PhotometryTable");
  const { query } = useApolloClient();
  const [curve, setCurve] = useState<Curve | null>(null);
  const load = async () => {
    if (!table) return;
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
  const isMore = !curve || curve.next !== null;
  return (
    <Panel title="Photometry" aside={<span className="soft">{plural(table.rowCount ?? 0, "measurement")}</span>}>
      <Trouble problem={curve?.problem ?? null} />
      {curve && !curve.isThere && <p className="soft">The single measurements are kept in a table that this API is not told of.</p>}
      {curve && curve.rows.length > 0 && <Chart rows={curve.rows} />}
      {isMore && (
        <button onClick={() => void load()} title="Load the photometry (p)">
          {curve ? "Load more" : "Show"}
        </button>
      )}
    </Panel>
  );
}

function Chart({ rows }: { rows: Curve["rows"] }) {
  const points = rows.flatMap(({ timeMjd, magnitude, isUpperLimit, limitingValue, bandName }) => {
    const value = isUpperLimit ? limitingValue : magnitude;
    return timeMjd === null || value === null ? [] : [{ day: timeMjd, value, isLimit: Boolean(isUpperLimit), band: bandName ?? "?" }];
  });
  if (!points.length) return <p className="soft">None of them is a magnitude.</p>;
  const bands = [...new Set(points.map(({ band }) => band))].sort();
  const days = points.map(({ day }) => day).sort((a, b) => a - b);
  const [x, y] = [scaleOf(days), scaleOf(points.map(({ value }) => value))];
  const colour = (band: string) => `hsl(${HUES[bands.indexOf(band) % HUES.length]}, 65%, 50%)`;
  return (
    <>
      <svg className="light-curve" role="img" aria-label={`Brightness from ${dayOf(days[0]!)} to ${dayOf(days.at(-1)!)}`} data-points={points.length}>
        {points.map(({ day, value, isLimit, band }, index) => (
          <circle key={index} cx={`${x(day)}%`} cy={`${y(value)}%`} r={3} fill={colour(band)} stroke={colour(band)} data-limit={isLimit || undefined}>
            <title>{`${dayOf(day)} ${band} ${isLimit ? "fainter than " : ""}${figure(value)}`}</title>
          </circle>
        ))}
      </svg>
      <p className="row soft">
        {dayOf(days[0]!)} – {dayOf(days.at(-1)!)} · {figure(Math.min(...points.map(({ value }) => value)))} to {figure(Math.max(...points.map(({ value }) => value)))} mag ·
        {bands.map((band) => (
          <span key={band}>
            <svg width="8" height="8" aria-hidden="true">
              <circle cx="4" cy="4" r="4" fill={colour(band)} />
            </svg>{" "}
            {band}
          </span>
        ))}
      </p>
    </>
  );
}
