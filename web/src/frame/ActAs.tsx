import { USERS } from "../api/identity.ts";
import { goToSignOut } from "../api/signIn.ts";
import { useObservable, useTessera } from "../api/tessera.tsx";
import { SignIn } from "../parts/SignIn.tsx";
import { Token } from "./Token.tsx";

const NAMES: Readonly<Record<string, string>> = { apiKey: "API key", token: "my token" };

/** Who asks. On a server at home anyone may be anyone; elsewhere one signs in, or has a key or a token of one's own. */
export function ActAs() {
  const { config, identity } = useTessera();
  const who = useObservable(identity.chosen);
  const nameOf = (choice: string) => {
    if (choice === "person") return identity.personName;
    return NAMES[choice] ?? `${choice} (${USERS[choice]!.username})`;
  };
  const signOut = () => {
    identity.forget();
    goToSignOut(config.signIn!);
  };
  return (
    <div className="act-as">
      <label htmlFor="act-as">Act as</label>
      <select id="act-as" value={who} onChange={(event) => identity.chosen.set(event.target.value)}>
        {identity.choices.map((choice) => (
          <option key={choice} value={choice}>
            {nameOf(choice)}
          </option>
        ))}
      </select>
      {who === "token" && <Token />}
      {config.signIn && (who === "person" ? <button onClick={signOut}>Sign out</button> : <SignIn />)}
    </div>
  );
}
