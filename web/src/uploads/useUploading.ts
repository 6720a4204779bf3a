import { useState } from "react";
import { problemOf, type Problem } from "../api/problems.ts";
import { prepared, type Limits, type Prepared } from "./files.ts";
import type { Target } from "./put.ts";
import { uploads } from "./Uploads.ts";

/** Where a file is to be sent; null if it need not be, because what comes of it is known. */
export interface Announced {
  key: string;
  target: Target | null;
}

interface Rules {
  limits: Limits;
  /** How many files are announced in one call. */
  atOnce: number;
  /** Tells the API what comes, in the order of the files. */
  announce: (files: readonly Prepared[]) => Promise<Announced[]>;
  onAnnounced: (announced: readonly Announced[]) => void;
}

export interface Uploading {
  limits: Limits;
  send: (files: readonly File[]) => void;
  isBusy: boolean;
  problem: Problem | null;
  /** What was refused, once more. */
  again: () => void;
  forget: () => void;
}

/** Files from the page to the storage: checked, announced, sent. What cannot be sent is listed with its reason. */
export function useUploading({ limits, atOnce, announce, onAnnounced }: Rules): Uploading {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ problem: Problem; rest: readonly Prepared[] } | null>(null);
  const leaveOut = (some: readonly Prepared[], reason: string) =>
    uploads.leftOut.set({ limits, files: [...uploads.leftOut.read().files, ...some.map(({ file }) => ({ name: file.name, reason }))] });

  const announceAll = async (files: readonly Prepared[]) => {
    const done: Announced[] = [];
    setRefused(null);
    for (let start = 0; start < files.length; start += atOnce) {
      const some = files.slice(start, start + atOnce);
      try {
        const announced = await announce(some);
        announced.forEach(({ key, target }, index) => uploads.add(key, some[index]!.file, target));
        done.push(...announced);
      } catch (fault) {
        const problem = problemOf(fault)!;
        // What is wrong with a file is said of that file; who may not send one may send none of them.
        if (problem.kind === "error") {
          leaveOut(some, problem.sentence);
        } else {
          setRefused({ problem, rest: files.slice(start) });
          break;
        }
      }
    }
    if (done.length) onAnnounced(done);
  };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  return {
    limits,
    send: (files) =>
      void run(async () => {
        const [ready, left] = await prepared(files, limits);
        uploads.leftOut.set({ limits, files: left });
        await announceAll(ready);
      }),
    isBusy,
    problem: refused?.problem ?? null,
    again: () => void run(() => announceAll(refused?.rest ?? [])),
    forget: () => setRefused(null),
  };
}
