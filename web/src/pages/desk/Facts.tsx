import { placeOfNova } from "../../novae/places.ts";
import { reasonOf } from "../../novae/quarantines.ts";
import { age, said } from "../../parts/words.ts";
import type { Waiting } from "./useDesk.ts";

/** What is known of something that waits, so that one can decide. */
export function Facts({ waiting }: { waiting: Waiting }) {
  return (
    <dl className="desk-facts">
      {(waiting.kind === "spectrum" ? ofSpectrum(waiting) : ofRun(waiting)).map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt className="soft">{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      <div>
        <dt className="soft">All of it</dt>
        <dd>
          <a href={`#/node/${waiting.item.id}`}>every field</a>
        </dd>
      </div>
    </dl>
  );
}

type Fact = [name: string, value: React.ReactNode];

function ofSpectrum(waiting: Extract<Waiting, { kind: "spectrum" }>): Fact[] {
  const { item, about } = waiting;
  return [
    ["Nova", <a href={placeOfNova({ primaryName: item.nova?.primaryName ?? null, novaId: item.novaId })}>{about}</a>],
    ["Spectrum", [item.provider, item.telescope, item.instrument].filter(Boolean).join(" · ")],
    ["Why", reasonOf(waiting)],
    ["Notes", item.normalizationNotes.join(" · ")],
    ["Attempts", [item.attemptCount, item.lastAttemptOutcome && said(item.lastAttemptOutcome)].filter(Boolean).join(" · ")],
    ["Since", `${age(item.updatedAt)} ago`],
  ];
}

function ofRun(waiting: Extract<Waiting, { kind: "run" }>): Fact[] {
  const { item } = waiting;
  const nova = item.nova && item.novaId ? { ...item.nova, novaId: item.novaId } : null;
  return [
    ["Workflow", said(item.workflowName)],
    ["Name", item.candidateName],
    ["Nova", nova && <a href={placeOfNova(nova)}>{nova.primaryName ?? nova.novaId}</a>],
    ["Close to", item.nearestNova && <a href={placeOfNova(item.nearestNova)}>{item.nearestNova.primaryName ?? item.nearestNova.novaId}</a>],
    ["Why", [reasonOf(waiting), item.classificationReason].filter(Boolean).join(": ")],
    ["Fault", [item.errorType, item.errorMessage].filter(Boolean).join(": ")],
    ["Since", `${age(item.startedAt)} ago`],
  ];
}
