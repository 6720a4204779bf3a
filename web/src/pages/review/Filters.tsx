import { useQuery } from "@apollo/client/react";
import { useState } from "react";
import { KnownLabelsDocument } from "../../api/generated/graphql.ts";
import type { Status } from "../../labels/deeds.ts";

interface Given {
  status: Status;
  label: string;
  proposer: string;
  proposers: readonly string[];
  onChange: (wanted: { status: Status; label: string }) => void;
  onProposer: (proposer: string) => void;
}

const STATUSES: readonly [Status, string][] = [
  ["PENDING", "Pending"],
  ["NEEDS_REVIEW", "Needs review"],
  ["NONE", "Not checked"],
  ["INVALID", "Invalid"],
  ["VALID", "Valid"],
];

/** Which labels: the first two are asked of the API, the proposer is chosen among those that were read. */
export function Filters({ status, label, proposer, proposers, onChange, onProposer }: Given) {
  const [isNear, setNear] = useState(false);
  const { data } = useQuery(KnownLabelsDocument, { skip: !isNear, errorPolicy: "all" }); // asked when somebody is about to choose
  const known = data?.labelsKnown.nodes.map((each) => each.label) ?? [];
  const near = () => setNear(true);
  return (
    <>
      <label>
        <span className="unseen">State</span>
        <select value={status} onChange={(event) => onChange({ status: event.target.value as Status, label })}>
          {STATUSES.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="unseen">Label</span>
        <select value={label} onFocus={near} onPointerEnter={near} onChange={(event) => onChange({ status, label: event.target.value })}>
          <option value="">All labels</option>
          {label && !known.includes(label) && <option>{label}</option>}
          {known.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <label>
        <span className="unseen">Proposed by</span>
        <select value={proposer} onChange={(event) => onProposer(event.target.value)}>
          <option value="">By anyone</option>
          {proposers.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
    </>
  );
}
