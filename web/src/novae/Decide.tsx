import "./Decide.css";
import { useState } from "react";
import { useKeys } from "../frame/keyboard.tsx";
import { Trouble } from "../parts/Trouble.tsx";
import { outcomeOf, isWaiting, RUN_CHOICES, SPECTRUM_CHOICES, type Quarantine } from "./quarantines.ts";
import { useDecisions } from "./useDecisions.ts";

/** A decision with the reason for it. Once it is made, by whomever, it stands here instead. */
export function Decide({ quarantine, onDecided }: { quarantine: Quarantine; onDecided?: () => void }) {
  const decisions = useDecisions();
  const [note, setNote] = useState("");
  const decide = async (index: number) => {
    const isDone =
      quarantine.kind === "run"
        ? await decisions.run(quarantine.item, RUN_CHOICES[index]!.decision, note.trim())
        : await decisions.spectrum(quarantine.item, SPECTRUM_CHOICES[index]!.decision, note.trim());
    if (isDone) onDecided?.();
  };
  const choices = quarantine.kind === "run" ? RUN_CHOICES : SPECTRUM_CHOICES;
  const isOpen = isWaiting(quarantine);
  useKeys(isOpen ? choices.map(({ key, name }, index) => ({ keys: key, does: `Decide: ${name.toLowerCase()}`, run: () => void decide(index) })) : []);
  return (
    <div className="decide">
      <Trouble problem={decisions.problem} onAgain={decisions.again} onDismiss={decisions.forget} />
      {isOpen ? (
        <>
          <label htmlFor="decide-note">Note</label>
          <textarea id="decide-note" rows={3} maxLength={2000} placeholder="Why, for those who come after" value={note} onChange={(event) => setNote(event.target.value)} />
          <div className="row">
            {choices.map(({ name, key, means }, index) => (
              <button key={name} title={`${means} (${key})`} disabled={decisions.isRunning} onClick={() => void decide(index)}>
                {name}
              </button>
            ))}
          </div>
        </>
      ) : (
        <p role="status">Decided: {outcomeOf(quarantine) ?? "it no longer waits"}</p>
      )}
    </div>
  );
}
