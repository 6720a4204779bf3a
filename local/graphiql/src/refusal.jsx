import { useGraphiQL, useGraphiQLActions } from "@graphiql/react";
import { useMemo } from "react";
import { USERS } from "./identity.js";
import { parsed } from "./response.js";

const NAMES = {
  apiKey: "the API key",
  users: "signed-in users",
  viewers: "viewers",
  editors: "editors",
  operators: "operators",
  iam: "IAM",
};
const REFUSED = /^Not Authorized to access (\w+) on type (\w+)$/;
const MOST_SHOWN = 3;

/** Who may do what was refused, and a button to do it as one of them. */
export function Refusal({ identity }) {
  const response = useGraphiQL((state) => state.tabs[state.activeTabIndex]?.response);
  const { run } = useGraphiQLActions();
  const refused = useMemo(() => refusedIn(parsed(response)), [response]);
  if (!refused.length) return null;
  const who = identity.users.find((user) => refused.every(({ callers }) => mayCall(user, callers)));
  const actAs = () => {
    identity.chosen.set(who);
    run();
  };
  return (
    <div className="tessera-refusal" role="status">
      {refused.slice(0, MOST_SHOWN).map(({ name, callers }) => (
        <p key={name}>
          {listed(callers)} may {name.startsWith("Mutation.") ? "call" : "read"} <code>{name}</code>.
        </p>
      ))}
      {who && who !== identity.chosen.read() && (
        <button type="button" onClick={actAs}>
          Act as {who} and run again
        </button>
      )}
    </div>
  );
}

/** The fields that were refused for who asked, and who may have them. */
function refusedIn(answer) {
  const names = (answer?.errors ?? []).map(({ message }) => REFUSED.exec(message)).filter(Boolean);
  const unique = [...new Set(names.map(([, field, type]) => `${type}.${field}`))];
  return unique.filter((name) => name in ACCESS).map((name) => ({ name, callers: ACCESS[name] }));
}

function mayCall(user, callers) {
  return callers.includes("users") || USERS[user].groups.some((group) => callers.includes(group));
}

/** "Editors, operators, and IAM", in the order of the names above. */
function listed(callers) {
  const names = Object.keys(NAMES).filter((each) => callers.includes(each));
  const text = new Intl.ListFormat("en").format(names.map((each) => NAMES[each]));
  return names.length === 1 ? `Only ${text}` : text[0].toUpperCase() + text.slice(1);
}
