import { Observable } from "./observable.ts";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 4000;

/** Whether the API answers. While it does not, it is asked for nothing but its name, until it does. */
export class ServerState {
  readonly isAway = new Observable(false);
  readonly #ask: () => Promise<unknown>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_WAIT;

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  reached(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wait = FIRST_WAIT;
    this.isAway.set(false);
  }

  unreachable(): void {
    this.isAway.set(true);
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => void this.check(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  /** Find out now. */
  async check(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      await this.#ask();
      this.reached();
    } catch {
      this.unreachable();
    }
  }
}
