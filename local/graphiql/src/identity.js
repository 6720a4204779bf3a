/** Whom one can act as where the server hands out tokens. */
export const USERS = {
  viewer: { username: "vera", groups: ["viewers"] },
  editor: { username: "edda", groups: ["editors"] },
  operator: { username: "otto", groups: ["operators"] },
};

const SPARE_SECONDS = 30;

/** Who asks: by API key, as one of the users above, or with a token of one's own. */
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

  /** The headers that say who asks. */
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

/** When a token ends, in seconds; at once if it does not say so. */
function endOf(token) {
  try {
    const claims = token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(claims)).exp ?? 0;
  } catch {
    return 0;
  }
}
