import type { ChecksFragment } from "../../api/generated/graphql.ts";
import { Empty } from "../../parts/Empty.tsx";
import { LabelChip, stateOf, type State } from "../../parts/LabelChip.tsx";
import { said } from "../../parts/words.ts";

const TYPES: Readonly<Record<string, State>> = { success: "VALID", warning: "NEEDS_REVIEW", error: "INVALID" };

/** Whether the receipt is plausible, as a whole and for each kind of field. */
export function Checks({ validation }: { validation: ChecksFragment | null }) {
  if (!validation) return <Empty title="This receipt was not checked." />;
  return (
    <div className="checks">
      <div>
        <Result status={validation.overallStatus}>As a whole</Result>
        {validation.overallReasoning && <p>{validation.overallReasoning}</p>}
      </div>
      {validation.categories.map(({ id, fieldName, status, reasoning, results }) => (
        <div key={id}>
          <Result status={status}>{said(fieldName)}</Result>
          {reasoning && <p>{reasoning}</p>}
          <ul>
            {results.map((result) => (
              <li key={result.id} data-state={TYPES[result.type ?? ""] ?? "NONE"}>
                <LabelChip state={TYPES[result.type ?? ""] ?? "NONE"}>{result.message ?? said(result.type ?? "")}</LabelChip>
                {(result.expectedValue ?? result.actualValue) && (
                  <small>
                    {" "}
                    expected {result.expectedValue ?? "nothing"}, is {result.actualValue ?? "nothing"}
                  </small>
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function Result({ status, children }: { status: string | null; children: string }) {
  return (
    <h3>
      {children} <LabelChip state={stateOf(status?.toUpperCase())}>{said(status ?? "not checked")}</LabelChip>
    </h3>
  );
}
