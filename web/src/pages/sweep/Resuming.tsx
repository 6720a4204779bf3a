import { useState } from "react";
import { ResumeSweepDocument } from "../../api/generated/graphql.ts";
import { useChange } from "../../api/useChange.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { Confirm } from "../../parts/Confirm.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { plural } from "../../parts/words.ts";
import type { SweepData } from "./ranked.ts";

/** Sets the runs that were stopped back into their queue. */
export function Resuming({ sweep: { sweepId, progress } }: { sweep: SweepData }) {
  const change = useChange(ResumeSweepDocument);
  const [isAsked, setAsked] = useState(false);
  const stopped = progress.failed + progress.cancelled + progress.interrupted;
  const resume = async () => {
    let done = await change.run({ input: { sweepId } });
    while (done && !done.resumeSweep.isComplete) done = await change.run({ input: { sweepId } }); // a large sweep takes several calls
  };
  useKeys(stopped ? [{ keys: "e", does: "Resume the runs that were stopped", run: () => setAsked(true) }] : []);
  return (
    <>
      <button onClick={() => setAsked(true)} disabled={!stopped} title="Resume the runs that were stopped (e)">
        Resume…
      </button>
      <Trouble problem={change.problem} onAgain={() => void resume()} onDismiss={change.forget} />
      <Confirm
        question={isAsked ? `${plural(stopped, "run")} failed, were cancelled or interrupted. Set them back to pending, except those that did worst?` : null}
        answer="Resume them"
        onYes={() => void resume()}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
