import type { HomeQuery } from "../../api/generated/graphql.ts";
import { nameOf } from "../../documents/news.ts";
import { LabelChip, stateOf, STATES } from "../../parts/LabelChip.tsx";
import { age, said } from "../../parts/words.ts";

export function Stuck({ documents }: { documents: HomeQuery["stuckDocuments"]["nodes"] }) {
  if (!documents.length) return <p className="soft">No document is stuck.</p>;
  return (
    <ul className="home-list">
      {documents.map(({ jobId, status, fileName, documentKey, updatedAt, submittedAt }) => (
        <li key={jobId}>
          <a href={`#/documents/${jobId}`} title={documentKey ?? jobId}>
            {nameOf({ fileName, documentKey, jobId })}
          </a>
          <span className="row">
            <LabelChip state={stateOf(status)}>{said(status)}</LabelChip>
            <span className="soft" title="How long nothing has happened to it">{age(updatedAt ?? submittedAt)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Queues({ queues }: { queues: HomeQuery["queues"]["nodes"] }) {
  if (!queues.length) return <p className="soft">There is no queue.</p>;
  return (
    <ul className="home-list">
      {queues.map(({ queueName, jobCount, maxConcurrentJobs }) => (
        <li key={queueName}>
          <span>{queueName}</span>
          <span className="number">{jobCount} waiting</span>
          {maxConcurrentJobs !== null && <small>at most {maxConcurrentJobs} at once</small>}
        </li>
      ))}
    </ul>
  );
}

export function Instances({ instances }: { instances: HomeQuery["instances"]["nodes"] }) {
  if (!instances.length) return <p className="soft">There is no instance.</p>;
  return (
    <ul className="home-dots">
      {instances.map(({ instanceId, instanceType, status, healthStatus }) => {
        const state = status === "RUNNING" ? stateOf(healthStatus) : "NONE";
        return (
          <li key={instanceId} data-state={state} title={said(healthStatus)}>
            <i aria-hidden="true">{STATES[state].sign}</i>
            {instanceId} <span className="soft">{[instanceType, said(status)].filter(Boolean).join(", ")}</span>
          </li>
        );
      })}
    </ul>
  );
}
