import { LabelChip, stateOf } from "../../parts/LabelChip.tsx";
import { Sky } from "../../parts/Sky.tsx";
import { said } from "../../parts/words.ts";
import { Alias } from "./Alias.tsx";
import type { NovaData } from "./Nova.tsx";
import { StatusChoice } from "./StatusChoice.tsx";

/** What a nova is called, where it is, and whether it counts. */
export function Head({ nova }: { nova: NovaData }) {
  const { primaryName, novaId, status, raDeg, decDeg } = nova;
  return (
    <header className="nova-head">
      <div className="stack">
        <div className="row">
          <h1>{primaryName ?? novaId}</h1>
          <LabelChip state={stateOf(status)}>{said(status)}</LabelChip>
          <StatusChoice nova={nova} />
          <a className="push" href={`#/node/${nova.id}`}>
            Every field
          </a>
        </div>
        <p className="soft">{[nova.novaType, nova.discoveryDate && `discovered ${nova.discoveryDate.replaceAll("-00", "")}`].filter(Boolean).join(" · ")}</p>
        <p className="mono">{[nova.raSexagesimal, nova.decSexagesimal, nova.coordFrame, nova.coordEpoch].filter(Boolean).join(" ")}</p>
        {nova.mergedIntoNovaId && (
          <p>
            Merged into <a href={`#/novae/${nova.mergedIntoNovaId}`}>another nova</a>
          </p>
        )}
        <ul className="nova-names" aria-label="Other names">
          {nova.aliases.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <Alias nova={nova} />
      </div>
      {raDeg !== null && decDeg !== null && <Sky label={`${primaryName ?? "The nova"} on the sky`} stars={[{ key: nova.id, name: primaryName ?? novaId, ra: raDeg, dec: decDeg, state: stateOf(status), weight: 9 }]} />}
    </header>
  );
}
