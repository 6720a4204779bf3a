// Routes live after the `#`, with their own `?`, so that any host of static files will do.
import { useSyncExternalStore } from "react";

function listen(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

/** `#/jobs?status=ALL` as path and query. */
export function partsOf(hash: string): { path: string; search: string } {
  const [path = "", ...search] = hash.replace(/^#/, "").split("?");
  return { path: path.startsWith("/") ? path : "/", search: search.join("?") };
}

function navigate(to: string, { replace = false } = {}): void {
  if (replace) {
    history.replaceState(history.state, "", `#${to}`);
    dispatchEvent(new HashChangeEvent("hashchange"));
  } else {
    location.hash = to;
  }
}

/** Where one is, and a way elsewhere; for wouter's Router. */
export function useHashPath(): [string, typeof navigate] {
  return [useSyncExternalStore(listen, () => partsOf(location.hash).path), navigate];
}

export function useHashSearch(): string {
  return useSyncExternalStore(listen, () => partsOf(location.hash).search);
}
