/** Counts the messages of a running subscription, for the bar below the response. */
export class Live {
  #listeners = new Set();
  state = null;

  /** Let GraphiQL subscribe, and count along. */
  watched(subscribe) {
    return {
      subscribe: (observer) => {
        this.#set({ phase: "connecting", messages: 0 });
        const stop = subscribe({
          open: () => this.#set({ ...this.state, phase: "listening" }),
          next: (message) => {
            this.#set({ phase: "listening", messages: this.state.messages + 1, last: new Date() });
            observer.next(message);
          },
          error: (fault) => {
            this.#set(null);
            observer.error(fault);
          },
          complete: () => {
            this.#set(null);
            observer.complete();
          },
        });
        return {
          unsubscribe: () => {
            stop();
            this.#set(null);
          },
        };
      },
    };
  }

  listen = (listener) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  read = () => this.state;

  #set(state) {
    this.state = state;
    for (const listener of this.#listeners) listener();
  }
}
