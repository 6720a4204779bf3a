import "./Nova.css";
import { useApolloClient } from "@apollo/client/react";
import { useEffect, useRef } from "react";
import { NamedNovaeDocument, NovaDocument, type NovaQuery } from "../../api/generated/graphql.ts";
import { usePage } from "../../api/usePage.ts";
import { useNovaChanges } from "../../novae/useNovaChanges.ts";
import { Empty } from "../../parts/Empty.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { Head } from "./Head.tsx";
import { LightCurve } from "./LightCurve.tsx";
import { Papers } from "./Papers.tsx";
import { Runs } from "./Runs.tsx";
import { Spectra } from "./Spectra.tsx";

export type NovaData = NonNullable<NovaQuery["nova"]>;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LATE_MILLISECONDS = 1000;

/** One nova, by any of its names or by its id. */
export function Nova({ params: { name } }: { params: { name: string } }) {
  const known = decoded(name);
  const isId = ID.test(known);
  const { data, problem, isLoading } = usePage(NamedNovaeDocument, { name: known }, { skip: isId });
  if (isId) return <NovaWithId key={known} novaId={known} />;
  if (isLoading) return <Loading rows={6} height={72} />;
  if (problem) return <Trouble problem={problem} />;
  const [only, ...others] = data?.novaeByName ?? [];
  if (!only) return <Empty title={`No nova has the name ${known}.`} />;
  if (!others.length) return <NovaWithId key={only.novaId} novaId={only.novaId} />;
  return (
    <Empty title={`Several novae have the name ${known}.`}>
      {[only, ...others].map(({ novaId, primaryName, raSexagesimal, decSexagesimal }) => (
        <a key={novaId} href={`#/novae/${novaId}`}>
          {primaryName} at {raSexagesimal} {decSexagesimal}{" "}
        </a>
      ))}
    </Empty>
  );
}

function NovaWithId({ novaId }: { novaId: string }) {
  const again = useLater(NovaDocument);
  const live = useNovaChanges(novaId, {
    onSpectra: (spectra) => spectra.some(({ id }) => !nova?.products.some((each) => each.id === id)) && again(),
    onRuns: (runs) => runs.some(({ id }) => !nova?.runs.nodes.some((each) => each.id === id)) && again(),
  });
  const { data, problem } = usePage(NovaDocument, { novaId }, { after: live });
  const nova = data?.nova;
  if (data && !nova) return <Empty title="There is no such nova." />;
  return (
    <div className="stack nova">
      <Trouble problem={problem} />
      {!nova && !problem && <Loading rows={6} height={72} />}
      {nova && (
        <>
          <Head nova={nova} />
          <Spectra nova={nova} />
          <LightCurve nova={nova} />
          <div className="nova-columns">
            <Papers nova={nova} />
            <Runs nova={nova} />
          </div>
        </>
      )}
    </div>
  );
}

/** Ask again in a moment: the indexes that list things follow what was written. */
function useLater(document: typeof NovaDocument): () => void {
  const client = useApolloClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void client.refetchQueries({ include: [document] }), LATE_MILLISECONDS);
  };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
