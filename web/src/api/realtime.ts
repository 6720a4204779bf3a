// AppSync's real-time protocol: one WebSocket for all subscriptions of the page, opened again whenever it breaks.
// A browser cannot set headers on a WebSocket: they travel in a subprotocol.
import type { Config } from "./config.ts";
import type { Headers, Identity } from "./identity.ts";
import { Observable } from "./observable.ts";

export type Phase = "off" | "connecting" | "live" | "reconnecting";

export interface Request {
  query: string;
  variables: Record<string, unknown>;
}

export interface Observer {
  /** The server has acknowledged: whatever is written from now on arrives. `isAgain` after a gap, once all listen again. */
  open(isAgain: boolean): void;
  next(message: { data?: unknown; errors?: unknown[] }): void;
  /** The server refuses this subscription; it is not tried again. */
  error(fault: unknown): void;
}

interface Subscription {
  request: Request;
  observer: Observer;
  hasOpened: boolean;
}

interface Message {
  type: string;
  id?: string;
  payload?: { connectionTimeoutMs?: number; errors?: unknown[]; data?: unknown };
}

const ACK_SECONDS = 15;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const IDLE_MILLISECONDS = 5000;
const UNANSWERED_MILLISECONDS = 2000;

export class Realtime {
  readonly phase = new Observable<Phase>("off");
  readonly #config: Config;
  readonly #identity: Identity;
  readonly #subscriptions = new Map<string, Subscription>();
  /** Those that the server has not answered yet, and those that wait for them to say that the gap is over. */
  readonly #unanswered = new Set<string>();
  readonly #reopened = new Set<Subscription>();
  #socket: WebSocket | null = null;
  #headers: Headers = {};
  #isAcknowledged = false;
  #attempt = 0;
  #wait = FIRST_WAIT;
  #silenceSeconds = ACK_SECONDS;
  #alarm: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #enough: ReturnType<typeof setTimeout> | undefined;

  constructor(config: Config, identity: Identity) {
    this.#config = config;
    this.#identity = identity;
    identity.chosen.listen(() => this.#subscriptions.size && this.#again(0));
  }

  /** Returns a function that ends the subscription. */
  subscribe(request: Request, observer: Observer): () => void {
    const id = crypto.randomUUID();
    this.#subscriptions.set(id, { request, observer, hasOpened: false });
    clearTimeout(this.#timer);
    if (this.#isAcknowledged) this.#start(id);
    else if (!this.#socket) this.#again(0);
    return () => this.#stop(id);
  }

  #stop(id: string): void {
    const subscription = this.#subscriptions.get(id);
    if (!subscription || !this.#subscriptions.delete(id)) return;
    this.#reopened.delete(subscription);
    this.#answered(id);
    if (this.#isAcknowledged) this.#send({ id, type: "stop" });
    if (!this.#subscriptions.size) this.#timer = setTimeout(() => this.#close("off"), IDLE_MILLISECONDS);
  }

  /** Connect anew after a while; what was connected before is of no interest any more. */
  #again(wait: number): void {
    this.#close([...this.#subscriptions.values()].some(({ hasOpened }) => hasOpened) ? "reconnecting" : "connecting");
    this.#timer = setTimeout(() => void this.#connect(this.#attempt), wait);
  }

  #close(phase: Phase): void {
    this.#attempt += 1;
    for (const timer of [this.#alarm, this.#timer, this.#enough]) clearTimeout(timer);
    this.#unanswered.clear();
    this.#reopened.clear();
    const socket = this.#socket;
    if (socket && socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close(1000); // earlier it is a fault
    else socket?.close(1000);
    this.#socket = null;
    this.#isAcknowledged = false;
    this.phase.set(phase);
  }

  #lost(): void {
    this.#again(this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  async #connect(attempt: number): Promise<void> {
    try {
      const isFresh = this.#wait > FIRST_WAIT; // a server that was started anew may not know the old token
      const headers = { host: new URL(this.#config.endpoint).host, ...(await this.#identity.headers({ isFresh })) };
      if (attempt !== this.#attempt) return;
      this.#headers = headers;
    } catch {
      if (attempt === this.#attempt) this.#lost();
      return;
    }
    const socket = new WebSocket(this.#config.realtime, ["graphql-ws", `header-${base64url(this.#headers)}`]);
    const isCurrent = () => attempt === this.#attempt;
    this.#socket = socket;
    this.#silenceSeconds = ACK_SECONDS;
    this.#listenOn();
    socket.onopen = () => isCurrent() && this.#send({ type: "connection_init" });
    socket.onclose = () => isCurrent() && this.#lost();
    socket.onmessage = (event: MessageEvent<string>) => {
      if (!isCurrent()) return;
      this.#listenOn();
      this.#receive(JSON.parse(event.data) as Message);
    };
  }

  /** AppSync sends at least a sign of life; without one the connection is dead, even if nobody has said so. */
  #listenOn(): void {
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.#lost(), this.#silenceSeconds * 1000);
  }

  #receive({ type, id, payload }: Message): void {
    const subscription = id === undefined ? undefined : this.#subscriptions.get(id);
    if (type === "connection_ack") this.#acknowledged((payload?.connectionTimeoutMs ?? 300_000) / 1000);
    else if (type === "connection_error") this.#lost();
    else if (type === "start_ack" && id !== undefined && subscription) this.#opened(id, subscription);
    else if (type === "data" && subscription) subscription.observer.next(payload ?? {});
    else if (type === "error" && id !== undefined && subscription) {
      this.#subscriptions.delete(id);
      subscription.observer.error(payload?.errors?.[0] ?? payload);
      this.#answered(id);
    }
  }

  #acknowledged(silenceSeconds: number): void {
    this.#silenceSeconds = silenceSeconds;
    this.#isAcknowledged = true;
    this.#wait = FIRST_WAIT;
    this.phase.set("live");
    for (const id of this.#subscriptions.keys()) this.#start(id);
  }

  #opened(id: string, subscription: Subscription): void {
    if (subscription.hasOpened) this.#reopened.add(subscription);
    else subscription.observer.open(false);
    subscription.hasOpened = true;
    this.#answered(id);
  }

  /** What is asked when all listen is behind none of them: one answer fills the gap of all. */
  #answered(id: string): void {
    this.#unanswered.delete(id);
    clearTimeout(this.#enough);
    if (this.#unanswered.size) this.#enough = setTimeout(() => this.#tellReopened(), UNANSWERED_MILLISECONDS);
    else this.#tellReopened();
  }

  #tellReopened(): void {
    const reopened = [...this.#reopened];
    this.#reopened.clear();
    for (const { observer } of reopened) observer.open(true);
  }

  #start(id: string): void {
    this.#unanswered.add(id);
    const data = JSON.stringify(this.#subscriptions.get(id)!.request);
    this.#send({ id, type: "start", payload: { data, extensions: { authorization: this.#headers } } });
  }

  #send(message: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

function base64url(value: unknown): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value)));
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
