import "./Data.css";
import { useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { Empty } from "../../parts/Empty.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { plural } from "../../parts/words.ts";
import { Filters } from "./Filters.tsx";
import { Rows } from "./Rows.tsx";
import { TYPES, waysTo } from "./stored.ts";
import { useRows } from "./useRows.ts";
import { filtersOf, missing, wayAlong, type Way } from "./ways.ts";

/** Any stored type as a table. */
export function DataTable({ params: { type } }: { params: { type: string } }) {
  const search = useSearch();
  const way = useMemo(() => wayOf(type, new URLSearchParams(search)), [type, search]);
  if (!TYPES.includes(type) || !way) {
    return (
      <Empty title="There is no such list.">
        <a href="#/data">All types</a>
      </Empty>
    );
  }
  return <Table key={`${type} ${pathOf(way)} ${way.of?.id}`} way={way} search={search} />;
}

function Table({ way, search }: { way: Way; search: string }) {
  const [, navigate] = useLocation();
  const given = new URLSearchParams(search);
  const filters = filtersOf(way);
  const filled = Object.fromEntries(filters.map(({ key }) => [key, given.get(key) ?? ""]));
  const wanted = missing(way, filled);
  const { rows, isCut, hasMore, more, problem, isLoading } = useRows(way, filled, wanted.length > 0);
  const go = (change: Record<string, string>) => {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries(change)) if (value) next.set(key, value); else next.delete(key);
    navigate(`/data/${way.type}${next.size ? `?${next}` : ""}`);
  };
  return (
    <div className="stack">
      <div className="row">
        <h1>{way.type}</h1>
        <a href="#/data">All types</a>
        {way.of && <Origin of={way.of} />}
      </div>
      <div className="data-filters">
        {!way.of && <WayChoice way={way} onChoose={(path) => navigate(`/data/${way.type}?by=${path}`)} />}
        <Filters filters={filters} isLong={way.steps.length > 1} filled={filled} onFill={(key, value) => go({ [key]: value })} />
      </div>
      <Trouble problem={problem} />
      {wanted.length > 0 && <Empty title={`Fill in ${wanted.map(({ name }) => name).join(" and ")} to see them.`} />}
      {isLoading && <Loading rows={8} />}
      {!isLoading && !wanted.length && !rows.length && !problem && <Empty title={hasMore ? `None below the first ${way.steps[0]!.name}.` : "Nothing is stored here."} />}
      {rows.length > 0 && <Rows type={way.type} rows={rows} />}
      <p className="row soft">
        {rows.length > 0 && plural(rows.length, "row")}
        {isCut && " · some have more than the first 50: open them to see all"}
        {hasMore && <button onClick={more}>Load more</button>}
      </p>
    </div>
  );
}

function Origin({ of }: { of: NonNullable<Way["of"]> }) {
  return (
    <span className="soft">
      of one <a href={`#/node/${of.id}`}>{of.type}</a>
    </span>
  );
}

function WayChoice({ way, onChoose }: { way: Way; onChoose: (path: string) => void }) {
  const ways = waysTo(way.type);
  if (ways.length < 2) return null;
  return (
    <label>
      list
      <select name="by" value={pathOf(way)} onChange={(event) => onChoose(event.target.value)}>
        {ways.map((path) => (
          <option key={path} value={path}>
            {path.replaceAll(".", " › ")}
          </option>
        ))}
      </select>
    </label>
  );
}

/** `?by=novae.runs`, or `?of=<id>&by=Nova.runs` for those of one item. */
function wayOf(type: string, search: URLSearchParams): Way | null {
  const [of, by] = [search.get("of"), search.get("by")];
  if (!of) return wayAlong(type, by ?? waysTo(type)[0] ?? "");
  const [from = "", field = ""] = by?.split(".") ?? [];
  return wayAlong(type, field, { id: of, type: from });
}

function pathOf({ steps }: Way): string {
  return steps.map(({ name }) => name).join(".");
}
