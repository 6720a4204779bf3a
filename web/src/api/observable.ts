/** A value that components can watch with `useSyncExternalStore`. */
export class Observable<T> {
  readonly #listeners = new Set<() => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  read = (): T => this.#value;

  set(value: T): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    this.touch();
  }

  /** Tell the listeners that what the value stands for has changed. */
  touch(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
