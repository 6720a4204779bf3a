import "./LabelMenu.css";
import { useQuery } from "@apollo/client/react";
import { useEffect, useRef, useState } from "react";
import { KnownLabelsDocument } from "../api/generated/graphql.ts";
import { matching, normal } from "../labels/matching.ts";

interface Given {
  title: string;
  /** Labels that make no sense here: those that the word has. */
  without?: readonly string[];
  onChoose: (label: string) => void;
  onClose: () => void;
}

/** Which label? Type a part of its name, choose with the arrows, Enter. A name that is not listed is taken as it is. */
export function LabelMenu({ title, without = [], onChoose, onClose }: Given) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const { data } = useQuery(KnownLabelsDocument, { fetchPolicy: "cache-first", errorPolicy: "all" }); // once for the session
  useEffect(() => dialog.current?.showModal(), []);
  const known = (data?.labelsKnown.nodes ?? []).filter(({ label, status }) => status === "ACTIVE" && !without.includes(label));
  const own = normal(text);
  const found = matching(known, text);
  const isNew = own !== "" && !without.includes(own) && known.every(({ label }) => label !== own);
  const choices = [...found.map(({ label, description }) => ({ label, about: description })), ...(isNew ? [{ label: own, about: "a label of your own" }] : [])];
  const chosen = Math.min(at, choices.length - 1);
  useEffect(() => document.getElementById(`label-${chosen}`)?.scrollIntoView({ block: "nearest" }), [chosen]);
  const press = (event: React.KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt(Math.min(chosen + 1, choices.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(chosen - 1, 0));
    else if (event.key === "Enter" && choices[chosen]) onChoose(choices[chosen].label);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={dialog} className="label-menu" aria-labelledby="label-menu" onClose={onClose}>
      <h2 id="label-menu">{title}</h2>
      <input
        role="combobox"
        aria-label="Label"
        aria-expanded="true"
        aria-controls="label-choices"
        aria-activedescendant={choices.length ? `label-${chosen}` : undefined}
        placeholder="A part of its name"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => (setText(event.target.value), setAt(0))}
        onKeyDown={press}
      />
      <ul id="label-choices" role="listbox" aria-label="Labels">
        {choices.map(({ label, about }, index) => (
          <li key={label} id={`label-${index}`} role="option" aria-selected={index === chosen} onClick={() => onChoose(label)}>
            <span className="mono">{label}</span>
            <small>{about}</small>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
