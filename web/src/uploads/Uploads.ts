import { Observable } from "../api/observable.ts";
import type { LeftOut, Limits } from "./files.ts";
import { put, type Target } from "./put.ts";

/** A file on its way to the storage. */
export interface Upload {
  file: File;
  /** How much of it was sent, from 0 to 1. */
  share: number;
  fault: string | null;
  isSent: boolean;
}

type Put = typeof put;
const AT_A_TIME = 4;

/** Files on their way, whichever page is in sight. They are lost with the tab, as the files are. */
export class Uploads {
  readonly all = new Observable<ReadonlyMap<string, Upload>>(new Map());
  /** What was not sent of the files that came last, and by which limits. */
  readonly leftOut = new Observable<{ limits: Limits; files: readonly LeftOut[] }>({ limits: {}, files: [] });
  readonly #targets = new Map<string, Target>();
  readonly #put: Put;
  #waiting: string[] = [];
  #running = 0;

  constructor(send: Put = put) {
    this.#put = send;
  }

  /** Send a file once it is its turn; without a target it is there already. */
  add(key: string, file: File, target: Target | null): void {
    this.#change(key, { file, share: target ? 0 : 1, fault: null, isSent: !target });
    if (!target) return;
    this.#targets.set(key, target);
    this.#waiting.push(key);
    this.#next();
  }

  /** Send one that failed once more. */
  again(key: string): void {
    const upload = this.all.read().get(key);
    const target = this.#targets.get(key);
    if (upload?.fault && target) this.add(key, upload.file, target);
  }

  #next(): void {
    while (this.#running < AT_A_TIME && this.#waiting.length) void this.#send(this.#waiting.shift()!);
  }

  async #send(key: string): Promise<void> {
    this.#running += 1;
    const { file } = this.all.read().get(key)!;
    const fault = await this.#put(this.#targets.get(key)!, file, (share) => this.#change(key, { share }));
    this.#running -= 1;
    this.#change(key, { fault, isSent: !fault, share: fault ? 0 : 1 });
    this.#next();
  }

  #change(key: string, changed: Partial<Upload>): void {
    const before = this.all.read().get(key);
    this.all.set(new Map(this.all.read()).set(key, { ...before, ...changed } as Upload));
  }
}

/** The uploads of this tab. */
export const uploads = new Uploads();
