import { errorsOf } from "./failures.js";
import { Observable } from "./observable.js";
import { Watch } from "./watch.js";

/** The running subscriptions, one per tab at most: they go on when their tab is left. */
export class Live {
  #watches = new Map();
  /** The id of the tab in sight. */
  tab = null;
  /** What each tab has received, by the id of the tab. */
  states = new Observable(new Map());

  /** What GraphiQL subscribes to: it is complete as soon as the subscription stands, and the messages are ours. */
  watch(connect) {
    const tab = this.tab;
    return {
      subscribe: (observer) => {
        this.forget(tab);
        const opened = () => this.tab === tab && observer.complete();
        const watch = new Watch(connect, (state) => this.#show(tab, watch, state), {
          opened,
          refused: (fault) => this.#refuse(tab, observer, fault),
        });
        this.#watches.set(tab, watch);
        watch.start();
        return { unsubscribe: () => setTimeout(() => this.#cancel(tab, watch)) };
      },
    };
  }

  /** End the subscription of a tab, and keep what it has received. */
  stop(tab) {
    this.#watches.get(tab)?.stop();
  }

  /** End the subscription of a tab, and drop what it has received. */
  forget(tab = this.tab) {
    this.stop(tab);
    this.#watches.delete(tab);
    this.#set(tab, null);
  }

  /** Forget those of tabs that were closed. */
  keepOnly(tabs) {
    for (const tab of this.#watches.keys()) if (!tabs.includes(tab)) this.forget(tab);
  }

  /** GraphiQL's stop button while connecting; GraphiQL says the same when the tab is left. */
  #cancel(tab, watch) {
    if (this.tab === tab && watch.isConnecting) this.forget(tab);
  }

  #refuse(tab, observer, fault) {
    if (this.tab !== tab) return;
    this.forget(tab);
    observer.next({ errors: errorsOf(fault) });
    observer.complete();
  }

  #show(tab, watch, state) {
    if (this.#watches.get(tab) === watch) this.#set(tab, state);
  }

  #set(tab, state) {
    const states = new Map(this.states.read());
    if (state) states.set(tab, state);
    else states.delete(tab);
    this.states.set(states);
  }
}
