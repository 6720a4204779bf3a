/** What a token says of the person it was issued to; only the API decides whether it is true. */
export interface Claims {
  /** When it expires, in seconds. */
  exp?: number;
  email?: string;
  "cognito:username"?: string;
}

/** Empty if it is no token. */
export function claimsOf(token: string): Claims {
  try {
    const claims = atob(token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/"));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(claims, (each) => each.charCodeAt(0)))) as Claims;
  } catch {
    return {};
  }
}

/** Whether a token is of no use any more, or will not be for long. */
export function isEnding(token: string, spareSeconds: number, now = Date.now()): boolean {
  return (claimsOf(token).exp ?? 0) <= now / 1000 + spareSeconds;
}
