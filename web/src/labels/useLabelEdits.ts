import { useApolloClient } from "@apollo/client/react";
import { useCallback, useMemo, useRef, useState } from "react";
import { problemOf, type Problem } from "../api/problems.ts";
import { useTessera } from "../api/tessera.tsx";
import { conflictOf, type LabelConflict } from "./conflicts.ts";
import { forget, remember, stepsBack, type Deed, type LabelRow, type Status } from "./deeds.ts";
import { showLabel } from "./labelCache.ts";
import * as requests from "./requests.ts";

export interface Trouble {
  problem: Problem;
  again: () => void;
}

/** Done; or someone else was faster, see `conflicts`; or not possible, see `trouble`. */
export type Outcome = "done" | "faster" | "refused";

export interface LabelEdits {
  /** `expected` is the status that one has seen. */
  judge: (label: LabelRow, to: Status, expected?: Status) => Promise<Outcome>;
  relabel: (label: LabelRow, newLabel: string, expected?: Status) => Promise<Outcome>;
  add: (word: requests.WordOf, label: string) => Promise<Outcome>;
  /** The deed that was undone; null if there was none, or it could not be. */
  undo: () => Promise<Deed | null>;
  /** The latest deeds, the last one first. */
  deeds: readonly Deed[];
  conflicts: ReadonlyMap<string, LabelConflict>;
  keepTheirs: (id: string) => void;
  setMineAgain: (id: string) => void;
  trouble: Trouble | null;
  dismiss: () => void;
}

/** Changes of labels by hand: shown at once, sent one after the other for each label, explained where refused. */
export function useLabelEdits(receiptOf: (of: { imageId: string; receiptId: number }) => string): LabelEdits {
  const client = useApolloClient();
  const { identity } = useTessera();
  const [deeds, setDeeds] = useState<readonly Deed[]>([]);
  const [conflicts, setConflicts] = useState<ReadonlyMap<string, LabelConflict>>(new Map());
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const queues = useRef(new Map<string, Promise<unknown>>());
  const dismiss = useCallback(() => setTrouble(null), []);

  const keepTheirs = useCallback((id: string) => {
    setConflicts((known) => new Map([...known].filter(([each]) => each !== id)));
  }, []);

  const actions = useMemo(() => {
    const desk = (of: requests.WordOf): requests.Desk => ({ client, receipt: receiptOf(of), author: identity.username });

    /** Changes of one label wait for each other, so that each finds what the one before has left behind. */
    const inTurn = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
      const turn = (queues.current.get(id) ?? Promise.resolve()).then(work);
      queues.current.set(id, turn.catch(() => undefined));
      return turn;
    };

    const explain = (fault: unknown, again: () => void, label?: LabelRow, mine?: Status): Outcome => {
      const problem = problemOf(fault)!;
      const conflict = label && mine ? conflictOf(problem, label, mine) : null;
      if (!conflict) {
        setTrouble({ problem, again });
        return "refused";
      }
      showLabel(client.cache, conflict.theirs);
      setConflicts((known) => new Map(known).set(label!.id, conflict));
      return "faster";
    };

    const judge: LabelEdits["judge"] = async (label, to, expected = label.validationStatus) => {
      keepTheirs(label.id);
      setTrouble(null);
      if (to === expected && to === label.validationStatus) return "done"; // it is what they say already
      const deed: Deed = { kind: "judged", label, to };
      setDeeds((known) => remember(known, deed));
      try {
        await inTurn(label.id, () => requests.judge(desk(label), label, to, expected));
        return "done";
      } catch (fault) {
        setDeeds((known) => forget(known, deed));
        return explain(fault, () => void judge(label, to, expected), label, to);
      }
    };

    const relabel: LabelEdits["relabel"] = async (label, newLabel, expected = label.validationStatus) => {
      setTrouble(null);
      try {
        const made = await inTurn(label.id, () => requests.relabel(desk(label), label, newLabel, expected));
        setDeeds((known) => remember(known, { kind: "relabelled", label, made }));
        return "done";
      } catch (fault) {
        return explain(fault, () => void relabel(label, newLabel, expected), label, "INVALID");
      }
    };

    const add: LabelEdits["add"] = async (word, label) => {
      setTrouble(null);
      try {
        const made = await requests.add(desk(word), word, label);
        setDeeds((known) => remember(known, { kind: "added", made }));
        return "done";
      } catch (fault) {
        return explain(fault, () => void add(word, label));
      }
    };

    const takeBack = async (deed: Deed): Promise<boolean> => {
      setDeeds((known) => forget(known, deed));
      for (const step of stepsBack(deed)) {
        const label = "remove" in step ? step.remove : step.judge;
        const work = "remove" in step ? () => requests.remove(desk(label), label) : () => requests.judge(desk(label), label, step.to, label.validationStatus);
        try {
          await inTurn<unknown>(label.id, work);
        } catch (fault) {
          explain(fault, () => void takeBack(deed), label, "remove" in step ? undefined : step.to);
          return false;
        }
      }
      return true;
    };

    return { judge, relabel, add, takeBack };
  }, [client, identity, receiptOf, keepTheirs]);

  const { takeBack, ...changes } = actions;
  const undo = async () => {
    const deed = deeds[0];
    return deed && (await takeBack(deed)) ? deed : null;
  };
  const setMineAgain = (id: string) => {
    const conflict = conflicts.get(id);
    if (conflict) void changes.judge(conflict.theirs, conflict.mine);
  };
  return { ...changes, undo, deeds, conflicts, keepTheirs, setMineAgain, trouble, dismiss };
}
