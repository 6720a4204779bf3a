import { claimsOf, isEnding } from "./claims.ts";
import type { Config } from "./config.ts";
import { Observable } from "./observable.ts";
import { renew, type Tokens } from "./signIn.ts";

interface User {
  username: string;
  groups: readonly string[];
}

/** The users to act as where tokens are issued; those who may do least come first. */
export const USERS: Readonly<Record<string, User>> = {
  viewer: { username: "vera", groups: ["viewers"] },
  editor: { username: "edda", groups: ["editors"] },
  operator: { username: "otto", groups: ["operators"] },
};

export type Headers = Record<string, string>;

const SPARE_SECONDS = 30;
const KEPT_AS = "tessera:act-as";
const TOKENS_KEPT_AS = "tessera:tokens";

/**
 * Who asks: the API key, one of the users above, the person who has signed in, or whoever a pasted token is for.
 * It lasts as long as the tab.
 */
export class Identity {
  readonly chosen: Observable<string>;
  /** Whether there is anyone to ask as: without, the API refuses everything. */
  readonly isSomeone: Observable<boolean>;
  readonly #config: Config;
  readonly #tokens = new Map<string, string>();
  #person: Tokens | null;
  #renewing: Promise<Tokens> | null = null;
  apiKey: string;
  ownToken = "";

  constructor(config: Config, signedIn: Tokens | null = null) {
    this.#config = config;
    this.apiKey = config.apiKey;
    this.#person = signedIn ?? (JSON.parse(sessionStorage.getItem(TOKENS_KEPT_AS) ?? "null") as Tokens | null);
    const kept = signedIn ? "person" : sessionStorage.getItem(KEPT_AS);
    this.chosen = new Observable(kept && this.choices.includes(kept) && kept !== "token" ? kept : this.choices[0]!);
    this.isSomeone = new Observable(this.chosen.read() !== "token");
    this.chosen.listen(() => {
      const who = this.chosen.read();
      sessionStorage.setItem(KEPT_AS, who);
      this.isSomeone.set(who !== "token" || this.ownToken.trim() !== "");
    });
    if (signedIn) this.#keep(signedIn);
  }

  /** Act as whoever a token is for; another token is another person. */
  useToken(token: string): void {
    this.ownToken = token;
    if (this.chosen.read() === "token") this.chosen.touch();
    else this.chosen.set("token");
  }

  /** Forget the person who has signed in. */
  forget(): void {
    this.#person = null;
    sessionStorage.removeItem(TOKENS_KEPT_AS);
    this.chosen.set(this.choices[0]!);
  }

  /** A key and people who have signed in come first: they need nothing else to be done. */
  get choices(): string[] {
    const person = this.#person ? ["person"] : [];
    return this.#config.apiKey ? ["apiKey", ...person, ...this.users, "token"] : [...person, ...this.users, "token"];
  }

  get users(): string[] {
    return this.#config.tokenUrl ? Object.keys(USERS) : [];
  }

  /** How the person who has signed in is called. */
  get personName(): string {
    const claims = claimsOf(this.#person?.idToken ?? "");
    return claims.email ?? claims["cognito:username"] ?? "signed in";
  }

  /** The name that the API knows the person by, if the page can tell. */
  get username(): string | null {
    const who = this.chosen.read();
    if (who === "person") return claimsOf(this.#person!.idToken)["cognito:username"] ?? null;
    return USERS[who]?.username ?? null;
  }

  /** The headers that authenticate a request; `isFresh` where the last ones were refused. */
  async headers({ isFresh = false } = {}): Promise<Headers> {
    const who = this.chosen.read();
    if (who === "apiKey") return { "x-api-key": this.apiKey.trim() };
    return { Authorization: await this.token({ isFresh }) };
  }

  /** The token of who asks; empty for the API key. */
  async token({ isFresh = false } = {}): Promise<string> {
    const who = this.chosen.read();
    if (who === "person") return this.#personsToken(isFresh);
    if (who in USERS) return this.#tokenOf(who, isFresh);
    return who === "token" ? this.ownToken.trim() : "";
  }

  async #tokenOf(who: string, isFresh: boolean): Promise<string> {
    const known = this.#tokens.get(who);
    if (!isFresh && known && !isEnding(known, SPARE_SECONDS)) return known;
    const token = await this.#fetchToken(USERS[who]!);
    this.#tokens.set(who, token);
    return token;
  }

  async #personsToken(isFresh: boolean): Promise<string> {
    const { idToken, refreshToken } = this.#person!;
    if (!isFresh && !isEnding(idToken, SPARE_SECONDS)) return idToken;
    if (!refreshToken) return idToken; // the API says that it has ended
    // Many queries end with the same token: it is renewed once for all of them.
    this.#renewing ??= renew(this.#config.signIn!, refreshToken).finally(() => (this.#renewing = null));
    const renewed = await this.#renewing;
    this.#keep(renewed);
    return renewed.idToken;
  }

  #keep(tokens: Tokens): void {
    this.#person = tokens;
    sessionStorage.setItem(TOKENS_KEPT_AS, JSON.stringify(tokens));
  }

  async #fetchToken(user: User): Promise<string> {
    const response = await fetch(this.#config.tokenUrl!, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(user),
    });
    if (!response.ok) throw new Error(`The server gave no token for ${user.username}: ${response.status}.`);
    return ((await response.json()) as { token: string }).token;
  }
}
