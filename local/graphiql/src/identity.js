import { fetchFrom } from "./failures.js";
import { Observable } from "./observable.js";

/** The users to act as, if the server issues tokens; those who may do least come first. */
export const USERS = {
  viewer: { username: "vera", groups: ["viewers"] },
  editor: { username: "edda", groups: ["editors"] },
  operator: { username: "otto", groups: ["operators"] },
};

const SPARE_SECONDS = 30;

/** The identity of requests: the API key, one of the users above, or a pasted token. */
export class Identity {
  #config;
  #tokens = {};
  chosen = new Observable("apiKey");
  ownToken = "";

  constructor(config) {
    this.#config = config;
    this.apiKey = config.apiKey;
  }

  /** The choices that this server offers. */
  get choices() {
    return ["apiKey", ...this.users, "token"];
  }

  /** The users that this server issues tokens for. */
  get users() {
    return this.#config.tokenUrl ? Object.keys(USERS) : [];
  }

  /** Who asks now; what goes on later, such as a subscription, goes on as the same. */
  current() {
    const who = this.chosen.read();
    const given = { apiKey: { "x-api-key": this.apiKey.trim() }, token: { Authorization: this.ownToken.trim() } }[who];
    return {
      /** Whether another token can be had if this one is refused. */
      isRenewable: !given,
      /** The headers that authenticate a request. */
      headers: async ({ isFresh = false } = {}) => given ?? { Authorization: await this.#tokenOf(who, isFresh) },
    };
  }

  async #tokenOf(who, isFresh) {
    const known = this.#tokens[who];
    if (!isFresh && known && known.ends > Date.now() / 1000 + SPARE_SECONDS) return known.token;
    const token = await fetchToken(this.#config.tokenUrl, USERS[who]);
    this.#tokens[who] = { token, ends: endOf(token) };
    return token;
  }
}

async function fetchToken(url, user) {
  const answer = await fetchFrom(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(user),
  });
  if (!answer.ok) throw new Error(`The server gave no token for ${user.username}: ${answer.status} ${answer.statusText}.`);
  return (await answer.json()).token;
}

/** When a token expires, in seconds; 0 if the token does not contain it. */
function endOf(token) {
  try {
    const claims = token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(claims)).exp ?? 0;
  } catch {
    return 0;
  }
}
