import { ConnectionLost, sentenceOf } from "./failures.js";

const MOST_KEPT = 200;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 5000;

/** One subscription: what it has received, newest first, over as many connections as it takes. */
export class Watch {
  #connect;
  #report;
  #hooks;
  #close = null;
  #timer = null;
  #wait = FIRST_WAIT;
  #attempt = 0;
  #hasOpened = false;
  #state = { phase: "connecting", messages: [], count: 0, fault: null };

  /** `connect(observer, {isFresh})` opens a connection; `hooks` learn whether the first one stands or is refused. */
  constructor(connect, report, hooks) {
    this.#connect = connect;
    this.#report = report;
    this.#hooks = hooks;
  }

  get isConnecting() {
    return this.#state.phase === "connecting";
  }

  async start() {
    const attempt = ++this.#attempt;
    const ifCurrent = (react) => (value) => attempt === this.#attempt && react(value);
    this.#set({ phase: this.#hasOpened ? "reconnecting" : "connecting" });
    const observer = {
      open: ifCurrent(() => this.#opened()),
      next: ifCurrent((message) => this.#received(message)),
      error: ifCurrent((fault) => this.#failed(fault)),
      complete: ifCurrent(() => this.#end(null)),
    };
    try {
      const close = await this.#connect(observer, { isFresh: this.#hasOpened });
      if (attempt === this.#attempt) this.#close = close;
      else close();
    } catch (fault) {
      observer.error(fault);
    }
  }

  stop() {
    if (this.#state.phase !== "ended") this.#end(null);
  }

  #opened() {
    const isBack = this.#hasOpened;
    this.#hasOpened = true;
    // What changed while the connection was down was sent to no one here.
    if (isBack) this.#keep({ gap: true });
    this.#set({ phase: "listening" });
    if (!isBack) this.#hooks.opened();
  }

  #received(message) {
    this.#wait = FIRST_WAIT;
    this.#set({ count: this.#state.count + 1 });
    this.#keep({ text: JSON.stringify(message.errors ? message : message.data, null, 2) });
  }

  /** A connection that stood is opened again; one that is refused is not. */
  #failed(fault) {
    const stood = this.#state.phase === "listening";
    this.#drop();
    if (stood || (this.#hasOpened && fault instanceof ConnectionLost)) {
      this.#set({ phase: "reconnecting" });
      this.#timer = setTimeout(() => this.start(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
      return;
    }
    this.#end(fault);
    if (!this.#hasOpened) this.#hooks.refused(fault);
  }

  #end(fault) {
    this.#drop();
    this.#set({ phase: "ended", fault: fault && sentenceOf(Array.isArray(fault) ? fault[0] : fault) });
  }

  #drop() {
    this.#attempt += 1;
    clearTimeout(this.#timer);
    this.#close?.();
    this.#close = null;
  }

  #keep(entry) {
    const number = (this.#state.messages[0]?.number ?? 0) + 1;
    this.#set({ messages: [{ number, at: new Date(), ...entry }, ...this.#state.messages].slice(0, MOST_KEPT) });
  }

  #set(changed) {
    this.#state = { ...this.#state, ...changed };
    this.#report(this.#state);
  }
}
