// Signing in on the user pool's own pages: authorization code with PKCE, since a page can keep no secret.

/** Where people sign in: the pool's managed login, and the program of it that this page is. */
export interface SignInPlace {
  url: string;
  clientId: string;
}

export interface Tokens {
  idToken: string;
  refreshToken: string | null;
}

interface Attempt {
  state: string;
  verifier: string;
  /** Where in the page one was. */
  hash: string;
}

const KEPT_AS = "tessera:sign-in";
const SCOPES = "openid email profile";

/** Leave for the sign-in pages; they lead back here, where `comeBack` goes on. */
export async function goToSignIn({ url, clientId }: SignInPlace): Promise<void> {
  const attempt: Attempt = { state: random(), verifier: random(), hash: location.hash };
  sessionStorage.setItem(KEPT_AS, JSON.stringify(attempt));
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: here(),
    scope: SCOPES,
    state: attempt.state,
    code_challenge: base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(attempt.verifier))),
    code_challenge_method: "S256",
  });
  location.assign(`${url}/oauth2/authorize?${asked}`);
}

/** What the sign-in pages have sent one back with, as tokens; null if one does not come from there. */
export async function comeBack(place: SignInPlace): Promise<Tokens | null> {
  const given = new URLSearchParams(location.search);
  const [code, error] = [given.get("code"), given.get("error")];
  if (code === null && error === null) return null;
  const attempt = JSON.parse(sessionStorage.getItem(KEPT_AS) ?? "null") as Attempt | null;
  sessionStorage.removeItem(KEPT_AS);
  history.replaceState(null, "", `${location.pathname}${attempt?.hash ?? location.hash}`); // a code is of use only once
  // Who was lured here with someone else's code would go on as that person.
  if (!attempt || given.get("state") !== attempt.state) throw new Error("This sign-in was not begun in this tab: sign in again.");
  if (code === null) throw new Error(`Signing in failed: ${given.get("error_description") ?? error}.`);
  return ask(place, { grant_type: "authorization_code", code, redirect_uri: here(), code_verifier: attempt.verifier });
}

/** Other tokens for the same person, without asking for a password. */
export async function renew(place: SignInPlace, refreshToken: string): Promise<Tokens> {
  const { idToken, refreshToken: rotated } = await ask(place, { grant_type: "refresh_token", refresh_token: refreshToken });
  return { idToken, refreshToken: rotated ?? refreshToken };
}

/** Leave for the page that ends the session there, too. */
export function goToSignOut({ url, clientId }: SignInPlace): void {
  location.assign(`${url}/logout?${new URLSearchParams({ client_id: clientId, logout_uri: here() })}`);
}

async function ask({ url, clientId }: SignInPlace, given: Record<string, string>): Promise<Tokens> {
  const body = new URLSearchParams({ client_id: clientId, ...given });
  const response = await fetch(`${url}/oauth2/token`, { method: "POST", body });
  const answer = (await response.json().catch(() => ({}))) as { id_token?: string; refresh_token?: string; error?: string };
  if (!response.ok || !answer.id_token) throw new Error(`The sign-in pages gave no token: ${answer.error ?? response.status}.`);
  return { idToken: answer.id_token, refreshToken: answer.refresh_token ?? null };
}

/** The address that the user pool knows the page by: without what follows `?` or `#`. */
function here(): string {
  return location.origin + location.pathname;
}

function random(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)).buffer);
}

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
