import { useState, useSyncExternalStore } from "react";
import { USERS } from "./identity.js";

const NAMES = { apiKey: "API key", token: "a token of mine" };

/** Shows the API and the current identity. */
export function Header({ config, identity, onRestore }) {
  return (
    <header className="graphiql-container tessera-header">
      <img src="icon.svg" alt="" />
      <h1>Tessera</h1>
      <code className="tessera-endpoint">{config.endpoint}</code>
      {config.picturesUrl && <a href={config.picturesUrl}>Pictures</a>}
      <Who identity={identity} />
      <button type="button" onClick={onRestore} title="Discard all tabs and edits, and restore the ready-made ones">
        Restore tabs
      </button>
    </header>
  );
}

function Who({ identity }) {
  const { listen, read } = identity.chosen;
  const who = useSyncExternalStore(listen, read);
  return (
    <div className="tessera-who">
      <label htmlFor="act-as">Act as</label>
      <select id="act-as" value={who} onChange={(event) => identity.chosen.set(event.target.value)}>
        {identity.choices.map((choice) => (
          <option key={choice} value={choice}>
            {NAMES[choice] ?? `${choice} (${USERS[choice].username})`}
          </option>
        ))}
      </select>
      {who === "apiKey" && <Secret label="API key" owner={identity} name="apiKey" />}
      {who === "token" && <Secret label="Token" owner={identity} name="ownToken" />}
    </div>
  );
}

function Secret({ label, owner, name }) {
  const [value, setValue] = useState(owner[name]);
  const change = (text) => {
    owner[name] = text;
    setValue(text);
  };
  return (
    <input
      aria-label={label}
      placeholder={label}
      value={value}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => change(event.target.value)}
    />
  );
}
