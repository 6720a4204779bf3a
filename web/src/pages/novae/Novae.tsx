import "./Novae.css";
import { useLocation, useSearch } from "wouter";
import type { NovaOrder, NovaRowFragment, NovaStatus, NovaeQueryVariables } from "../../api/generated/graphql.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { placeOfNova } from "../../novae/places.ts";
import { Empty } from "../../parts/Empty.tsx";
import { stateOf } from "../../parts/LabelChip.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Sky, type Cone, type Star } from "../../parts/Sky.tsx";
import { Table } from "../../parts/Table.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { plural, said } from "../../parts/words.ts";
import { COLUMNS } from "./columns.tsx";
import { ConeForm } from "./Cone.tsx";
import { NovaFilters } from "./NovaFilters.tsx";
import { useNovae } from "./useNovae.ts";

/** The catalogue: where the novae are on the sky, and all of them in a table. */
export function Novae() {
  const { filters, cone, change } = useFilters();
  const [, navigate] = useLocation();
  const { novae, problem, isLoading, hasMore, more } = useNovae(filters, cone);
  useKeys([{ keys: "d", does: "Go to the desk", run: () => navigate("/desk") }]);
  const search = ({ ra, dec, radius }: Cone) => change({ ra: ra.toFixed(3), dec: dec.toFixed(3), radius: radius.toFixed(3) });
  return (
    <div className="stack novae">
      <div className="row">
        <h1>Novae</h1>
        <ConeForm onCone={search} />
        <a className="push" href="#/desk" title="Go to the desk (d)">
          Desk: what waits for a decision
        </a>
      </div>
      <Sky label={`${plural(novae.length, "nova").replace("novas", "novae")} on the sky, listed below`} stars={novae.flatMap(starOf)} cone={cone} onCone={search} onStar={({ key }) => navigate(placeOfNova(novae.find(({ id }) => id === key)!).slice(1))} />
      <NovaFilters filters={filters} cone={cone} onChange={change} />
      <Trouble problem={problem} />
      {isLoading && <Loading rows={8} />}
      {!isLoading && !novae.length && !problem && <Empty title={cone ? "There is no nova within this circle." : "No nova is like that."} />}
      {novae.length > 0 && <Table label="Novae" columns={COLUMNS} rows={novae} keyOf={({ id }) => id} height={560} />}
      {novae.length > 0 && (
        <p className="row soft">
          {novae.length === 1 ? "1 nova" : `${novae.length} novae`}
          {hasMore && <button onClick={more}>Load more</button>}
        </p>
      )}
    </div>
  );
}

function starOf({ id, primaryName, novaId, raDeg, decDeg, status, spectraCount }: NovaRowFragment): Star[] {
  if (raDeg === null || decDeg === null) return [];
  const name = `${primaryName ?? novaId}: ${said(status)}, ${spectraCount ?? 0} spectra`;
  return [{ key: id, name, ra: raDeg, dec: decDeg, state: stateOf(status), weight: spectraCount ?? 0 }];
}

interface Filtering {
  filters: NovaeQueryVariables;
  cone: Cone | null;
  change: (change: Record<string, string>) => void;
}

/** What is listed stands in the address, so that it can be sent to others. */
function useFilters(): Filtering {
  const given = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const [ra, dec, radius] = ["ra", "dec", "radius"].map((each) => given.get(each));
  const year = Number(given.get("year"));
  return {
    filters: {
      status: given.get("status") as NovaStatus | null,
      provider: given.get("provider"),
      year: year || null,
      order: (given.get("order") ?? "NAME") as NovaOrder,
    },
    cone: ra && dec && radius ? { ra: Number(ra), dec: Number(dec), radius: Number(radius) } : null,
    change: (change) => {
      const next = new URLSearchParams(given);
      for (const [key, value] of Object.entries(change)) if (value) next.set(key, value); else next.delete(key);
      navigate(`/novae${next.size ? `?${next}` : ""}`);
    },
  };
}
