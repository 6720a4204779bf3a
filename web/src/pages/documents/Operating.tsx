import { callersOf, whoMay } from "../../api/access.ts";
import { USERS } from "../../api/identity.ts";
import { useObservable, useTessera } from "../../api/tessera.tsx";
import { Panel } from "../../parts/Panel.tsx";
import { Letters } from "./Letters.tsx";
import { Purge } from "./Purge.tsx";

/** What only operators do. Others are told so, and ask for nothing that would be refused. */
export function Operating() {
  const { identity } = useTessera();
  const who = useObservable(identity.chosen);
  const callers = callersOf("Query.deadLetters") ?? [];
  const operator = whoMay(callers, identity.users);
  const isUnknown = who !== "apiKey" && !(who in USERS); // the groups of people with their own tokens only the API knows
  if (isUnknown || whoMay(callers, [who])) {
    return (
      <Panel title="Dead letters" aside={<Purge />}>
        <Letters />
      </Panel>
    );
  }
  return (
    <p className="row soft">
      Operators find dead letters here, and purge old documents.
      {operator && <button onClick={() => identity.chosen.set(operator)}>Act as {operator}</button>}
    </p>
  );
}
