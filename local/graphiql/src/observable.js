/** A value that components can watch with `useSyncExternalStore`. */
export class Observable {
  #listeners = new Set();
  #value;

  constructor(value) {
    this.#value = value;
  }

  listen = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  read = () => this.#value;

  set(value) {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }
}
