/** The users to act as, if the server issues tokens. */
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
  who = "apiKey";
  ownToken = "";

  constructor(config) {
    this.#config = config;
    this.apiKey = config.apiKey;
  }

  /** The choices that this server offers. */
  get choices() {
    return ["apiKey", ...(this.#config.tokenUrl ? Object.keys(USERS) : []), "token"];
  }

  /** The headers that authenticate a request. */
  async headers() {
    if (this.who === "apiKey") return { "x-api-key": this.apiKey.trim() };
    if (this.who === "token") return { Authorization: this.ownToken.trim() };
    return { Authorization: await this.#tokenOf(this.who) };
  }

  async #tokenOf(who) {
    const known = this.#tokens[who];
    if (known && known.ends > Date.now() / 1000 + SPARE_SECONDS) return known.token;
    const token = await fetchToken(this.#config.tokenUrl, USERS[who]);
    this.#tokens[who] = { token, ends: endOf(token) };
    return token;
  }
}

async function fetchToken(url, user) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(user),
  });
  if (!answer.ok) throw new Error(`No token for ${user.username}: ${answer.status} ${await answer.text()}`);
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
