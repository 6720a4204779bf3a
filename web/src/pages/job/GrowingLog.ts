import { Observable } from "../../api/observable.ts";
import { united } from "./grown.ts";

export interface Line {
  id: string;
  timestamp: string;
  logLevel: string;
  message: string;
  exception: string | null;
}

const MOST_KEPT = 5000;

/** A log that only grows: what was asked for, what arrived, and what was written while nobody listened. */
export class GrowingLog {
  readonly lines = new Observable<readonly Line[]>([]);
  /** Up to here nothing is missing. */
  #complete: string | null = null;
  #gap: string | null = null;

  /** The latest lines, the newest first; `size` is how many were asked for. */
  keep(asked: readonly Line[], size: number): void {
    const [newest, oldest] = [asked[0]?.timestamp, asked.at(-1)?.timestamp];
    const isSeamless = this.#complete === null || asked.length < size || oldest! <= this.#complete;
    if (newest && isSeamless && newest > (this.#complete ?? "")) this.#complete = newest;
    this.#unite(asked);
  }

  /** Lines as they are written, while one listens. */
  add(lines: readonly Line[]): void {
    for (const { timestamp } of lines) if (timestamp > (this.#complete ?? "")) this.#complete = timestamp;
    this.#unite(lines);
  }

  /** Since when lines may be missing: one listens again now, and asks for them. */
  gapBegins(): string | null {
    this.#gap ??= this.#complete;
    return this.#gap;
  }

  gapIsFilled(): void {
    this.#gap = null;
  }

  #unite(lines: readonly Line[]): void {
    if (!lines.length) return;
    this.lines.set(united(this.lines.read(), lines, ({ id }) => id, ({ timestamp }) => timestamp).slice(-MOST_KEPT));
  }
}
