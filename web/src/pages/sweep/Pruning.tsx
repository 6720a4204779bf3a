import { useRef, useState } from "react";
import { StopUnderperformingDocument, type StopUnderperformingMutation } from "../../api/generated/graphql.ts";
import { useChange } from "../../api/useChange.ts";
import { useKeys } from "../../frame/keyboard.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { figure, plural } from "../../parts/words.ts";
import type { Run } from "./ranked.ts";

type Outcome = StopUnderperformingMutation["stopUnderperforming"];

interface Given {
  sweepId: string;
  metricName: string;
  isLower: boolean;
  runs: readonly Run[];
}

/** Stops the runs that do worst: first it shows which, and only then it can be done. */
export function Pruning({ sweepId, metricName, isLower, runs }: Given) {
  const dialog = useRef<HTMLDialogElement>(null);
  const change = useChange(StopUnderperformingDocument);
  const [afterEpochs, setAfterEpochs] = useState(3);
  const [keep, setKeep] = useState(1);
  const [shown, setShown] = useState<{ outcome: Outcome; isDone: boolean } | null>(null);
  const open = () => (setShown(null), change.forget(), dialog.current?.showModal());
  useKeys([{ keys: "p", does: "Stop the runs that do worst", run: open }]);
  const rule = { sweepId, metricName, afterEpochs, keep, higherIsBetter: !isLower };
  const preview = async () => {
    const done = await change.run({ input: { ...rule, dryRun: true } });
    if (done) setShown({ outcome: done.stopUnderperforming, isDone: false });
  };
  const stop = async () => {
    for (;;) {
      const done = await change.run({ input: rule });
      if (!done) return;
      setShown({ outcome: done.stopUnderperforming, isDone: done.stopUnderperforming.isComplete });
      if (done.stopUnderperforming.isComplete) return; // a large sweep takes several calls
    }
  };
  const edit = (set: (value: number) => void) => (event: React.ChangeEvent<HTMLInputElement>) => (set(Number(event.target.value)), setShown(null));
  return (
    <>
      <button onClick={open} title="Stop the runs that do worst (p)">
        Stop the worst…
      </button>
      <dialog ref={dialog} className="pruning" aria-labelledby="pruning">
        <div className="stack">
          <h2 id="pruning">Stop the runs that do worst</h2>
          <p className="row">
            Of the running runs that have reached epoch
            <input type="number" min={0} aria-label="Epoch" value={afterEpochs} onChange={edit(setAfterEpochs)} />
            keep the
            <input type="number" min={1} aria-label="How many to keep" value={keep} onChange={edit(setKeep)} />
            with the {isLower ? "lowest" : "highest"} {metricName}.
          </p>
          <Trouble problem={change.problem} onAgain={() => void preview()} />
          {shown && <Preview {...shown} runs={runs} />}
          <div className="row">
            {!shown && (
              <button onClick={() => void preview()} disabled={change.isRunning}>
                Show which
              </button>
            )}
            {shown && !shown.isDone && shown.outcome.stopped.length > 0 && (
              <button onClick={() => void stop()} disabled={change.isRunning}>
                Stop {plural(shown.outcome.stopped.length, "run")}
              </button>
            )}
            <button onClick={() => dialog.current?.close()}>{shown?.isDone ? "Close" : "Leave"}</button>
          </div>
        </div>
      </dialog>
    </>
  );
}

function Preview({ outcome, isDone, runs }: { outcome: Outcome; isDone: boolean; runs: readonly Run[] }) {
  const nameOf = (jobId: string) => runs.find((run) => run.jobId === jobId)?.name ?? jobId;
  const list = (each: Outcome["stopped"]) => (
    <ul className="pruning-list">
      {each.map(({ jobId, value, epoch }) => (
        <li key={jobId}>
          <span>{nameOf(jobId)}</span>
          <span className="number">{figure(value)}</span>
          <span className="soft">epoch {epoch}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <div className="stack" role="status">
      <div>
        <h2>{isDone ? "Stopped" : "Would be stopped"}: {outcome.stopped.length}</h2>
        {list(outcome.stopped)}
      </div>
      <div>
        <h2>{isDone ? "Going on" : "Would go on"}: {outcome.kept.length}</h2>
        {list(outcome.kept)}
      </div>
    </div>
  );
}
